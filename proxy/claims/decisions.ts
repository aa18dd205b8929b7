import type { JobContext } from '../jobs/job.ts'
import type { Checked } from './bounds.ts'
import type { Taken } from './left.ts'

/**
 * What was made of a claim, on disk before anything is asked of the shop; so it counts against the bounds of its order from then on,
 * whatever becomes of the asking. `asked`: the shop may have done it; `done`: it has; `void`: it has not, and never will.
 */
export interface Decision extends Pick<Checked, 'taken' | 'shares' | 'amount'> {
  state: 'asked' | 'done' | 'void'
}

/** Under which name one of the decisions about an order is kept; written in the lane of its claims alone, one after another. */
export const decisionFact = (order: string, index: number) => `claims:${order}/${index}`

/** All decisions about an order's claims, in their order. */
export async function decisionsOf(kept: Pick<JobContext, 'fact'>, order: string): Promise<Decision[]> {
  const all: Decision[] = []
  for (;;) {
    const next = await kept.fact<Decision>(decisionFact(order, all.length))
    if (!next) return all
    all.push(next)
  }
}

/** What decisions have taken of their order, or may have. */
export const takenBy = (decisions: readonly Decision[]): Taken[] =>
  decisions.filter(({ state }) => state !== 'void').map(({ state, taken }) => (state === 'done' ? taken : withoutEffect(taken)))

/** What is not known to be done shows in no report. */
export const withoutEffect = ({ lines, refunded: _, ...taken }: Taken): Taken => ({ ...taken, lines: lines.map(({ refunded: __, ...line }) => line) })
