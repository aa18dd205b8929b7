import type { Money } from '../../src/contract/money.ts'
import type { OrderInput, OrderUpdateInput, ShipmentInput, ShipmentUpdateInput } from '../upstream/protection.ts'
import type { ProtectionPaid } from './protection-payment.ts'
import type { OrderMoney } from './report-facts.ts'

/** An order, new or in its current state: it is created if the service does not have it, and updated if it does. */
export interface OrderReport {
  order: OrderInput
  /** The body of an update, if it differs from that of a creation: its money is in the customer's currency (section 2). */
  update?: OrderUpdateInput | undefined
  /** When the platform last changed the order, in milliseconds. A report older than the last one changes nothing. */
  version?: number | undefined
  /** Which change of the order this is, if the platform counts them: the same state after another one is no repeat, even in the same second. */
  change?: string
  /** Absent if it is not known. */
  paid?: ProtectionPaid | undefined
  /**
   * The part of fixed discounts on the whole order that falls on the protection itself, in the customer's currency. When its quote was made, protection
   * was not in the cart, and the goods had all of the discount. So the goods may be worth that much more now.
   */
  borne?: Money | undefined
  /** The money of the whole order, if more is known than the order's own prices show. */
  money?: OrderMoney | undefined
  /** The state (by `stateOf`) of the same version that this report replaces: the platform's own list has this one. */
  over?: string | undefined
}

/** A change of an order; `version` as in {@link OrderReport}. */
export interface OrderUpdateReport {
  update: OrderUpdateInput
  version?: number | undefined
}

/** A shipment, new or in its current state; `version` as in {@link OrderReport}. */
export interface ShipmentReport {
  shipment: ShipmentInput
  version?: number | undefined
  /** The first box of the same parcel; this box's goods are counted with it. */
  beside?: string | undefined
  /** On the first box: the number of boxes. */
  boxes?: number | undefined
  /** On the first box: the quantity of each line in all boxes, by the line's id. */
  whole?: Record<string, number> | undefined
}

/** A change of a shipment; `version` as in {@link OrderReport}. */
export interface ShipmentUpdateReport {
  update: ShipmentUpdateInput
  version?: number | undefined
}

/** A report that the price of protection was refunded. */
export type RefundReport = { shopOrderId: string; amount_refunded?: Money | undefined }
