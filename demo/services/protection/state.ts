import type { Money } from '../../../src/contract/money.schema.ts'
import type { OrderInput, ShipmentEventDto, ShipmentInput } from '../../../proxy/upstream/protection.ts'

/** A price that was offered for protecting an amount, and the order that has spent it, if any. */
export interface Quote {
  id: string
  token: string
  amount: Money
  price: Money
  /** The order that has spent the quote (A67). */
  shop_order_id: string | null
  created_at: string
}

/** An order as it was reported, and as it is now. */
export interface Order {
  /** Proves to the track interface that its holder may see everything. The key cannot be guessed. */
  key: string
  /** The order as first reported, to distinguish a repeat from a contradiction (A57). */
  reported: OrderInput
  /** The order as it is now, without the token. */
  fields: OrderInput
  protection: { paid: Money; token: string | null; refunded: boolean } | null
  /** Inconsistencies that were accepted (A68). */
  flags: string[]
}

/** A shipment as it was reported, and as it is now, with its events. */
export interface Shipment {
  reported: ShipmentInput
  fields: ShipmentInput
  /** In order of arrival, which may differ from the order of events (A70). */
  events: ShipmentEventDto[]
}

/** A lookup at a carrier. */
export interface Enrichment {
  started_at: string
  /** Whether an earlier answer of the carrier is available while this lookup is pending. */
  renewed: boolean
}

/** Orders and shipments with an index for every lookup, so that a lookup takes the same time for any number of them. */
export interface Register {
  /** By `shop_order_id`. */
  orders: Map<string, Order>
  /** By `shop_shipment_id`. */
  shipments: Map<string, Shipment>
  orderByKey: Map<string, string>
  /** By order number without its `#`. */
  ordersByNumber: Map<string, string[]>
  shipmentsByOrder: Map<string, string[]>
  /** By each tracking number, as `plainNumber` writes it. */
  shipmentsByNumber: Map<string, string[]>
}

/** The stored data of the protection service about one merchant. */
export interface ProtectionState extends Register {
  /** The unspent quotes by token, oldest first. */
  quotes: Map<string, Quote>
  /** The spent quotes by token. */
  spentQuotes: Map<string, Quote>
  /** By `shop_shipment_id`. */
  enrichments: Map<string, Enrichment>
}
