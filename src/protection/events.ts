import type { Problem } from '../contract/problem.ts'
import type { Quote } from '../contract/protection.ts'

const outward = { bubbles: true, composed: true }

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
