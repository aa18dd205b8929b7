import type { Claims } from './claim-store.ts'
import type { Queue } from '../jobs/queue.ts'
import { erasedFact, orderFact, type OrderFacts } from '../reports/report-facts.ts'
import { takenWithoutPerson } from './auto-limit.ts'
import { checkBounds, type CheckedClaim } from './bounds.ts'
import { keyOf, resolutions, shown, type Claim, type ClaimState } from './claim.ts'
import { decisionsOf, takenBy, withoutEffect } from './decisions.ts'
import { doubtsOf } from './doubts.ts'
import { readRequest } from './claim-request.ts'
import type { Taken } from './remaining.ts'

type Kept = Pick<Claims, 'claimsOf' | 'findClaim'> & Pick<Queue, 'fact' | 'list'>

/** A claim that may be resolved. */
export interface EligibleClaim extends CheckedClaim {
  /** The reasons why a person has to decide about the claim, whatever its amount. Empty if the proxy may decide. */
  doubts: string[]
  /** The facts of the order that it was checked against. */
  facts: OrderFacts
  /** The goods and amounts that other claims of the order take without the approval of a person. */
  withoutPerson: Taken[]
}

/** States of claims that have taken nothing of their order, and take nothing in this state. */
export const inactiveStates: ReadonlySet<string> = new Set<ClaimState>(['failed', 'refused', 'outside', 'erased'])

/** The reason to refuse a claim about an erased order. */
export const erasedMessage = (order: string) => `shop_order_id ${shown(order)} was erased by the shop on request: no claim about it can be checked any more`

/** Checks a claim against the facts of its order and its other claims, resolved or pending; resolves to the reasons against it, or to what it takes. */
export async function checkClaim(queue: Kept, claim: Claim): Promise<string[] | EligibleClaim> {
  const { order, id } = claim
  const facts = await queue.fact<OrderFacts>(orderFact(order))
  if (!facts && (await queue.fact(erasedFact(order)))) return [erasedMessage(order)]
  if (!facts) return [`shop_order_id ${shown(order)} was never reported here, so the claim cannot be checked; report it with "storefront-proxy reconcile"`]
  const siblings = id === null ? [] : await Promise.all(resolutions.map((one) => queue.findClaim(keyOf(one, id))))
  if (siblings.some((other) => other && other.key !== claim.key && !inactiveStates.has(other.state)))
    return ['refundable.id is that of a claim that is resolved in another way']
  const kept = await queue.claimsOf(order)
  // Read after the claims, and preferred to them: a decision that is made in between stands in both.
  const decisions = await decisionsOf(queue, order)
  const undecided = kept
    .filter(({ key, state }) => (state === 'awaiting' || state === 'open') && !decisions.some(({ taken }) => taken.key === key))
    .flatMap(({ request }) => readRequest(request).taken ?? [])
    .map(withoutEffect)
  const others = [...takenBy(decisions), ...undecided].filter(({ key }) => key !== claim.key)
  const checked = checkBounds(claim, facts, others)
  if (checked.faults.length > 0) return checked.faults
  return { ...checked, facts, withoutPerson: takenWithoutPerson(claim.key, kept, decisions), doubts: await doubtsOf(queue, order, facts, others) }
}
