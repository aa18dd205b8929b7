import { ResponseError } from '../../src/contract/client.ts'
import { toMoneyText } from '../upstream/money-text.ts'
import { Refusal } from '../http/problems.ts'
import { classifyError } from '../reports/classify-error.ts'
import type { JobContext, Outcome } from '../jobs/handler.ts'
import type { Job } from '../jobs/job.ts'
import { Unanswered } from '../upstream/transport.ts'
import {
  givenBackFact,
  protectionOffFact,
  quoteRefundFact,
  type GivenBackFacts,
  type ProtectionOffFacts,
  type QuoteRefundFacts,
} from '../reports/refund-facts.ts'
import { beyondJob } from '../reports/refund-jobs.ts'
import { refundProtectionJob } from '../reports/report-jobs.ts'
import type { PlatformRefund, RefundLine } from '../reports/protection-payment.ts'
import { ShopRefusal, type Shop } from '../shop-admin/shop.ts'
import { findEarlierRefund, isRefunded, mayBeOwnRefund, readPayment, whyManual, whyForbidden } from './refund-checks.ts'

/** Finds out whether claims use the protection of an order: its price is not given back then. */
export type ProtectionUse = (order: string) => Promise<'used' | 'undecided' | 'unused'>

/** Milliseconds after which a removal looks again whether a claim is resolved. */
const claimPollDelay = 1_000

/**
 * Refunds what was paid for protection that does not exist, or that the customer no longer wants. First the platform refunds, under a key that is
 * the same at every attempt; then the service gets a report, which it only records. Every refund that no person requests goes through this handler.
 * It makes no refund without a sealed quote, above its bound, twice for one quote, for an order that is not paid, or for money that
 * was refunded before, by the proxy or by hand.
 */
export const platformRefundHandler =
  (shop: Shop | undefined, protectionUse: ProtectionUse) =>
  async (refund: PlatformRefund, context: JobContext): Promise<Outcome> => {
    const { order, reason, lines, tell, beyond } = refund
    const followUps = tell ? [refundProtectionJob({ shopOrderId: order })] : []
    // The service may refuse its report, and this job is deleted after 7 days. Claims must know for longer that nobody pays for the protection.
    const off: Record<string, ProtectionOffFacts> = tell ? { [protectionOffFact(order)]: { lines } } : {}
    const superseded = (note: string): Outcome => ({ state: 'superseded', notes: [note], facts: off, followUps })
    const without = (note: string, next: Job[] = []): Outcome => ({ state: 'superseded', notes: [note], followUps: next })
    const payment = await readPayment(order, context)
    if (!beyond && lines.every((line) => isRefunded(line, payment, tell))) return superseded('the platform has given it back by now')
    const earlier = await findEarlierRefund(refund, context)
    if (earlier.kind === 'person') return without(`a person has ended this refund (job ${earlier.job})`)
    if (earlier.kind === 'done') return superseded(`it was given back before, by refund ${earlier.refund}`)
    if (earlier.kind === 'quote used' && !tell) {
      return without(
        `its quote has given back ${sumOf(earlier.lines)} before, by refund ${earlier.refund}: what is left waits for a person`,
        lines.map((line) => beyondJob(refund, line)),
      )
    }
    const forbidden = whyForbidden(payment, await mayBeOwnRefund(refund, payment, context))
    if (forbidden?.isOver) return superseded(forbidden.why)
    if (lines.length === 0) {
      const remedy = 'the report does not say what was charged for protection, so a person decides: give back what was charged for it, then drop this'
      return { state: 'held', note: `paid but unprotected: ${reason}; ${remedy}` }
    }
    if (forbidden?.isUnpaid && !tell) return superseded(`${forbidden.why}: an update of the order that is paid has this looked at again`)

    const use = tell ? await protectionUse(order) : 'unused'
    if (use === 'undecided') return { state: 'waiting', note: 'a claim about the order is being resolved', after: claimPollDelay, inDoubt: false }

    const unpaid = (why: string) => `${tell ? 'protection is taken off' : 'paid but unprotected'}: ${reason}; ${why}`
    const what = `${sumOf(lines)} of order ${order} (${lineWords(lines)})`
    const remedy = `${context.inDoubt ? 'look whether an earlier try has done it, else ' : ''}give back ${what} at the platform, then drop this`
    const usedBy = earlier.kind === 'quote used' ? `its quote has given back ${sumOf(earlier.lines)} before, by refund ${earlier.refund}` : undefined
    const claimed = use === 'used' ? 'a claim about the order was resolved' : undefined
    const doubt = forbidden?.why ?? usedBy ?? claimed ?? (beyond ? 'this is more than the sealed quote asks' : await whyManual(refund, earlier, context))
    if (doubt !== undefined) return { state: 'held', note: unpaid(`${doubt}, so a person decides: if it was paid for protection, ${remedy}`) }
    if (!shop) return { state: 'held', note: unpaid(`nothing is set up here that refunds (SHOPIFY_CLIENT_ID or CLAIMS_RESOLVER): ${remedy}`) }
    try {
      const { id } = await shop.refund({ key: context.job.subject, order, note: `Shipment protection: ${reason}`, lines: lines.map(toShare) })
      const facts = { ...off, ...doneFacts(refund, id, context), ...(await givenBackFacts(refund, context)) }
      return { state: 'delivered', result: { refund: id }, facts, followUps }
    } catch (error) {
      if (error instanceof ShopRefusal) return { state: 'held', note: unpaid(`the platform refuses (${error.message}): ${remedy}`) }
      const outcome = classifyError(error)
      if (!isAnswer(error) || outcome.state !== 'waiting') throw error
      return { ...outcome, note: unpaid(`${what} is not given back yet, since the shop does not do it: ${outcome.note}`) }
    }
  }

/** The facts that each quote has paid for its refund, stored in the commit that ends the job. */
const doneFacts = ({ lines }: PlatformRefund, id: string, { id: work, job: { subject } }: JobContext): Record<string, QuoteRefundFacts> =>
  Object.fromEntries(lines.flatMap(({ bound }) => (bound ? [[quoteRefundFact(bound.quote), { refund: subject, work, done: { id, lines } }]] : [])))

/** What the proxy has given back so far. The refunds of an order run one after another, so none of them is lost. */
const givenBackFacts = async ({ order, lines }: PlatformRefund, { fact, job: { subject } }: JobContext): Promise<Record<string, GivenBackFacts>> => ({
  [givenBackFact(order)]: { ...(await fact<GivenBackFacts>(givenBackFact(order))), [subject]: lines.map(({ id, amount: { cents } }) => ({ id, cents })) },
})

const toShare = ({ bound: _, sealed: __, ...share }: RefundLine) => share

const isAnswer = (error: unknown) => error instanceof Unanswered || error instanceof ResponseError || error instanceof Refusal

const sumOf = (lines: readonly RefundLine[]) => lines.map(({ amount }) => toMoneyText(amount)).join(' and ')

const lineWords = (lines: readonly RefundLine[]) =>
  `${lines.length === 1 ? 'line' : 'lines'} ${lines.map(({ id, quantity, sealed }) => `${quantity === 1 ? id : `${quantity} of ${id}`}${sealed ? `, whose quote asks ${toMoneyText(sealed)}` : ''}`).join(', ')}`
