import type { Quote } from '../contract/protection.ts'

/** What the cart should hold changed: a line for `quote` if `checked` and there is a quote, otherwise none. */
export class ProtectionChosenEvent extends Event {
  constructor(
    readonly checked: boolean,
    readonly quote: Quote | undefined,
  ) {
    super('storefront-chosen', { bubbles: true, composed: true })
  }
}
