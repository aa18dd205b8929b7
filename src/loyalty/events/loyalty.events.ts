import type { Member } from '../../contract/loyalty.ts'
import type { Problem } from '../../contract/problem.ts'

/** Our events' names are our own, so they may be heard anywhere. */
export const everywhere = { bubbles: true, composed: true }

/** The member on screen changed. */
export class MemberEvent extends Event {
  constructor(readonly member: Member) {
    super('storefront-member', everywhere)
  }
}

/** What is shown could not be brought up to date, or nothing can be shown. */
export class LoyaltyUnavailableEvent extends Event {
  constructor(readonly problem: Partial<Problem>) {
    super('storefront-unavailable', everywhere)
  }
}

declare global {
  interface HTMLElementEventMap {
    'storefront-member': MemberEvent
  }
}
