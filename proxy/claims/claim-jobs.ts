import type { ClaimChange, Claims } from './claim-store.ts'
import type { JobContext, Handler, Outcome } from '../jobs/handler.ts'
import type { Job } from '../jobs/job.ts'
import type { Queue } from '../jobs/queue.ts'
import { findTopic, webhookJob } from '../platforms/platform.ts'
import { shopify } from '../platforms/shopify.ts'
import { woocommerce } from '../platforms/woocommerce.ts'
import { orderFact, type OrderFacts } from '../reports/report-facts.ts'
import { orderJob } from '../reports/report-jobs.ts'
import { ShopRefusal, type MadeOrder, type Shop } from '../shop-admin/shop.ts'
import { takenWithoutPerson, whyBeyondLimit, type AutoLimit } from './auto-limit.ts'
import { checkBounds } from './bounds.ts'
import { writeClaims } from './claim-rows.ts'
import { refusedPrefix, type Claim, type ClaimBody } from './claim.ts'
import { decisionFact, decisionsOf, takenBy, type Decision } from './decisions.ts'
import { doubtsOf } from './doubts.ts'
import { hasWaitingReports } from './order-reports.ts'
import type { Taken } from './remaining.ts'
import { writeSettled } from './claim-request.ts'

/** The shop, settings and queue that the handlers of claims use. */
interface ClaimParts {
  shop: Shop | undefined
  /** Absent if claims are not set up any more; then a person decides. */
  settings: AutoLimit | undefined
  queue: Pick<Queue, 'fact' | 'list'> & Pick<Claims, 'claimsOf'>
}

/** Handlers of the jobs that resolve claims through the shop, one after the other for one order. */
export const claimHandlers = ({ shop, settings, queue }: ClaimParts): Record<string, Handler> => ({
  async claim({ approved, ...claim }: ClaimBody, context: JobContext): Promise<Outcome> {
    const { key, order } = claim
    if (!shop) return { state: 'held', note: 'no shop is set up to resolve claims: set CLAIMS_RESOLVER, then retry this' }
    const decisions = await decisionsOf(context, order)
    const before = decisions.findIndex(({ taken }) => taken.key === key)
    const name = decisionFact(order, before < 0 ? decisions.length : before)
    // A decision never changes: what the shop has done since then must not count against the claim that it was done for.
    let decision = decisions[before]
    if (decision?.state === 'void') return { state: 'superseded', notes: ['the claim was refused'] }
    if (!decision) {
      const first = await decideFirst({ claim, isApproved: approved === true, decisions }, { settings, queue }, context)
      if ('state' in first) return first
      decision = await context.putIfAbsent<Decision>(name, { ...first, state: 'asked' })
      if (decision.taken.key !== key) throw new Error('another claim of the order was decided at the same time')
    }
    try {
      const { reply, followUps = [] } = await resolve(shop, claim, decision, context)
      const { taken } = decision
      return {
        state: 'delivered',
        result: { resolution: claim.resolution },
        facts: { [name]: { ...decision, state: 'done' } satisfies Decision },
        followUps,
        write: writeClaims({
          key,
          state: 'resolved',
          request: writeSettled({ claim, taken }),
          reply: { status: 200, body: JSON.stringify(reply) },
          settled: true,
        }),
        invalidations: [{ topic: 'claim', key: null }],
      }
    } catch (error) {
      if (!(error instanceof ShopRefusal)) throw error
      if (before >= 0 && context.inDoubt) return { state: 'held', note: inDoubt(key, error.message) }
      return { ...failed(claim, [refusedPrefix + error.message]), facts: { [name]: { ...decision, state: 'void' } satisfies Decision } }
    }
  },

  async 'claim-void'({ key, order }: Pick<Claim, 'key' | 'order'>, context: JobContext): Promise<Outcome> {
    const decisions = await decisionsOf(context, order)
    const facts = decisions.flatMap((decision, index) =>
      decision.taken.key === key && decision.state === 'asked' ? [[decisionFact(order, index), { ...decision, state: 'void' } satisfies Decision]] : [],
    )
    return { state: 'delivered', facts: Object.fromEntries(facts) as Record<string, Decision> }
  },
})

interface FirstDecision {
  claim: Claim
  /** Whether a person has approved it. */
  isApproved: boolean
  /** The decisions about other claims of the order. */
  decisions: readonly Decision[]
}

/** Checks a claim before anything of it is done. Returns what it takes of its order, or the outcome of its job. */
async function decideFirst(
  { claim, isApproved, decisions }: FirstDecision,
  { settings, queue }: Pick<ClaimParts, 'settings' | 'queue'>,
  context: JobContext,
): Promise<Omit<Decision, 'state'> | Outcome> {
  const { key, order } = claim
  if (await hasWaitingReports(queue, order)) return reportsWait
  const facts = await context.fact<OrderFacts>(orderFact(order))
  if (!facts) return failed(claim, ['shop_order_id is that of an order that is no longer known'])
  const earlier = takenBy(decisions)
  const { faults, taken, shares, amount, counted } = checkBounds(claim, facts, earlier)
  faults.unshift(...faultsOfRepeat(claim, earlier))
  if (faults.length > 0) return failed(claim, faults)
  const claims = await queue.claimsOf(order)
  // An earlier version marked no approval in the job.
  if (!isApproved && claims.find((one) => one.key === key)?.decidedBy == null) {
    // Claims that are decided later count this one.
    const decided = claims.filter((other) => decisions.some((one) => one.taken.key === other.key))
    const beyondLimit = whyBeyondLimit(settings, counted, facts, takenWithoutPerson(key, decided, decisions))
    // The order may have changed since the claim arrived: its protection may be taken off by now.
    const why = [...(await doubtsOf(queue, order, facts, earlier)), ...(beyondLimit === undefined ? [] : [beyondLimit])]
    if (why.length > 0) return leaveToPerson(key, why)
  }
  return { taken, shares, amount }
}

/** The outcome for a claim that a person has to decide after all: the approval stores another job. */
const leaveToPerson = (key: string, why: readonly string[]): Outcome => ({
  state: 'superseded',
  notes: [`a person has to decide about the claim: ${why.join('; ')}`],
  write: writeClaims({ key, from: ['open'], state: 'awaiting' }),
  invalidations: [{ topic: 'claim', key: null }],
})

/** The outcome while reports of the order wait. They have a deadline, so this job needs none. */
const reportsWait: Outcome = { state: 'waiting', note: 'reports about the order are still on their way', inDoubt: false, noDeadline: true }

/** The note for a refusal after an attempt with an unknown result. The shop may have done it, so it counts as done until a person has checked. */
const inDoubt = (key: string, words: string) =>
  `the shop refuses (${words}), but may have done it at an earlier try: check the shop. If it was done, report it to the service by hand; ` +
  `if it was not, retry it, or refuse it with "storefront-proxy claims refuse ${key}"`

/** The faults of a claim that is resolved in another way: a claim is resolved once, in one of the three ways. */
const faultsOfRepeat = ({ key, id }: Claim, earlier: readonly Taken[]): string[] =>
  earlier.some((other) => other.key !== key && id !== null && other.id === id) ? ['refundable.id is that of a claim that was resolved in another way'] : []

/** The outcome for a claim that cannot be resolved: it is settled, and the service gets the faults as a refusal. */
function failed(claim: Claim, faults: string[]): Extract<Outcome, { state: 'delivered' | 'superseded' }> {
  const reply = { status: 422, body: JSON.stringify({ error: faults }) }
  const change: ClaimChange = { key: claim.key, state: 'failed', request: writeSettled({ claim }), reply, settled: true }
  return { state: 'delivered', notes: faults, result: { refused: true }, write: writeClaims(change), invalidations: [{ topic: 'claim', key: null }] }
}

interface Resolved {
  reply: Record<string, string>
  followUps?: Job[]
}

async function resolve(shop: Shop, { key, id, order, resolution, address }: Claim, { shares, amount }: Decision, ledger: JobContext): Promise<Resolved> {
  const request = { key, order, note: id === null ? 'Claim of the protection service' : `Claim ${id} of the protection service` }
  if (resolution === 'refund') return { reply: { shop_refund_id: (await shop.refund({ ...request, lines: shares })).id } }
  if (resolution === 'store_credit') {
    const credit = await shop.credit({ ...request, amount, ledger })
    return { reply: { shop_store_credit_id: credit.id, store_credit_id: credit.id } } // A97
  }
  const lines = shares.map((share) => ({ id: share.id, quantity: share.quantity }))
  const made = await shop.reorder({ ...request, lines, address: address ?? undefined, ledger })
  return { reply: { shop_order_id: made.id, shop_order_number: made.number }, followUps: reportOf(made) }
}

/** The platforms, each with its topic for new orders. */
const platforms = {
  shopify: { platform: shopify, creation: 'orders/create' },
  woocommerce: { platform: woocommerce, creation: 'order.created' },
} as const

/** The jobs that report the new order like any other (A95). */
function reportOf({ id, payload, report }: MadeOrder): Job[] {
  if (report) return [orderJob({ order: report })]
  if (!payload) return []
  const { platform, creation } = platforms[payload.platform]
  const topic = findTopic(platform, creation)
  return topic ? [webhookJob(platform, topic, payload.text, { order: id, id })] : []
}
