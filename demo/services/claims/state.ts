import type { ReorderReply, StoreCreditReply } from '../../../proxy/upstream/claims.ts'
import { day } from '../day.ts'
import type { Delivery } from '../deliveries.ts'
import type { Order, ProtectionState } from '../protection/state.ts'
import { shipmentsOf } from '../protection/register.ts'
import { seededOrders } from '../protection/seed.ts'
import type { Seed } from '../state.ts'
import { toClaimBody, type ClaimBody, type Resolution } from './body.ts'

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

/** The claims of the seeded orders, long since settled. */
export function seedClaims(seed: Seed, state: ProtectionState): ClaimsState {
  const claimed = new Set(seededOrders(seed).flatMap(({ number, isClaimed }) => (isClaimed ? [number] : [])))
  const claims = [...state.orders.values()].filter(({ fields }) => claimed.has(fields.shop_order_number)).map((order) => toSettled(seed, state, order))
  return { claimsUrl: null, claims }
}

function toSettled({ now }: Seed, state: ProtectionState, order: Order): Claim {
  const { shop_order_id } = order.fields
  const id = `${shop_order_id}1`
  const at = new Date(now.getTime() - day).toISOString()
  const url = `https://shop.example.com/claims/orders/${shop_order_id}/refund`
  const attempts = [{ at, status: 200, error: null }]
  const delivery: Delivery = { id: `claim-${id}`, about: 'claim.refund', url, outcome: 'delivered', attempts, createdAt: at }
  const body = toClaimBody({ order, shipments: shipmentsOf(state, shop_order_id) }, 'refund', id)
  return { id, shop_order_id, resolution: 'refund', url, body, delivery, reply: {}, faults: [] }
}
