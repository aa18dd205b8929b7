import type { Member, Redemption } from '../contract/loyalty.ts'
import type { Problem } from '../contract/problem.ts'

const everywhere = { bubbles: true, composed: true }

/** The member on screen changed. */
export class MemberEvent extends Event {
  constructor(readonly member: Member) {
    super('storefront-member', everywhere)
  }
}

/** Credits became a code. */
export class RedeemedEvent extends Event {
  constructor(readonly redemption: Redemption) {
    super('storefront-redeemed', everywhere)
  }
}

/** The shopper joined. */
export class JoinedEvent extends Event {
  constructor() {
    super('storefront-joined', everywhere)
  }
}

/** The shopper asked for the cancellation, and it was taken in. */
export class CancelledEvent extends Event {
  constructor() {
    super('storefront-cancelled', everywhere)
  }
}

/** What is shown could not be brought up to date, or nothing can be shown. */
export class LoyaltyUnavailableEvent extends Event {
  constructor(readonly problem: Partial<Problem>) {
    super('storefront-unavailable', everywhere)
  }
}

/** The session ends soon, and only the page can give the next proof: by setting `assertion` anew. */
export class SessionExpiringEvent extends Event {
  constructor() {
    super('storefront-session-expiring', everywhere)
  }
}

declare global {
  interface HTMLElementEventMap {
    'storefront-member': MemberEvent
    'storefront-redeemed': RedeemedEvent
    'storefront-joined': JoinedEvent
    'storefront-cancelled': CancelledEvent
    'storefront-session-expiring': SessionExpiringEvent
  }
}
