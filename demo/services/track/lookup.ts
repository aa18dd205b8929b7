import type { Lookup } from '../../../proxy/upstream/track.ts'
import { Failure } from '../failure.ts'
import type { Order, ProtectionState, Shipment } from '../protection/state.ts'

/** An order with what has been sent of it. */
export interface Found {
  order: Order
  shipments: Shipment[]
}

/** The order that a lookup names: `key` before `order_number` with `email`, before `tracking_number`. Every miss is the same (A78). */
export function findOrder(state: ProtectionState, lookup: Lookup): Found {
  const order = search(state, lookup)
  if (!order) throw new Failure(404, 'Order not found')
  return { order, shipments: [...state.shipments.values()].filter(({ fields }) => fields.shop_order_id === order.fields.shop_order_id) }
}

function search({ orders, shipments }: ProtectionState, lookup: Lookup): Order | undefined {
  const { key, order_number, email, tracking_number } = Object.fromEntries(Object.entries(lookup).map(([name, value]) => [name, String(value).trim()]))
  const all = [...orders.values()]
  if (key) return all.find((order) => order.key === key)
  if (order_number && email) {
    const candidates = all.filter(({ fields }) => fields.customer.email?.toLowerCase() === email.toLowerCase())
    return (
      candidates.find(({ fields }) => fields.shop_order_number === order_number) ??
      candidates.find(({ fields }) => fields.shop_order_number.replace(/^#/, '') === order_number.replace(/^#/, '')) // A76
    )
  }
  if (tracking_number) {
    const shipment = [...shipments.values()].find(({ fields }) => trackingNumbers(fields.tracking_number).some((number) => plain(number) === plain(tracking_number)))
    return shipment && orders.get(shipment.fields.shop_order_id)
  }
  throw new Failure(422, 'Key, or order number with email, or tracking number is required')
}

/** People copy numbers with spaces, and in small letters. */
const plain = (number: string) => number.replace(/\s/g, '').toUpperCase()

/** A shipment may carry several, one for each package (A83); a blank one is none (A90). */
export const trackingNumbers = (text: string) => text.split(',').map((number) => number.trim()).filter((number) => number !== '')
