import type { ReorderReply, StoreCreditReply } from '../../../proxy/upstream/claims.ts'
import type { Delivery } from '../deliveries.ts'
import type { ClaimBody, Resolution } from './body.ts'

/** A claim that was decided, and what the merchant did about it. */
export interface Claim {
  id: string
  shop_order_id: string
  resolution: Resolution
  url: string
  body: ClaimBody
  /** The calls of that address. */
  delivery: Delivery | null
  /** What the merchant answered, as far as it says what came of it; null as long as it does not. */
  reply: ReorderReply | StoreCreditReply | Record<string, unknown> | null
  /** Why the merchant refused, in words of its own; or what is wrong with an answer that should have said more. */
  faults: string[]
}

/** What the claims of one merchant leave behind. */
export interface ClaimsState {
  /** Where the merchant resolves claims; null as long as none is registered. */
  claimsUrl: string | null
  /** Oldest first. */
  claims: Claim[]
}
