import type { Money } from '../../src/contract/money.ts'
import type { Job } from '../jobs/job.ts'
import type { OrderInput, OrderUpdateInput, ShipmentEventInput, ShipmentInput, ShipmentUpdateInput } from '../upstream/protection.ts'
import type { LineShare } from '../shop-admin/shop.ts'
import { asShipped, withShippingWeights } from './shipping-weight.ts'
import { hashOf } from './hash.ts'

/*
 * The jobs of reports. They are the same whether the merchant's own backend or a platform reports.
 */

/** The rank of each kind among the due jobs of one order: what other reports refer to goes first. */
const priorities = {
  order: 1,
  'order-update': 2,
  'refund-protection': 3,
  'add-protection': 3,
  shipment: 4,
  'shipment-update': 5,
  'shipment-event': 6,
} as const

/** The kinds of reports. */
export type ReportKind = keyof typeof priorities

/** All kinds of reports. */
export const reportKinds = Object.keys(priorities) as ReportKind[]

/** Whether jobs of this kind are reports. */
export const isReportKind = (kind: string): kind is ReportKind => kind in priorities

/** The lane of all reports of an order. */
export const orderingKeyOfOrder = (order: string) => `order:${order}`

/** The lane of the refunds of an order. */
export const orderingKeyOfRefunds = (order: string) => `refund:${order}`

/** The name of the fact that stores an order's facts; jobs also wait for it. */
export const orderFact = (order: string) => `order:${order}`

/** The name of the fact that an order was erased on request; its value is the time. */
export const erasedFact = (order: string) => `erased:${order}`

/** The name of the fact that stores a shipment's facts; jobs also wait for it. */
export const shipmentFact = (shipment: string) => `shipment:${shipment}`

/** The name of the fact that the platform has cancelled a shipment; its value is the shipment's version then, 0 if it has none. */
export const cancelledFact = (shipment: string) => `cancelled:${shipment}`

/** The most that the proxy refunds of a line without a person: the sealed price of one piece, with its tax. */
export interface RefundBound {
  /** The id of the seal (`jti`), which allows one refund. */
  quote: string
  /** When it was sealed, in milliseconds. */
  sealedAt?: number
  /** In the shop's currency. */
  amount: Money
  /** In the customer's currency, if the line has an amount in it. */
  presented?: Money
}

/** A line, or part of a line, to refund; without a bound, a person refunds it. */
export interface RefundLine extends LineShare {
  bound?: RefundBound | undefined
  /** For the person who decides: the price of the quote on the line, if that does not bound the whole line. */
  sealed?: Money | undefined
}

/**
 * What an order charges for protection: each line that charges for it, in full, minus what was refunded of it. The line that pays for the
 * order's quote stays; the platform refunds all others.
 */
export interface ProtectionPaid {
  lines: ChargedLine[]
}

/** A line that charges for protection. */
export interface ChargedLine extends RefundLine {
  /**
   * The price of the line in the customer's currency, before taxes and before discounts, which the merchant grants; absent if it equals
   * the paid amount.
   */
  asked?: Money
  /** The token on this line, if each line has its own. */
  token?: string
}

/** An order, new or in its current state: it is created if the service does not have it, and updated if it does. */
export interface OrderReport {
  order: OrderInput
  /** The body of an update, if it differs from that of a creation: its money is in the customer's currency (section 2). */
  update?: OrderUpdateInput | undefined
  /** When the platform last changed the order, in milliseconds. A report older than the last one changes nothing. */
  version?: number | undefined
  /** Absent if it is not known. */
  paid?: ProtectionPaid | undefined
  /**
   * The part of fixed discounts on the whole order that falls on the protection itself, in the customer's currency. When its quote was made, protection
   * was not in the cart, and the goods had all of the discount. So the goods may be worth that much more now.
   */
  borne?: Money | undefined
  /** The money of the whole order, if more is known than the order's own prices show. */
  money?: PaidFacts | undefined
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

/** A refund through the platform, for protection that does not exist or that the customer no longer wants. */
export interface PlatformRefund {
  order: string
  /** The reason, for people. */
  reason: string
  lines: RefundLine[]
  /** Whether the service holds the order as protected by these lines, so that it needs a report afterwards. */
  tell: boolean
  /** These lines are the part beyond the bound; another job refunds the rest. A person decides about this one. */
  beyond?: true
}

/** How new the last report of an order or shipment is. */
export interface ReportVersion {
  /** The platform's version; null if it gives none. */
  version: number | null
  /** The sequence numbers of the reports without a version: the one that created it, and the one that changed it last. */
  told?: { created?: number; changed?: number }
}

/** An amount and what was refunded or removed of it since, in the shop's currency; also in the customer's currency if that is reported. */
export interface PaidFacts {
  total: Money
  presented?: Money
  refunded: Money
  refunded_presented?: Money
}

/** The facts of a line that concern its money. */
export interface LineFacts extends PaidFacts {
  id: string
  quantity: number
  /** The quantity that was refunded or removed. */
  refunded_quantity: number
}

/** The facts of an order that the service has, under `order:ID`; written only in the order's lane, and without personal data. */
export interface OrderFacts extends ReportVersion {
  number: string
  /** Whether the service holds the order as protected; null if the proxy cannot know. */
  protected: boolean | null
  /** Whether the order was protected until its protection was refunded. */
  refunded: boolean
  /** The shop's currency. */
  currency: string
  /** The whole order, with shipping and taxes. */
  money: PaidFacts
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

/** The job that reports an order, new or in its current state. */
export const orderJob = (report: OrderReport) =>
  toJob(
    'order',
    { ...report, order: withShippingWeights(report.order) },
    { order: report.order.shop_order_id, subject: `order:${report.order.shop_order_id}`, collapse: 'ever' },
  )

/** The same report, marked to replace another state of its version, so that it does not count as a repeat of an earlier report. */
export const replacingState = (job: Job, over: string): Job =>
  job.kind === 'order' ? { ...job, body: JSON.stringify({ ...(JSON.parse(job.body) as OrderReport), over } satisfies OrderReport) } : job

/** The job that reports a change of an order. */
export const orderUpdateJob = (report: OrderUpdateReport) =>
  toJob(
    'order-update',
    { ...report, update: withShippingWeights(report.update) },
    { order: report.update.shopOrderId, subject: `order:${report.update.shopOrderId}`, collapse: 'latest' },
  )

/** The job that reports that the price of protection was refunded. */
export const refundProtectionJob = (refund: RefundReport) =>
  toJob('refund-protection', refund, { order: refund.shopOrderId, subject: `protection:${refund.shopOrderId}`, collapse: 'latest' })

/** The job that requests protection of an order after the fact. */
export const addProtectionJob = (added: { shopOrderId: string }) =>
  toJob('add-protection', added, { order: added.shopOrderId, subject: `protection:${added.shopOrderId}`, collapse: 'latest' })

/** The job that reports a shipment, new or in its current state. */
export const shipmentJob = (report: ShipmentReport) =>
  toJob(
    'shipment',
    { ...report, shipment: asShipped(report.shipment) },
    { order: report.shipment.shop_order_id, subject: `shipment:${report.shipment.shop_shipment_id}`, collapse: 'ever' },
  )

/** The job that reports a change of a shipment. */
export const shipmentUpdateJob = (report: ShipmentUpdateReport) =>
  toJob(
    'shipment-update',
    { ...report, update: asShipped(report.update) },
    { order: report.update.shop_order_id, subject: `shipment:${report.update.shopShipmentId}`, collapse: 'latest' },
  )

/** The job that reports an event of a shipment; `order` is its order, if known. */
export const shipmentEventJob = (event: ShipmentEventInput, order?: string) =>
  toJob('shipment-event', event, {
    order: order ?? null,
    // The lane is the same whether or not the order is known, so that the events of one shipment are reported one after the other.
    lane: `shipment:${event.shopShipmentId}`,
    subject: toName(`event:${event.shopShipmentId}/${event.shop_shipment_event_id}`),
    collapse: 'ever',
  })

/** The job that refunds, through the platform, what was paid for protection that does not exist or is no longer wanted. */
export const platformRefundJob = (refund: PlatformRefund): Job => ({
  kind: 'platform-refund',
  orderingKey: orderingKeyOfRefunds(refund.order),
  priority: 0,
  // One line can have three refunds: the part that was too much, the part beyond its quote, and the part that paid for protection.
  subject: `${refund.beyond ? 'beyond' : refund.tell ? 'removal' : 'refund'}:${refund.order}/${refund.lines.map(({ id }) => id).join('+')}`,
  order: refund.order,
  body: JSON.stringify({ ...refund, lines: refund.lines.map(toShare) } satisfies PlatformRefund),
  collapse: 'ever',
  manual: true,
  keepsBody: true,
})

const toShare = ({ id, quantity, amount, presented, bound, sealed }: RefundLine): RefundLine => ({
  id,
  quantity,
  amount,
  ...(presented && { presented }),
  ...(bound && { bound }),
  ...(sealed && { sealed }),
})

/** The most characters of a name in the store; a longer name is cut and ends with its hash. */
const longestName = 400
const toName = (text: string) => (text.length > longestName ? `${text.slice(0, longestName - 50)}#${hashOf(text)}` : text)

type About = Pick<Job, 'subject' | 'order' | 'collapse'>

function toJob(kind: ReportKind, body: object, about: (About & { order: string }) | (About & { lane: string })): Job {
  const orderingKey = 'lane' in about ? about.lane : orderingKeyOfOrder(about.order)
  return { ...about, kind, orderingKey, priority: priorities[kind], body: JSON.stringify(body) }
}
