import type { Job } from '../jobs/job.ts'
import type { ShipmentEventInput } from '../upstream/protection.ts'
import { hashOf } from './hash.ts'
import type { PlatformRefund, RefundLine } from './protection-payment.ts'
import type { OrderReport, OrderUpdateReport, RefundReport, ShipmentReport, ShipmentUpdateReport } from './report-bodies.ts'
import { orderingKeyOfOrder, orderingKeyOfRefunds, priorities, type ReportKind } from './report-kinds.ts'
import { asShipped, withShippingWeights } from './shipping-weight.ts'

/*
 * The jobs of reports. They are the same whether the merchant's own backend or a platform reports.
 */

/** The job that reports an order, new or in its current state. */
export const orderJob = (report: OrderReport) =>
  toJob(
    'order',
    { ...report, order: withShippingWeights(report.order) },
    { businessKey: report.order.shop_order_id, subject: `order:${report.order.shop_order_id}`, collapse: 'ever' },
  )

/** The same report, marked to replace another state of its version, so that it does not count as a repeat of an earlier report. */
export const replacingState = (job: Job, over: string): Job =>
  job.kind === 'order' ? { ...job, body: JSON.stringify({ ...(JSON.parse(job.body) as OrderReport), over } satisfies OrderReport) } : job

/** The job that reports a change of an order. */
export const orderUpdateJob = (report: OrderUpdateReport) =>
  toJob(
    'order-update',
    { ...report, update: withShippingWeights(report.update) },
    { businessKey: report.update.shopOrderId, subject: `order:${report.update.shopOrderId}`, collapse: 'latest' },
  )

/** The job that reports that the price of protection was refunded. */
export const refundProtectionJob = (refund: RefundReport) =>
  toJob('refund-protection', refund, { businessKey: refund.shopOrderId, subject: `protection:${refund.shopOrderId}`, collapse: 'latest' })

/** The job that requests protection of an order after the fact. */
export const addProtectionJob = (added: { shopOrderId: string }) =>
  toJob('add-protection', added, { businessKey: added.shopOrderId, subject: `protection:${added.shopOrderId}`, collapse: 'latest' })

/** The job that reports a shipment, new or in its current state. */
export const shipmentJob = (report: ShipmentReport) =>
  toJob(
    'shipment',
    { ...report, shipment: asShipped(report.shipment) },
    { businessKey: report.shipment.shop_order_id, subject: `shipment:${report.shipment.shop_shipment_id}`, collapse: 'ever' },
  )

/** The job that reports a change of a shipment. */
export const shipmentUpdateJob = (report: ShipmentUpdateReport) =>
  toJob(
    'shipment-update',
    { ...report, update: asShipped(report.update) },
    { businessKey: report.update.shop_order_id, subject: `shipment:${report.update.shopShipmentId}`, collapse: 'latest' },
  )

/** The job that reports an event of a shipment; `order` is its order, if known. */
export const shipmentEventJob = (event: ShipmentEventInput, order?: string) =>
  toJob('shipment-event', event, {
    businessKey: order ?? null,
    // The ordering key is the same whether or not the order is known, so that the events of one shipment are reported one after the other.
    orderingKey: `shipment:${event.shopShipmentId}`,
    subject: toStoredName(`event:${event.shopShipmentId}/${event.shop_shipment_event_id}`),
    collapse: 'ever',
  })

/** The job that refunds, through the platform, the payment for protection that does not exist or is no longer wanted. */
export const platformRefundJob = (refund: PlatformRefund): Job => ({
  kind: 'platform-refund',
  orderingKey: orderingKeyOfRefunds(refund.order),
  priority: 0,
  // One line can have three refunds: the part that was too much, the part beyond its quote, and the part that paid for protection.
  subject: `${refund.beyond ? 'beyond' : refund.tell ? 'removal' : 'refund'}:${refund.order}/${refund.lines.map(({ id }) => id).join('+')}`,
  businessKey: refund.order,
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

const toStoredName = (text: string) => (text.length > longestName ? `${text.slice(0, longestName - 50)}#${hashOf(text)}` : text)

type About = Pick<Job, 'subject' | 'businessKey' | 'collapse'>

function toJob(kind: ReportKind, body: object, about: (About & { businessKey: string }) | (About & { orderingKey: string })): Job {
  const orderingKey = 'orderingKey' in about ? about.orderingKey : orderingKeyOfOrder(about.businessKey)
  return { ...about, kind, orderingKey, priority: priorities[kind], body: JSON.stringify(body) }
}
