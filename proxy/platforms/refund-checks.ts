import { toMoneyText } from '../upstream/money-text.ts'
import { droppedFact, type DroppedFacts } from '../jobs/manual-jobs.ts'
import type { JobContext } from '../jobs/handler.ts'
import {
  areSameLines,
  paymentFact,
  quoteFact,
  quoteRefundFact,
  quoteRemovalFact,
  type PaymentFacts,
  type QuoteFacts,
  type QuoteRefundFacts,
} from '../reports/refund-facts.ts'
import { isWithinBound } from '../reports/refund-jobs.ts'
import { orderFact, type OrderFacts } from '../reports/report-facts.ts'
import type { PlatformRefund, RefundLine } from '../reports/protection-payment.ts'

/** The payment of an order: the platform's last statement, and the proxy's report to the service. */
export interface Payment {
  atPlatform: PaymentFacts | undefined
  reported: OrderFacts | undefined
}

/** Reads the known facts about the payment of an order. */
export const readPayment = async (order: string, { fact }: JobContext): Promise<Payment> => ({
  atPlatform: await fact<PaymentFacts>(paymentFact(order)),
  reported: await fact<OrderFacts>(orderFact(order)),
})

/** Whether nothing of the line is left to refund, apart from the piece that pays for the protection if that stays. */
export function isRefunded({ id }: RefundLine, { atPlatform, reported }: Payment, andPaying: boolean): boolean {
  const line = reported?.lines.find((one) => one.id === id)
  const counts = [
    ...(atPlatform && Object.hasOwn(atPlatform.left, id) ? [atPlatform.left[id]!] : []),
    ...(line ? [line.quantity - line.refunded_quantity] : []),
  ]
  return counts.length > 0 && Math.min(...counts) <= (reported?.paying === id && !andPaying ? 1 : 0)
}

/** Whether a refund was ended before, as far as it is stored. */
type EarlierRefund =
  | { kind: 'no' }
  /** A person has ended this refund. */
  | { kind: 'person'; job: string }
  /** A person has ended a refund of other amounts of the same line. */
  | { kind: 'other by person'; job: string }
  | { kind: 'done'; refund: string }
  /** The quote has paid for a refund of other amounts of the same line. */
  | { kind: 'quote used'; refund: string; lines: RefundLine[] }

/** Finds out whether the shop has made this refund, or a person has ended it. */
export async function findEarlierRefund({ lines }: PlatformRefund, { fact, job: { subject } }: JobContext): Promise<EarlierRefund> {
  for (const { bound } of lines) {
    const kept = bound && (await fact<QuoteRefundFacts>(quoteRefundFact(bound.quote)))
    if (kept?.refund !== subject || !kept.done) continue
    const { id: refund, lines: given } = kept.done
    return areSameLines(given, lines) ? { kind: 'done', refund } : { kind: 'quote used', refund, lines: given }
  }
  const dropped = await fact<DroppedFacts>(droppedFact(subject))
  if (!dropped) return { kind: 'no' }
  const { lines: ended } = JSON.parse(dropped.body) as PlatformRefund
  return { kind: areSameLines(ended, lines) ? 'person' : 'other by person', job: dropped.work }
}

/**
 * Why the payment of the order forbids a refund without a person. `isOver`: the whole order is refunded; `isUnpaid`: nothing is paid yet, or ever.
 * `isOwn`: this job itself made the refund that names no line.
 */
export function whyForbidden({ atPlatform, reported }: Payment, isOwn: boolean): { why: string; isOver?: true; isUnpaid?: true } | undefined {
  const status = atPlatform?.status ?? reported?.financial_status
  if (status === 'refunded') return { why: 'the platform has given back the whole order', isOver: true }
  if (status === 'pending' || status === 'voided') return { why: `the order is not paid (${status})`, isUnpaid: true }
  if (status === 'partially_paid') return { why: 'the order is paid in part' }
  if (status !== 'paid') return { why: 'it is not known whether the order is paid' }
  if (atPlatform?.unassigned && !isOwn) return { why: `the order shows ${toMoneyText(atPlatform.unassigned)} given back, and not for which line` }
  return undefined
}

/**
 * Whether an earlier attempt of this job may have made all the refunds of the order that name no line. Such an attempt is repeated under the same key,
 * and the shop refunds nothing twice under one key.
 */
export async function mayBeOwnRefund({ lines }: PlatformRefund, { atPlatform }: Payment, context: JobContext): Promise<boolean> {
  const shown = atPlatform?.unassigned
  if (!shown || !context.inDoubt) return false
  for (const { bound } of lines) {
    const used = bound && (await context.fact<QuoteRefundFacts>(quoteRefundFact(bound.quote)))
    if (used?.refund !== context.job.subject || !isBegunBy(context, used)) return false
  }
  const asked = lines.map(({ amount, presented }) => [amount, presented].find((money) => money?.currency === shown.currency)?.cents ?? 0)
  return shown.cents <= asked.reduce((sum, cents) => sum + cents, 0)
}

/** Whether this job itself has begun the refund. Jobs of an earlier version stored no id. */
const isBegunBy = ({ id, attempt, inDoubt }: JobContext, { work }: QuoteRefundFacts) => work === id || (work === undefined && (attempt > 1 || inDoubt))

/** Milliseconds after which the refunds of a sealed quote may be forgotten, counted from its sealing: facts are stored for 400 days. */
const quoteMemory = 390 * 24 * 3_600_000

/**
 * Why the proxy may not refund these lines without a person. A quote that covers another order, or has paid for a refund before, pays for nothing
 * more. The use of the quote by this job is stored before the call to the shop.
 */
export async function whyManual({ order, lines }: PlatformRefund, before: EarlierRefund, context: JobContext): Promise<string | undefined> {
  if (before.kind === 'other by person') return `a person has ended another refund of the same line (job ${before.job})`
  for (const line of lines) {
    if (!line.bound) return 'no sealed quote says how much of it may be given back'
    if (!isWithinBound(line)) return 'this is more than the sealed quote asks'
    const { quote, sealedAt } = line.bound
    if (sealedAt !== undefined && context.now() - sealedAt > quoteMemory) return 'its quote is older than what is kept of refunds'
    const spent = await context.putIfAbsent<QuoteFacts>(quoteFact(quote), { order })
    if (spent.order !== order) return `its quote belongs to order ${spent.order}`
    const removal = await context.fact<QuoteRefundFacts>(quoteRemovalFact(quote))
    const used = await context.putIfAbsent<QuoteRefundFacts>(quoteRefundFact(quote), { refund: context.job.subject, work: context.id })
    if (used.refund !== context.job.subject || (removal && removal.refund !== context.job.subject)) return 'its quote has given money back before'
    if (!isBegunBy(context, used)) return `an earlier refund of the same line was begun (job ${used.work ?? 'of an earlier version'})`
  }
  return undefined
}
