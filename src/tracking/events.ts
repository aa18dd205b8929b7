import type { TrackedOrder } from '../contract/tracking.ts'

/** The order on screen changed. */
export class OrderTrackedEvent extends Event {
  constructor(readonly order: TrackedOrder) {
    super('storefront-tracked', { bubbles: true, composed: true })
  }
}

/** All answers of the carriers are on screen. */
export class OrderSettledEvent extends Event {
  constructor(readonly order: TrackedOrder) {
    super('storefront-settled', { bubbles: true, composed: true })
  }
}

/** The proxy, or the service behind it, cannot be reached. */
export class TrackingUnavailableEvent extends Event {
  constructor(readonly problem: unknown) {
    super('storefront-unavailable', { bubbles: true, composed: true })
  }
}

declare global {
  interface HTMLElementEventMap {
    'storefront-tracked': OrderTrackedEvent
    'storefront-settled': OrderSettledEvent
  }
}
