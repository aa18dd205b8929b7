import type { Money } from '../../src/contract/money.ts'
import type { OrderInput } from '../upstream/protection.ts'
import type { RefundLine } from './protection-payment.ts'

/*
 * What is stored of delivered reports, as facts under these names.
 */

/** The name of the fact that stores an order's facts; jobs also wait for it. */
export const orderFact = (order: string) => `order:${order}`

/** The name of the fact that an order was erased on request; its value is the time. */
export const erasedFact = (order: string) => `erased:${order}`

/** The name of the fact that nothing of an order ships. */
export const digitalFact = (order: string) => `digital:${order}`

/** The name of the fact that an unpaid order is to be paid when it is delivered. Only what shoppers read depends on it: the order counts as unpaid. */
export const onDeliveryFact = (order: string) => `on-delivery:${order}`

/** The name of the fact that stores a shipment's facts; jobs also wait for it. */
export const shipmentFact = (shipment: string) => `shipment:${shipment}`

/** The name of the fact that the platform has cancelled a shipment; its value is the shipment's version then, 0 if it has none. */
export const cancelledFact = (shipment: string) => `cancelled:${shipment}`

/** The name of the fact that says which order was last reported with a number; as people type it: `#1001`, `1001` and `k-1001`, `K-1001` are the same. */
export const numberFact = (number: string) =>
  `number:${number
    .trim()
    .replace(/^#(?=.)/, '')
    .toLowerCase()}`

/** The order that a number belongs to. It names its order as shipments do, so that it is erased with it. */
export interface NumberFacts {
  order: string
}

/** The rows of an order: its facts, and its number, by which the console finds it. */
export const factsOfOrder = (order: string, facts: OrderFacts) => ({
  [orderFact(order)]: facts,
  [numberFact(facts.number)]: { order } satisfies NumberFacts,
})

/** How new the last report of an order or shipment is. */
export interface ReportVersion {
  /** The platform's version; null if it gives none. */
  version: number | null
  /** Stored facts use this field name. The sequence numbers of the reports without a version: the one that created it, and the one that changed it last. */
  told?: { created?: number; changed?: number }
}

/** An amount and what was refunded or removed of it since, in the shop's currency; also in the customer's currency if that is reported. */
export interface PaidFacts {
  total: Money
  presented?: Money
  refunded: Money
  refunded_presented?: Money
}

/** The money of a whole order. */
export interface OrderMoney extends PaidFacts {
  /**
   * The part of the refunds that names neither a line nor the shipping, in the shop's currency. Absent if the reporter does not separate it: then
   * it is what the refunds exceed those of the lines by.
   */
  unnamed?: Money
}

/** The facts of a line that concern its money. */
export interface LineFacts extends PaidFacts {
  id: string
  /** The name of the product, for people who decide about claims. Facts of older versions do not have it. */
  name?: string
  quantity: number
  /** The quantity that was refunded or removed. */
  refunded_quantity: number
}

/** The facts of an order that the service has, under `order:ID`; only jobs with the order's ordering key write it. It holds no personal data. */
export interface OrderFacts extends ReportVersion {
  number: string
  /** Whether the service holds the order as protected; null if the proxy cannot know. */
  protected: boolean | null
  /** Whether the order was protected until its protection was refunded. */
  refunded: boolean
  /** The shop's currency. */
  currency: string
  /** The whole order, with shipping and taxes. */
  money: OrderMoney
  lines: LineFacts[]
  /** The quantity of each line that was sent, by the line's id. */
  shipped: Record<string, number>
  financial_status: OrderInput['financial_status']
  /** The customer's id at the shop; null for guests. */
  customer: string | null
  /** The state that was reported with its version, by `stateOf`; absent if no platform reported it. */
  state?: string | undefined
  /** SHA-256 of the report that created the order; repeats of that report change nothing, however late. Null if the order was not created here. */
  created: string | null
  /** The ids of the insured lines; null if each report decides which lines are insured. */
  insured: string[] | null
  /** The line that pays for the order's protection; null if there is none, or it is not known. */
  paying: string | null
  /** One piece of that line, with what a refund of it gives back; absent if it is not known, or gone. */
  charge?: RefundLine | undefined
  /** Why the order was reported without protection, though it was meant to be protected; null otherwise. */
  unprotected: string | null
}

/** The facts of a shipment that the service has, under `shipment:ID`. */
export interface ShipmentFacts extends ReportVersion {
  order: string
  /** The quantity of each line in the shipment, by the line's id; empty if they are counted with another box, or the shipment was cancelled. */
  quantities: Record<string, number>
  /** On the first box of a parcel: the number of boxes; absent if it is the only one. */
  boxes?: number | undefined
  /** As in {@link OrderFacts}. */
  created: string | null
}
