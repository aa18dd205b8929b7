import { post } from './endpoint.ts'
import type { Protecting, Removal } from './tracking.schema.ts'

export type { OrderAction, OrderProtection } from './tracking.schema.ts'

/** Changes to the protection of an order by the holder of its key, if the merchant allows them. A repeated request has no further effect. */
export const orderProtection = {
  /** Protects an order after the purchase at no cost to the shopper; `not-eligible` if the service refuses. */
  protectOrder: post<{ key: string }, Protecting>('/v1/orders/protection'),
  /** Removes protection and refunds its price until the first carrier scan; `not-eligible` afterwards. */
  unprotectOrder: post<{ key: string }, Removal>('/v1/orders/protection/removal', 202),
}
