import type { Properties } from './cart.ts'
import { protectionProduct, type Variant } from './catalogue.ts'
import type { Buyer } from './customers.ts'
import type { Webhook } from './platform/webhooks.ts'
import type { TrackingAnswer } from './tracking-answer.ts'

/** The address of an order. */
export interface Address {
  address1: string
  address2?: string
  city: string
  province_code: string
  postal_code: string
  country_code: string
  phone_number: string
}

/** A variant that was bought, with its quantity. */
export interface OrderLine {
  id: string
  variant: Variant
  quantity: number
  properties: Properties
  /** The part of the price that is not charged, in cents: all of it for goods that are sent again. */
  discount: number
  refunded: { quantity: number; cents: number }
}

/** A quantity of a line: in a parcel, or in goods that are sent again. */
export interface Share {
  line: OrderLine
  quantity: number
}

/** A refunded part of a line, with the refund in cents. */
export interface RefundedShare extends Share {
  id: string
  cents: number
}

/** A refund. */
export interface Refund {
  id: string
  created_at: Date
  note: string
  lines: RefundedShare[]
  /** The refunded delivery price, in cents. */
  delivery: number
}

/** An event of a parcel. */
export interface ParcelEvent {
  id: string
  status: string
  message: string
  happened_at: Date
}

/** A parcel that the shop has handed to a carrier. */
export interface Shipment {
  id: string
  created_at: Date
  updated_at: Date
  tracking_number: string
  carrier: string
  lines: Share[]
  /** The events that the shop knows, newest last. */
  events: ParcelEvent[]
}

/** Store credit of a customer. */
export interface Credit {
  id: string
  created_at: Date
  cents: number
  note: string
}

/** An order, as the shop stores it. */
export interface Order {
  id: string
  /** The number that people read. */
  number: string
  /** Opens the order’s page without a session. The token cannot be guessed. */
  token: string
  created_at: Date
  updated_at: Date
  cancelled_at: Date | null
  /** A note for the shop’s own staff. */
  note: string
  customer: Buyer
  address: Address
  lines: OrderLine[]
  delivery: number
  total: number
  /** The price of protection, and the agreed quote. */
  protection?: { price: number; quote: string; amount: number }
  /** Whether the offer could not be confirmed at checkout and was not charged. */
  protection_dropped: boolean
  /** The number of the original order, for goods that are sent again. */
  again_for?: string
  shipments: Shipment[]
  refunds: Refund[]
  credits: Credit[]
  /** The webhooks about the order, in order. */
  webhooks: Webhook[]
  /** What the tracking page said last. */
  known?: TrackingAnswer
}

/** Returns the price of a line for its whole quantity, in cents. */
export const lineTotal = ({ variant, quantity, discount }: OrderLine) => variant.price * quantity - discount

/** Returns the part of a line’s price that was not refunded, in cents. */
export const leftOf = (line: OrderLine) => lineTotal(line) - line.refunded.cents

/** Returns the quantity of a line that was not refunded. */
export const quantityLeft = ({ quantity, refunded }: OrderLine) => Math.max(0, quantity - refunded.quantity)

/** Returns whether a line is the protection of the others. */
export const isProtectionLine = ({ variant }: OrderLine) => variant.product_id === protectionProduct.product_id

/** Returns the refunded amount of an order, in cents. */
export const refundedOf = ({ refunds }: Order) =>
  refunds.reduce((sum, { lines, delivery }) => sum + delivery + lines.reduce((of, { cents }) => of + cents, 0), 0)

/** Returns what is still to be shipped of an order. */
export const toShip = ({ lines, shipments, cancelled_at }: Order): Share[] =>
  cancelled_at || shipments.length > 0
    ? []
    : lines.filter((line) => line.variant.requires_shipping && quantityLeft(line) > 0).map((line) => ({ line, quantity: quantityLeft(line) }))

/** Returns the state of an order’s protection. An order counts as protected only if the service says so. */
export function protectionOf({
  protection,
  protection_dropped,
  lines,
  known,
}: Order): 'none' | 'dropped' | 'given-back' | 'waiting' | 'protected' | 'added' | 'removing' | 'unprotected' {
  if (!protection) return known?.protected ? 'added' : protection_dropped ? 'dropped' : 'none'
  if (lines.some((line) => isProtectionLine(line) && line.refunded.cents > 0)) return 'given-back'
  if (!known) return 'waiting'
  if (known.protection?.state === 'removing') return 'removing'
  return known.protected ? 'protected' : 'unprotected'
}
