import type { Properties } from './cart.ts'
import { protectionProduct, type Variant } from './catalogue.ts'
import type { Person } from './people.ts'
import type { Webhook } from './platform/webhooks.ts'
import type { Known } from './tracker.ts'

/** Where an order goes. */
export interface Address {
  address1: string
  address2?: string
  city: string
  province_code: string
  postal_code: string
  country_code: string
  phone_number: string
}

/** A variant that was bought, and how many of it. */
export interface OrderLine {
  id: string
  variant: Variant
  quantity: number
  properties: Properties
  /** What of its price is not charged, in cents: all of it where goods are sent again. */
  discount: number
  refunded: { quantity: number; cents: number }
}

/** How many of a line: in a parcel, or in what is sent again. */
export interface Share {
  line: OrderLine
  quantity: number
}

/** Part of a line that was paid back, and how much of it in cents. */
export interface RefundedShare extends Share {
  id: string
  cents: number
}

/** Money that was paid back. */
export interface Refund {
  id: string
  created_at: Date
  note: string
  lines: RefundedShare[]
  /** What sending it had cost, in cents. */
  delivery: number
}

/** Something that happened to a parcel. */
export interface ParcelEvent {
  id: string
  status: string
  message: string
  happened_at: Date
}

/** A parcel as the shop has handed it to a carrier. */
export interface Shipment {
  id: string
  created_at: Date
  updated_at: Date
  tracking_number: string
  carrier: string
  lines: Share[]
  /** What the shop knows of its way, newest last. */
  events: ParcelEvent[]
}

/** What the shop owes a customer for another purchase. */
export interface Credit {
  id: string
  created_at: Date
  cents: number
  note: string
}

/** Something that was bought, as the shop keeps it. */
export interface Order {
  id: string
  /** As printed for people. */
  number: string
  /** Opens the order's page without a session; cannot be guessed. */
  token: string
  created_at: Date
  updated_at: Date
  cancelled_at: Date | null
  /** For the shop's own people. */
  note: string
  customer: Person
  address: Address
  lines: OrderLine[]
  delivery: number
  total: number
  /** What was paid to protect it, and the quote that was agreed to. */
  protection?: { price: number; quote: string; amount: number }
  /** The offer could not be confirmed at checkout and was not charged. */
  protection_dropped: boolean
  /** The number of the order that it sends again. */
  again_for?: string
  shipments: Shipment[]
  refunds: Refund[]
  credits: Credit[]
  /** What the proxy was told of it, in order. */
  webhooks: Webhook[]
  /** What its tracking page has said last. */
  known?: Known
}

/** What a line comes to in cents, all of it together. */
export const lineTotal = ({ variant, quantity, discount }: OrderLine) => variant.price * quantity - discount

/** What of a line has not been paid back, in cents. */
export const leftOf = (line: OrderLine) => lineTotal(line) - line.refunded.cents

/** What of a line has not been taken back by a refund. */
export const quantityLeft = ({ quantity, refunded }: OrderLine) => Math.max(0, quantity - refunded.quantity)

/** Whether a line is the protection of the others. */
export const isProtectionLine = ({ variant }: OrderLine) => variant.product_id === protectionProduct.product_id

/** What has been paid back of an order, in cents. */
export const refundedOf = ({ refunds }: Order) =>
  refunds.reduce((sum, { lines, delivery }) => sum + delivery + lines.reduce((of, { cents }) => of + cents, 0), 0)

/** What is still to be sent of an order. */
export const toShip = ({ lines, shipments, cancelled_at }: Order): Share[] =>
  cancelled_at || shipments.length > 0
    ? []
    : lines.filter((line) => line.variant.requires_shipping && quantityLeft(line) > 0).map((line) => ({ line, quantity: quantityLeft(line) }))

/** How the protection of an order stands. Only what the service has said is called protected. */
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
