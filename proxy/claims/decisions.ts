import type { JobContext } from '../jobs/handler.ts'
import type { CheckedClaim } from './bounds.ts'
import type { Taken } from './remaining.ts'

/**
 * A decision about a claim. The process stores it before it calls the shop, so it counts against the bounds of its order from then on,
 * whatever the result of the call. `asked`: the shop may have done it; `done`: the shop has done it; `void`: the shop has not done it, and never will.
 */
export interface Decision extends Pick<CheckedClaim, 'taken' | 'shares' | 'amount'> {
  state: 'asked' | 'done' | 'void'
}

/** The name of the fact that stores one decision about an order. Only the jobs of the order's claims write it, one after the other. */
export const decisionFact = (order: string, index: number) => `claims:${order}/${index}`

/** All decisions about an order's claims, oldest first. */
export async function decisionsOf(kept: Pick<JobContext, 'fact'>, order: string): Promise<Decision[]> {
  const all: Decision[] = []
  for (;;) {
    const next = await kept.fact<Decision>(decisionFact(order, all.length))
    if (!next) return all
    all.push(next)
  }
}

/** What decisions have taken, or may have taken, of their order. */
export const takenBy = (decisions: readonly Decision[]): Taken[] =>
  decisions.filter(({ state }) => state !== 'void').map(({ state, taken }) => (state === 'done' ? taken : withoutEffect(taken)))

/** Removes the refunded totals: a refund that may not be done shows in no report. */
export const withoutEffect = ({ lines, refunded: _, ...taken }: Taken): Taken => ({ ...taken, lines: lines.map(({ refunded: __, ...line }) => line) })
