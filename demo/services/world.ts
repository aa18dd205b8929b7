import type { Clock } from './clock.ts'
import type { createState } from './state.ts'
import type { Carrier } from './track/scans.ts'

export interface ServicesOptions {
  /** What `X-Loyalty-Api-Key` has to say. */
  loyaltyKey: string
  /** What `X-API-Key` has to say. */
  protectionKey: string
  /** Milliseconds until work that loyalty forwards takes effect. */
  effectDelay?: number
  enrichment?: {
    /** Milliseconds until a carrier has answered. */
    delay?: number
    /** Milliseconds after which a carrier is asked again (A89). */
    freshFor?: number
  }
  /** Days after the order in which it can still be protected (A65). */
  protectLaterDays?: number
  /** What a carrier knows of a shipment. */
  carrier?: Carrier
  /** Where the pictures of the seeded orders' products are. */
  shopOrigin?: string
  now?: () => Date
}

/** What every part of the stand-ins is given. */
export interface World {
  state: ReturnType<typeof createState>
  clock: Clock
  options: ServicesOptions
}
