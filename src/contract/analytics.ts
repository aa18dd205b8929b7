/*
 * The five events for analytics, the same in UI extensions and on pages. They are off by default, and contain no id, address, token or amount.
 */

/** The prefix of the names of events that extensions publish: `storefront_widgets:protection_chosen`. */
export const analyticsPrefix = 'storefront_widgets:'

/** The name of an event. */
export type AnalyticsEvent = 'protection_shown' | 'protection_chosen' | 'protection_removed' | 'tracking_opened' | 'credits_redeemed'

/** Where an event happened. */
export type AnalyticsSurface = 'page' | 'thank-you' | 'order-status' | 'account'

/** All that an event says, beside its name. */
export interface AnalyticsData {
  surface: AnalyticsSurface
}
