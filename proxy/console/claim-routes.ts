import type { Claim, ClaimLine, ClaimPage } from '../../console/contract/claims.ts'
import type { consoleActions, consoleReads, Person } from '../../console/contract/console.ts'
import type { Money } from '../../src/contract/money.ts'
import type { Audit } from '../audit/audit-store.ts'
import { approveClaim, DecisionRefused, findClaimByName, refuseClaim, type DecisionQueue } from '../claims/approve-refuse.ts'
import { checkClaim } from '../claims/check-claim.ts'
import { claimStates, refusedPrefix, type Claim as RequestedClaim } from '../claims/claim.ts'
import { readRequest } from '../claims/claim-request.ts'
import type { StoredClaim } from '../claims/claim-store.ts'
import { decisionsOf, takenBy } from '../claims/decisions.ts'
import { remainingOfLine, remainingOfOrder, type Taken } from '../claims/remaining.ts'
import { Refusal } from '../http/problems.ts'
import type { Handlers } from '../http/serve.ts'
import { orderFact, type OrderFacts } from '../reports/report-facts.ts'

/** The claims that one page shows. */
const pageSize = 25

type ClaimQueue = DecisionQueue & Pick<Audit, 'auditEntries'>

type ClaimVerbs = Pick<typeof consoleReads, 'listClaims'> & Pick<typeof consoleActions, 'approveClaim' | 'refuseClaim'>

/** Handlers about claims: what a person needs for the decision, and the decision. */
export const claimRoutes = (queue: ClaimQueue): Handlers<ClaimVerbs, Person> => ({
  async listClaims({ state = 'awaiting', after }): Promise<ClaimPage> {
    const states = state === 'all' ? claimStates : [state]
    const found = await queue.listClaims({ states, limit: pageSize, ...(after !== undefined && { after }) })
    const claims = await Promise.all(found.map((one) => toView(queue, one)))
    return { claims, next: found.length < pageSize ? null : found.at(-1)!.key }
  },
  approveClaim: ({ claim, reason }, { name, via }) => decide(queue, claim, (stored) => approveClaim(queue, stored, { who: name, via, reason })),
  refuseClaim: ({ claim, reason }, { name, via }) => decide(queue, claim, (stored) => refuseClaim(queue, stored, reason, { who: name, via })),
})

async function decide(queue: ClaimQueue, name: string, apply: (stored: StoredClaim) => Promise<StoredClaim>): Promise<Claim> {
  const stored = await findClaimByName(queue, name)
  if (!stored) throw new Refusal('not-found', 'There is no such claim.')
  try {
    return await toView(queue, await apply(stored))
  } catch (error) {
    if (error instanceof DecisionRefused) throw new Refusal('not-eligible', error.lines[0] ?? 'The claim cannot be decided.', { errors: [...error.lines] })
    throw error
  }
}

/** A claim with its order, its bounds and the other claims of the order. */
export async function toView(queue: ClaimQueue, stored: StoredClaim): Promise<Claim> {
  const { key, order: orderId, state, amount, createdAt, settledAt, decidedBy, reply, request, job } = stored
  const { claim } = readRequest(request)
  const [facts, others, decisions] = await Promise.all([queue.fact<OrderFacts>(orderFact(orderId)), queue.claimsOf(orderId), decisionsOf(queue, orderId)])
  const earlier = takenBy(decisions).filter((taken) => taken.key !== key)
  const checked = state === 'awaiting' ? await checkClaim(queue, claim) : []
  const wasApproved = decidedBy !== null && (state === 'open' || state === 'resolved' || state === 'failed')
  const [approval] = wasApproved ? await queue.auditEntries({ action: 'claim.approve', subject: key, limit: 1 }) : []
  const error = reply && reply.status >= 400 ? (JSON.parse(reply.body) as { error?: string[] }).error : undefined
  return {
    key,
    state: state as Claim['state'],
    resolution: claim.resolution,
    amount: readMoney(amount),
    raised_at: toTime(createdAt),
    settled_at: settledAt === null ? null : toTime(settledAt),
    decided_by: decidedBy,
    reason: error?.join('; ').replace(refusedPrefix, '') ?? null,
    approval: approval?.reason ?? null,
    lines: claim.lines.map((line) => toLine(line, facts, earlier)),
    order: facts ? toOrder(orderId, facts, earlier) : null,
    order_id: orderId,
    earlier: others
      .filter((other) => other.key !== key)
      .map((other) => ({ key: other.key, state: other.state, amount: readMoney(other.amount), raised_at: toTime(other.createdAt) })),
    faults: Array.isArray(checked) ? checked : [],
    doubts: Array.isArray(checked) ? [] : checked.doubts,
    job,
  }
}

function toLine({ id, quantity, amount }: RequestedClaim['lines'][number], facts: OrderFacts | undefined, earlier: readonly Taken[]): ClaimLine {
  const line = facts?.lines.find((one) => one.id === id)
  const asked = { quantity, amount }
  if (!facts || !line) return { id, name: null, asked, order: null, left: null }
  const left = remainingOfLine(line, facts, earlier)
  return {
    id,
    name: line.name ?? null,
    asked,
    order: {
      quantity: line.quantity,
      paid: line.total,
      shipped: facts.shipped[id] ?? 0,
      refunded_quantity: left.refunded.quantity,
      refunded: { cents: left.refunded.cents, currency: facts.currency },
    },
    left: { quantity: left.quantity, amount: { cents: left.cents, currency: facts.currency } },
  }
}

function toOrder(id: string, { number, financial_status, protected: isProtected, money, currency, ...facts }: OrderFacts, earlier: readonly Taken[]) {
  const whole = remainingOfOrder({ ...facts, number, financial_status, protected: isProtected, money, currency }, earlier)
  const inCurrency = (cents: number): Money => ({ cents, currency })
  return { id, number, financial_status, protected: isProtected, paid: money.total, refunded: inCurrency(whole.refunded), left: inCurrency(whole.left) }
}

const readMoney = (text: string | null) => (text === null ? null : (JSON.parse(text) as Money))

const toTime = (time: number) => new Date(time).toISOString()
