import type { Quote } from '../contract/protection.ts'

/** What the cart should hold changed: a line for `quote` if `checked` and there is a quote, otherwise none. */
export class ProtectionChosenEvent extends Event {
  /** What becomes of it, where the page says so. */
  taking?: Promise<unknown>

  constructor(
    readonly checked: boolean,
    readonly quote: Quote | undefined,
  ) {
    super('storefront-chosen', { bubbles: true, composed: true })
  }

  /** Says what becomes of it in the page's cart: where that fails, the switch goes back, and the shopper is told. */
  waitUntil(taking: Promise<unknown>): void {
    this.taking = taking
  }
}
