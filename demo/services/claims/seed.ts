import { day } from '../day.ts'
import type { Delivery } from '../deliveries.ts'
import { shipmentsOf } from '../protection/register.ts'
import { seededOrders } from '../protection/seed.ts'
import type { Order, ProtectionState } from '../protection/state.ts'
import type { Seed } from '../state.ts'
import { toClaimBody } from './body.ts'
import type { Claim, ClaimsState } from './state.ts'

/** Makes the claims of the seeded orders, settled a day ago. */
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
