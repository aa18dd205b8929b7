import type { Lookup } from '../../../proxy/upstream/track.ts'
import { Failure } from '../failure.ts'
import type { Order, ProtectionState, Shipment } from '../protection/state.ts'

/** An order with what has been sent of it. */
export interface Found {
  order: Order
  shipments: Shipment[]
  /** Whether no more is known of who asks than that they have seen a label. */
  byLabel: boolean
}

/** The order that a lookup names: `key` before `order_number` with `email`, before `tracking_number`. Every miss is the same (A78). */
export function findOrder(state: ProtectionState, lookup: Lookup): Found {
  const { key, order_number, email, tracking_number } = Object.fromEntries(Object.entries(lookup).map(([name, value]) => [name, String(value).trim()]))
  if (key) return toFound(state, withKey(state, key), false)
  if (order_number && email) return toFound(state, withNumber(state, order_number, email), false)
  if (tracking_number) return toFound(state, withLabel(state, tracking_number), true)
  throw new Failure(422, 'Key, or order number with email, or tracking number is required')
}

function toFound({ shipments }: ProtectionState, order: Order | undefined, byLabel: boolean): Found {
  if (!order) throw new Failure(404, 'Order not found')
  return { order, byLabel, shipments: [...shipments.values()].filter(({ fields }) => fields.shop_order_id === order.fields.shop_order_id) }
}

const withKey = ({ orders }: ProtectionState, key: string) => [...orders.values()].find((order) => order.key === key)

/** An exact number before one that is the same but for its `#` (A76). */
function withNumber({ orders }: ProtectionState, number: string, email: string) {
  const own = [...orders.values()].filter(({ fields }) => fields.customer.email?.toLowerCase() === email.toLowerCase())
  return (
    own.find(({ fields }) => fields.shop_order_number === number) ??
    own.find(({ fields }) => fields.shop_order_number.replace(/^#/, '') === number.replace(/^#/, ''))
  )
}

function withLabel({ orders, shipments }: ProtectionState, number: string) {
  const shipment = [...shipments.values()].find(({ fields }) => trackingNumbers(fields.tracking_number).some((one) => plain(one) === plain(number)))
  return shipment && orders.get(shipment.fields.shop_order_id)
}

/** People copy numbers with spaces, and in small letters. */
const plain = (number: string) => number.replace(/\s/g, '').toUpperCase()

/** A shipment may carry several, one for each package (A83); a blank one is none (A90). */
export const trackingNumbers = (text: string) =>
  text
    .split(',')
    .map((number) => number.trim())
    .filter((number) => number !== '')
