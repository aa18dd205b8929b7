import type { Redemption } from '../../contract/loyalty.ts'
import { everywhere } from './loyalty.events.ts'

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

/** The proxy accepted a cancellation. */
export class CancelledEvent extends Event {
  constructor() {
    super('storefront-cancelled', everywhere)
  }
}

declare global {
  interface HTMLElementEventMap {
    'storefront-redeemed': RedeemedEvent
    'storefront-joined': JoinedEvent
    'storefront-cancelled': CancelledEvent
  }
}
