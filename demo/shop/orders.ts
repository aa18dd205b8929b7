import { randomBytes, randomInt } from 'node:crypto'
import { isProtection, quoteProperty, ships, sumOf, type CartLine, type Properties } from './cart.ts'
import type { Variant } from './catalogue.ts'
import { deliveryPrice } from './delivery.ts'
import {
  toShip,
  type Address,
  type Credit,
  type Order,
  type OrderLine,
  type ParcelEvent,
  type Refund,
  type RefundedShare,
  type Share,
  type Shipment,
} from './order.ts'
import type { Buyer } from './customers.ts'

/** A completed checkout, from which an order is made. */
export interface Purchase {
  customer: Buyer
  address: Address
  lines: CartLine[]
  protection_dropped: boolean
}

/** All orders of the shop, oldest first. */
export class Orders {
  readonly all: Order[] = []
  // Ids start at another number on every run, because the services may still know the orders of the last run.
  #next = Date.now()

  place({ customer, address, lines, protection_dropped }: Purchase): Order {
    const protection = lines.find(isProtection)
    const parcel = lines.filter(ships)
    const delivery = parcel.length > 0 ? deliveryPrice : 0
    return this.#add({
      customer,
      address,
      lines: lines.map(({ variant, quantity, properties }) => this.#line(variant, quantity, properties)),
      delivery,
      total: sumOf(lines) + delivery,
      ...(protection && { protection: { price: sumOf([protection]), quote: protection.properties[quoteProperty] ?? '', amount: sumOf(parcel) } }),
      protection_dropped,
    })
  }

  /** Places an order for the same goods again, at no cost. */
  placeAgain({ number, customer, address }: Order, shares: Share[], note: string, elsewhere: Address = address): Order {
    const lines = shares.map(({ line: { variant }, quantity }) => this.#line(variant, quantity, {}, variant.price * quantity))
    return this.#add({ customer, address: elsewhere, lines, delivery: 0, total: 0, protection_dropped: false, again_for: number, note })
  }

  ship(order: Order): Shipment {
    const carriers = ['UPS', 'USPS', 'FedEx'] as const
    const carrier = carriers[this.all.indexOf(order) % carriers.length] ?? 'UPS'
    const now = new Date()
    const shipment: Shipment = {
      id: this.newId(),
      created_at: now,
      updated_at: now,
      tracking_number: numberOf[carrier](),
      carrier,
      lines: toShip(order),
      events: [],
    }
    order.shipments.push(shipment)
    touch(order)
    return shipment
  }

  /** Adds an event to a parcel, later than all its earlier events. */
  note({ events }: Shipment, status: string, message: string): ParcelEvent {
    const event = { id: this.newId(), status, message, happened_at: later(events.at(-1)?.happened_at) }
    events.push(event)
    return event
  }

  refund(order: Order, shares: Omit<RefundedShare, 'id'>[], note: string, delivery = 0): Refund {
    for (const { line, quantity, cents } of shares) line.refunded = { quantity: line.refunded.quantity + quantity, cents: line.refunded.cents + cents }
    const refund = { id: this.newId(), created_at: new Date(), note, lines: shares.map((share) => ({ id: this.newId(), ...share })), delivery }
    order.refunds.push(refund)
    touch(order)
    return refund
  }

  credit(order: Order, cents: number, note: string): Credit {
    const credit = { id: this.newId(), created_at: new Date(), cents, note }
    order.credits.push(credit)
    return credit
  }

  cancel(order: Order) {
    order.cancelled_at = new Date()
    touch(order)
  }

  find = (number: string) => this.all.find((order) => order.number === number)

  /** Makes an id: numeric text, as platforms use it; never the same twice. */
  newId = () => String(this.#next++)

  #add(
    given: Omit<Order, 'id' | 'number' | 'token' | 'created_at' | 'updated_at' | 'cancelled_at' | 'note' | 'shipments' | 'refunds' | 'credits' | 'webhooks'> & {
      note?: string
    },
  ) {
    const now = new Date()
    const order: Order = {
      id: this.newId(),
      number: `K-${2001 + this.all.length}`,
      token: randomBytes(24).toString('base64url'),
      created_at: now,
      updated_at: now,
      cancelled_at: null,
      note: '',
      shipments: [],
      refunds: [],
      credits: [],
      webhooks: [],
      ...given,
    }
    this.all.push(order)
    return order
  }

  #line = (variant: Variant, quantity: number, properties: Properties, discount = 0): OrderLine => ({
    id: this.newId(),
    variant,
    quantity,
    properties,
    discount,
    refunded: { quantity: 0, cents: 0 },
  })
}

/** Updates the time of an order. Platforms compare states of an order by this time, in whole seconds. */
function touch(order: Order) {
  order.updated_at = later(order.updated_at)
}

/** Returns the present time, but at least one second after `last`. */
const later = (last?: Date) => new Date(Math.max(Date.now(), last ? last.getTime() + 1000 : 0))

const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('')

/** Makes tracking numbers in each carrier’s own form. */
const numberOf = {
  UPS: () => `1Z${digits(16)}`,
  USPS: () => `9400${digits(18)}`,
  FedEx: () => digits(12),
}
