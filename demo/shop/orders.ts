import { randomBytes, randomInt } from 'node:crypto'
import { isProtection, quoteProperty, ships, sumOf, type CartLine } from './cart.ts'
import type { Variant } from './catalogue.ts'
import { deliveryPrice } from './delivery.ts'
import type { Person } from './people.ts'
import type { Report } from './reports.ts'

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
}

/** A parcel as the shop has handed it to a carrier. */
export interface Shipment {
  id: string
  tracking_number: string
  carrier: string
  /** What the shop knows of its way, newest last. */
  events: string[]
}

/** Something that was bought, as the shop keeps it. */
export interface Order {
  id: string
  /** As printed for people. */
  number: string
  /** Opens the order's page without a session; cannot be guessed. */
  token: string
  created_at: Date
  customer: Person
  address: Address
  lines: OrderLine[]
  delivery: number
  total: number
  /** What was paid to protect it, and the quote that was agreed to. */
  protection?: { price: number; quote: string; amount: number }
  /** The offer could not be confirmed at checkout and was not charged. */
  protection_dropped: boolean
  shipments: Shipment[]
  /** What the proxy was told of it, in order. */
  reports: Report[]
}

/** A checkout that is ready to become an order. */
export interface Purchase {
  customer: Person
  address: Address
  lines: CartLine[]
  protection_dropped: boolean
}

/** All orders of the shop, oldest first. */
export class Orders {
  readonly all: Order[] = []
  // Numbers start somewhere else on every run, since the services may still know the orders of the last.
  #next = Date.now()

  place({ customer, address, lines, protection_dropped }: Purchase): Order {
    const protection = lines.find(isProtection)
    const parcel = lines.filter(ships)
    const delivery = parcel.length > 0 ? deliveryPrice : 0
    const order: Order = {
      id: this.newId(),
      number: `K-${2001 + this.all.length}`,
      token: randomBytes(24).toString('base64url'),
      created_at: new Date(),
      customer,
      address,
      lines: lines.map(({ variant, quantity }) => ({ id: this.newId(), variant, quantity })),
      delivery,
      total: sumOf(lines) + delivery,
      protection: protection && { price: sumOf([protection]), quote: protection.properties[quoteProperty] ?? '', amount: sumOf(parcel) },
      protection_dropped,
      shipments: [],
      reports: [],
    }
    this.all.push(order)
    return order
  }

  ship(order: Order): Shipment {
    const carriers = ['UPS', 'USPS', 'FedEx'] as const
    const carrier = carriers[this.all.indexOf(order) % carriers.length] ?? 'UPS'
    const shipment: Shipment = { id: this.newId(), tracking_number: numberOf[carrier](), carrier, events: [] }
    order.shipments.push(shipment)
    return shipment
  }

  find = (number: string) => this.all.find((order) => order.number === number)

  /** Numeric text, as platforms hand out; never the same twice. */
  newId = () => String(this.#next++)
}

const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('')

/** Tracking numbers in each carrier's own form. */
const numberOf = {
  UPS: () => `1Z${digits(16)}`,
  USPS: () => `9400${digits(18)}`,
  FedEx: () => digits(12),
}
