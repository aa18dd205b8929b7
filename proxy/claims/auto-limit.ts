import type { Money } from '../../src/contract/money.ts'
import type { ClaimsConfig } from '../config/merchant-settings.ts'
import type { OrderFacts } from '../reports/report-facts.ts'
import { toMoneyText } from '../upstream/money-text.ts'
import { countedOf } from './bounds.ts'
import type { ClaimState } from './claim.ts'
import { readRequest } from './claim-request.ts'
import type { StoredClaim } from './claim-store.ts'
import type { Decision } from './decisions.ts'
import { sum, type Taken } from './remaining.ts'

/** The settings that say which claims are resolved without a person. */
export type AutoLimit = Pick<ClaimsConfig, 'mode' | 'autoLimit'>

/** A claim whose resolution has begun, or may begin at any time. */
const isActive = (state: string) => state === ('open' satisfies ClaimState) || state === ('resolved' satisfies ClaimState)

/** Lists the goods and amounts that other claims of the order take without the approval of a person. */
export const takenWithoutPerson = (key: string, claims: readonly StoredClaim[], decisions: readonly Decision[]): Taken[] =>
  claims
    .filter((other) => other.key !== key && other.decidedBy === null && isActive(other.state))
    .flatMap((other) => decisions.find(({ taken }) => taken.key === other.key)?.taken ?? readRequest(other.request).taken ?? [])

/**
 * Why a claim is beyond the limit, up to which claims are resolved without a person; undefined if it is not. The limit is for all claims of an order
 * together, so that it cannot be passed by splitting a claim. `earlier` holds what other claims take without a person.
 */
export function whyBeyondLimit(
  settings: AutoLimit | undefined,
  counted: Money | null,
  facts: Pick<OrderFacts, 'lines'>,
  earlier: readonly Taken[],
): string | undefined {
  if (settings?.mode !== 'auto') return 'a person approves each claim'
  if (counted === null) return 'nothing was paid for one of its lines'
  const { currency } = counted
  const limit = settings.autoLimit[currency]
  if (limit === undefined) return `no limit is set in ${currency}`
  const cents = counted.cents + sum(earlier.map((taken) => countedOf(taken, facts)))
  const shown = (amount: number) => toMoneyText({ cents: amount, currency })
  if (cents <= limit) return undefined
  return earlier.length === 0
    ? `it asks for ${shown(cents)}, and the limit is ${shown(limit)}`
    : `with earlier claims of the order that no person approved it comes to ${shown(cents)}, and the limit is ${shown(limit)}`
}
