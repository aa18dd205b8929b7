import type { ReorderReply, StoreCreditReply } from '../../../proxy/upstream/claims.ts'
import type { Delivery } from '../deliveries.ts'
import type { ClaimBody, Resolution } from './body.ts'

/** A decided claim, and the merchant’s reaction. */
export interface Claim {
  id: string
  shop_order_id: string
  resolution: Resolution
  url: string
  body: ClaimBody
  /** The delivery of the claim to that address. */
  delivery: Delivery | null
  /** The merchant’s reply if it states the result; otherwise null. */
  reply: ReorderReply | StoreCreditReply | Record<string, unknown> | null
  /** The merchant’s reasons for a refusal, or the faults of an incomplete reply. */
  faults: string[]
}

/** The stored claims of one merchant. */
export interface ClaimsState {
  /** The address at which the merchant resolves claims; null if none is registered. */
  claimsUrl: string | null
  /** Oldest first. */
  claims: Claim[]
}
