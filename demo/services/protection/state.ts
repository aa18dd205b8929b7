import type { Money } from '../../../src/contract/money.schema.ts'
import type { OrderInput, ShipmentEventDto, ShipmentInput } from '../../../proxy/upstream/protection.ts'

/** A price that was offered for protecting an amount, and whether an order has spent it. */
export interface Quote {
  id: string
  token: string
  amount: Money
  price: Money
  /** The order that has spent it (A67). */
  shop_order_id: string | null
  created_at: string
}

/** An order as it was reported, and as it is now. */
export interface Order {
  /** Proves to the track interface that whoever has it may know everything; cannot be guessed. */
  key: string
  /** As first reported, for telling a repeat from a contradiction (A57). */
  reported: OrderInput
  /** As it is now, without the token. */
  fields: OrderInput
  protection: { paid: Money; token: string | null; refunded: boolean } | null
  /** What looks odd and was accepted all the same (A68). */
  flags: string[]
}

/** A shipment as it was reported, and as it is now, with its events. */
export interface Shipment {
  reported: ShipmentInput
  fields: ShipmentInput
  /** In order of arrival, which need not be the order of events (A70). */
  events: ShipmentEventDto[]
}

/** What was asked of a carrier. */
export interface Enrichment {
  started_at: string
  /** Whether an earlier answer is at hand while this one is awaited. */
  renewed: boolean
}

/** Orders and shipments by all that they are asked for, so that no question takes longer the more there are. */
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

/** All that the protection service knows of one merchant. */
export interface ProtectionState extends Register {
  /** By token, those that no order has spent; oldest first. */
  quotes: Map<string, Quote>
  /** By token, those that an order has. */
  spentQuotes: Map<string, Quote>
  /** By `shop_shipment_id`. */
  enrichments: Map<string, Enrichment>
}
