import type { Quote } from '../contract/protection.ts'

/** What the cart should hold changed: a line for `quote` if `checked` and there is a quote, otherwise none. */
export class ProtectionChosenEvent extends Event {
  /** The result in the page's cart, if the page reports it. */
  taking?: Promise<unknown>

  constructor(
    readonly checked: boolean,
    readonly quote: Quote | undefined,
  ) {
    super('storefront-chosen', { bubbles: true, composed: true })
  }

  /** Reports the result in the page's cart. If the promise is rejected, the switch goes back, and the element says so. */
  waitUntil(taking: Promise<unknown>): void {
    this.taking = taking
  }
}
