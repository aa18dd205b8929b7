import { everywhere } from './loyalty.events.ts'

/** The session ends soon, and only the page can give the next proof: by setting `assertion` anew. */
export class SessionExpiringEvent extends Event {
  constructor() {
    super('storefront-session-expiring', everywhere)
  }
}

declare global {
  interface HTMLElementEventMap {
    'storefront-session-expiring': SessionExpiringEvent
  }
}
