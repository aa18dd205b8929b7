import type { Lookup } from '../../../proxy/upstream/track.ts'
import { Failure } from '../failure.ts'
import { orderWithKey, ordersNumbered, shipmentsNumbered, shipmentsOf } from '../protection/register.ts'
import type { Order, ProtectionState, Shipment } from '../protection/state.ts'

/** An order with its shipments. */
export interface Found {
  order: Order
  shipments: Shipment[]
  /** Whether the caller has proved only knowledge of a tracking number. */
  byTrackingNumber: boolean
}

/** Finds the order of a lookup: `key` before `order_number` with `email`, before `tracking_number`. Every miss gets the same response (A78). */
export function findOrder(state: ProtectionState, lookup: Lookup): Found {
  const { key, order_number, email, tracking_number } = Object.fromEntries(Object.entries(lookup).map(([name, value]) => [name, String(value).trim()]))
  if (key) return toFound(state, orderWithKey(state, key), false)
  if (order_number && email) return toFound(state, withNumber(state, order_number, email), false)
  if (tracking_number) return toFound(state, withTrackingNumber(state, tracking_number), true)
  if (order_number) throw new Failure(422, 'Email is required with an order number')
  if (email) throw new Failure(422, 'Order number is required with an email')
  throw new Failure(422, 'Key, or order number with email, or tracking number is required')
}

function toFound(state: ProtectionState, order: Order | undefined, byTrackingNumber: boolean): Found {
  if (!order) throw new Failure(404, 'Order not found')
  return { order, byTrackingNumber, shipments: shipmentsOf(state, order.fields.shop_order_id) }
}

/** Prefers an exact number to one that differs only in its `#` (A76); among several, the newest. */
function withNumber(state: ProtectionState, number: string, email: string) {
  const own = ordersNumbered(state, number).filter(({ fields }) => fields.customer.email?.toLowerCase() === email.toLowerCase())
  return own.findLast(({ fields }) => fields.shop_order_number === number) ?? own.at(-1)
}

/** Carriers reuse a number after some time, so the newest shipment counts. */
function withTrackingNumber(state: ProtectionState, number: string) {
  const shipment = shipmentsNumbered(state, number).at(-1)
  return shipment && state.orders.get(shipment.fields.shop_order_id)
}
