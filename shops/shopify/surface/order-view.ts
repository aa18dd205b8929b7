import type { AnalyticsEvent } from '../../../src/contract/analytics.ts'
import type { messages as extras } from '../../../src/i18n/english/tracking-extras.ts'
import type { messages as tracking } from '../../../src/i18n/english/tracking.ts'
import type { OrderWatch } from './order-watch.ts'
import type { Settings } from './surface.ts'

/** The texts of an order: those of tracking without its form. */
export type OrderWords = typeof tracking & typeof extras & { earned_here: string }

/** What a view of an order reads beside the order. */
export interface OrderView {
  watch: OrderWatch
  words: OrderWords
  lang: string
  settings: Settings
  publish: (name: AnalyticsEvent) => void
}
