import { post } from './endpoint.ts'
import type { Protecting, Removal } from './tracking.schema.ts'

export type { OrderAct, OrderProtection } from './tracking.schema.ts'

/** What the holder of an order's key may change about its protection, where the merchant allows it. Either can be asked for again: it is done once. */
export const orderProtection = {
  /** Protects an order after the fact, at no cost to the shopper; `not-eligible` where the service does not. */
  protectOrder: post<{ key: string }, Protecting>('/v1/orders/protection'),
  /** Takes protection off and gives back what it cost, until a carrier has seen a parcel; `not-eligible` afterwards. */
  unprotectOrder: post<{ key: string }, Removal>('/v1/orders/protection/removal', 202),
}
