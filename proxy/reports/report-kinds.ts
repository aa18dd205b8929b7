import type { Money } from '../../src/contract/money.ts'
import type { Job } from '../jobs/job.ts'
import type { OrderInput, OrderUpdateInput, ShipmentEventInput, ShipmentInput, ShipmentUpdateInput } from '../upstream/protection.ts'
import type { LineShare } from '../shop-admin/shop.ts'
import { asShipped, withShippingWeights } from './shipping-weight.ts'
import { hashOf } from './hash.ts'

/*
 * The jobs that reports become, whoever reports them: the merchant's own backend and the platforms end in the very same ones.
 */

/** The turn of each kind among what is due of one order: what others speak of goes first. */
const ranks = {
  order: 1,
  'order-update': 2,
  'refund-protection': 3,
  'add-protection': 3,
  shipment: 4,
  'shipment-update': 5,
  'shipment-event': 6,
} as const

/** What can be reported. */
export type ReportKind = keyof typeof ranks

/** All that can be reported. */
export const reportKinds = Object.keys(ranks) as ReportKind[]

/** Whether jobs of this kind are reports. */
export const isReportKind = (kind: string): kind is ReportKind => kind in ranks

/** The lane of all that is reported of an order. */
export const orderLane = (order: string) => `order:${order}`

/** The lane of the refunds of an order. */
export const refundLane = (order: string) => `refund:${order}`

/** Under which name what is known of an order is kept, and waited for. */
export const orderFact = (order: string) => `order:${order}`

/** Under which name it is kept that an order was erased on request, and when. */
export const erasedFact = (order: string) => `erased:${order}`

/** Under which name what is known of a shipment is kept, and waited for. */
export const shipmentFact = (shipment: string) => `shipment:${shipment}`

/** Under which name it is kept that the platform has called a shipment off, and when: its version then, 0 if it gave none. */
export const cancelledFact = (shipment: string) => `cancelled:${shipment}`

/** The most that a machine gives back of a line on the strength of a sealed quote: the sealed price of one, with the tax on it. */
export interface RefundBound {
  /** The id of the seal (`jti`), which gives back once. */
  quote: string
  /** When it was sealed, in milliseconds. */
  sealedAt?: number
  /** In the shop's currency. */
  amount: Money
  /** In the customer's currency, where the line tells that. */
  presented?: Money
}

/** A line, or a part of one, that is to be given back; without a bound a person does it. */
export interface RefundLine extends LineShare {
  bound?: RefundBound | undefined
  /** For the person who decides: what the quote on the line asks, where it does not bound all of the line. */
  sealed?: Money | undefined
}

/**
 * What an order charges for protection: each of its lines that does, in full, less what was given back of it. One that pays for the
 * order's quote stays; what any others come to is given back by the platform.
 */
export interface ProtectionPaid {
  lines: ChargedLine[]
}

/** A line that charges for protection. */
export interface ChargedLine extends RefundLine {
  /**
   * What is asked for it in the customer's currency, before taxes and before discounts, which are the merchant's gift; absent where that is
   * what is paid.
   */
  asked?: Money
  /** The token that came with this line, where each has its own. */
  token?: string
}

/** An order, new or as it is now: it is created where the service does not have it, and updated where it has. */
export interface OrderReport {
  order: OrderInput
  /** What an update says of it, where that is not what a creation says: its money is the customer's (section 2). */
  update?: OrderUpdateInput | undefined
  /** When the platform changed it last, in milliseconds: what is older than what was reported changes nothing. */
  version?: number | undefined
  /** Absent where it is not known. */
  paid?: ProtectionPaid | undefined
  /**
   * What protection itself bears of discounts of a fixed amount on the whole order, in the customer's currency. It was not yet in the cart
   * that its quote is for, where the goods bore all of them: they may be worth that much more now.
   */
  borne?: Money | undefined
  /** What the whole order came to, where more is known than its own prices tell. */
  money?: PaidFacts | undefined
  /** The state of the same version, by `stateOf`, in whose place this one is reported: the platform was asked, and has this one. */
  over?: string | undefined
}

/** How an order has changed; a `version` as in {@link OrderReport}. */
export interface OrderUpdateReport {
  update: OrderUpdateInput
  version?: number | undefined
}

/** A shipment, new or as it is now; a `version` as in {@link OrderReport}. */
export interface ShipmentReport {
  shipment: ShipmentInput
  version?: number | undefined
  /** The first box of the parcel that this one belongs to, with which its goods are counted. */
  beside?: string | undefined
  /** Of the first box: how many there are. */
  boxes?: number | undefined
  /** Of the first box: how many of each line all boxes hold, by the line's id. */
  whole?: Record<string, number> | undefined
}

/** How a shipment has changed; a `version` as in {@link OrderReport}. */
export interface ShipmentUpdateReport {
  update: ShipmentUpdateInput
  version?: number | undefined
}

/** That what protection cost was given back. */
export type RefundReport = { shopOrderId: string; amount_refunded?: Money | undefined }

/** What the platform has to give back, since it was paid for protection that there is not, or that its customer no longer wants. */
export interface PlatformRefund {
  order: string
  /** For people: why. */
  reason: string
  lines: RefundLine[]
  /** Whether the service holds the order as protected by what is given back, and has to be told afterwards. */
  tell: boolean
  /** These lines are what was paid beyond the bound, which another job gives back: a person decides. */
  beyond?: true
}

/** How new what was told of something is. */
export interface Standing {
  /** The platform's; null where it gave none. */
  version: number | null
  /** The places in the order of their coming of the reports without a version that created it, and that changed it last. */
  told?: { created?: number; changed?: number }
}

/** What something came to, and what of that was given back or taken out since; in the shop's currency, and as the customer saw it where that is told. */
export interface PaidFacts {
  total: Money
  presented?: Money
  refunded: Money
  refunded_presented?: Money
}

/** A line as far as its money matters. */
export interface LineFacts extends PaidFacts {
  id: string
  quantity: number
  /** How many are not there any more: given back, or taken out. */
  refunded_quantity: number
}

/** What is remembered of an order that the service has, under `order:ID`; written in the order's lane alone, and free of personal data. */
export interface OrderFacts extends Standing {
  number: string
  /** Whether the service holds it as protected; null where nobody here can know. */
  protected: boolean | null
  /** Whether it was protected until what that cost was refunded. */
  refunded: boolean
  /** The shop's. */
  currency: string
  /** All of it, with shipping and taxes. */
  money: PaidFacts
  lines: LineFacts[]
  /** How many of each line were sent, by the line's id. */
  shipped: Record<string, number>
  financial_status: OrderInput['financial_status']
  /** The customer's id at the shop; null for guests. */
  customer: string | null
  /** The state that its version was reported with, by `stateOf`; absent where the platform did not tell it. */
  state?: string | undefined
  /** SHA-256 of the report that created it, whose repeats change nothing, however late they come; null where it was not created here. */
  created: string | null
  /** The lines that this protects; null where it is whatever is said to be. */
  insured: string[] | null
  /** The line that pays for its protection; null where none does, or it is not known. */
  paying: string | null
  /** One of that line, and what is given back with it; absent where it is not known, or gone. */
  charge?: RefundLine | undefined
  /** Why it was reported without protection, though it was meant to be protected; null where that is not so. */
  unprotected: string | null
}

/** What is remembered of a shipment that the service has, under `shipment:ID`. */
export interface ShipmentFacts extends Standing {
  order: string
  /** How many of each line are in it, by the line's id; none where they are counted with another, or it was called off. */
  quantities: Record<string, number>
  /** Of the first box of a parcel: how many there are; absent where it is the only one. */
  boxes?: number | undefined
  /** As in {@link OrderFacts}. */
  created: string | null
}

/** Tells the service of an order, or of how it is now. */
export const orderJob = (report: OrderReport) =>
  toJob(
    'order',
    { ...report, order: withShippingWeights(report.order) },
    { order: report.order.shop_order_id, subject: `order:${report.order.shop_order_id}`, collapse: 'ever' },
  )

/** The same report in the place of another state of its version, so that it is no repeat of what was reported before that one. */
export const inPlaceOf = (job: Job, over: string): Job =>
  job.kind === 'order' ? { ...job, body: JSON.stringify({ ...(JSON.parse(job.body) as OrderReport), over } satisfies OrderReport) } : job

/** Tells the service how an order has changed. */
export const orderUpdateJob = (report: OrderUpdateReport) =>
  toJob(
    'order-update',
    { ...report, update: withShippingWeights(report.update) },
    { order: report.update.shopOrderId, subject: `order:${report.update.shopOrderId}`, collapse: 'latest' },
  )

/** Tells the service that what protection cost was given back. */
export const refundProtectionJob = (refund: RefundReport) =>
  toJob('refund-protection', refund, { order: refund.shopOrderId, subject: `protection:${refund.shopOrderId}`, collapse: 'latest' })

/** Asks the service to protect an order after the fact. */
export const addProtectionJob = (added: { shopOrderId: string }) =>
  toJob('add-protection', added, { order: added.shopOrderId, subject: `protection:${added.shopOrderId}`, collapse: 'latest' })

/** Tells the service of a shipment, or of how it is now. */
export const shipmentJob = (report: ShipmentReport) =>
  toJob(
    'shipment',
    { ...report, shipment: asShipped(report.shipment) },
    { order: report.shipment.shop_order_id, subject: `shipment:${report.shipment.shop_shipment_id}`, collapse: 'ever' },
  )

/** Tells the service how a shipment has changed. */
export const shipmentUpdateJob = (report: ShipmentUpdateReport) =>
  toJob(
    'shipment-update',
    { ...report, update: asShipped(report.update) },
    { order: report.update.shop_order_id, subject: `shipment:${report.update.shopShipmentId}`, collapse: 'latest' },
  )

/** Tells the service what happened to a shipment; `order` where it is known which one that belongs to. */
export const shipmentEventJob = (event: ShipmentEventInput, order?: string) =>
  toJob('shipment-event', event, {
    order: order ?? null,
    // Always the same, whether the order is known by now or not, so that those of one shipment are told one after another.
    lane: `shipment:${event.shopShipmentId}`,
    subject: toName(`event:${event.shopShipmentId}/${event.shop_shipment_event_id}`),
    collapse: 'ever',
  })

/** Has the platform give back what was paid for nothing. */
export const platformRefundJob = (refund: PlatformRefund): Job => ({
  kind: 'platform-refund',
  lane: refundLane(refund.order),
  rank: 0,
  // What was too much of a line, what was paid beyond its quote, and then what has paid, are three refunds of it.
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

/** Characters of a name in the store; what is longer is known by its beginning and its hash. */
const longestName = 400
const toName = (text: string) => (text.length > longestName ? `${text.slice(0, longestName - 50)}#${hashOf(text)}` : text)

type About = Pick<Job, 'subject' | 'order' | 'collapse'>

function toJob(kind: ReportKind, body: object, about: (About & { order: string }) | (About & { lane: string })): Job {
  const lane = 'lane' in about ? about.lane : orderLane(about.order)
  return { ...about, kind, lane, rank: ranks[kind], body: JSON.stringify(body) }
}
