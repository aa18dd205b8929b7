import type { Problem } from '../contract/problem.ts'
import type { Quote } from '../contract/protection.ts'

const outward = { bubbles: true, composed: true }

/** What the cart should hold changed: a line for `quote` if `checked` and there is a quote, otherwise none. */
export class ProtectionChosenEvent extends Event {
  constructor(
    readonly checked: boolean,
    readonly quote: Quote | undefined,
  ) {
    super('storefront-chosen', outward)
  }
}

/** A price came for what ships now. */
export class ProtectionQuotedEvent extends Event {
  constructor(readonly quote: Quote) {
    super('storefront-quoted', outward)
  }
}

/** Nothing can be offered for now, or for this cart. */
export class ProtectionUnavailableEvent extends Event {
  constructor(readonly problem: Partial<Problem>) {
    super('storefront-unavailable', outward)
  }
}
