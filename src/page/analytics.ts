import type { LitElement } from 'lit'
import type { AnalyticsData, AnalyticsEvent } from '../contract/analytics.ts'
import type { TrackedOrder } from '../contract/tracking.ts'

/*
 * The events for the analytics of a page. Only elements with the attribute `analytics` load this file.
 */

/** Something that a shopper did. It holds no id, address, token or amount. */
export class StorefrontAnalyticsEvent extends Event implements AnalyticsData {
  readonly surface = 'page'

  constructor(readonly name: AnalyticsEvent) {
    super('storefront-analytics', { bubbles: true, composed: true })
  }
}

/** The events that were fired on this page; each is fired once. */
const published = new Set<string>()
const followed = new WeakSet<LitElement>()

/** Fires the events of an element from now on, and the one of what it shows already. */
export function followAnalytics(element: LitElement) {
  if (followed.has(element)) return
  followed.add(element)
  const ended = new AbortController()
  const { signal } = ended
  const publish = (name: AnalyticsEvent) => element.dispatchEvent(new StorefrontAnalyticsEvent(name))
  const publishOnce = (name: AnalyticsEvent, about = '') => {
    const key = `${name} ${about}`
    if (!published.has(key)) publish(name)
    published.add(key)
  }

  const look = async () => {
    await element.updateComplete
    if (!element.isConnected) {
      // If the element returns to the page, it is followed again.
      followed.delete(element)
      return ended.abort()
    }
    const { tracked } = element as { tracked?: TrackedOrder }
    if (tracked) publishOnce('tracking_opened', tracked.order_number ?? '')
    if (element.shadowRoot?.querySelector('[part=price]')?.textContent) publishOnce('protection_shown')
  }
  // A slow cart or page delays what the element shows, and no event says when it is there.
  const observer = new MutationObserver(() => void look())
  observer.observe(element.shadowRoot!, { childList: true, subtree: true })
  signal.addEventListener('abort', () => observer.disconnect())
  const handleChange = () => {
    const { checked } = element as { checked?: boolean }
    // The attribute still says what was before.
    if (checked !== element.hasAttribute('checked')) publish(checked ? 'protection_chosen' : 'protection_removed')
  }
  element.addEventListener('change', handleChange, { signal })
  element.addEventListener('storefront-redeemed', () => publish('credits_redeemed'), { signal })
  void look()
}

declare global {
  interface HTMLElementEventMap {
    'storefront-analytics': StorefrontAnalyticsEvent
  }
}
