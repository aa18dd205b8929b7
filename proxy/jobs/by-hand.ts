import type { WorkState } from './job.ts'

/**
 * Kinds of works that give money back. A person who drops one has mostly given the money back by hand, and one that has failed may have
 * taken effect: no repeat has it done again, only `queue retry` does. One that was superseded is looked at again by its repeats, since
 * how its order stands may have changed.
 */
export const moneyKinds: readonly string[] = ['platform-refund']

/** Whether a repeat has a work of this kind done anew. */
export const isRevivedByRepeat = ({ kind, state }: { kind: string; state: WorkState }) =>
  moneyKinds.includes(kind) ? state === 'superseded' : state === 'failed' || state === 'dropped'

/** Under which name it is kept, longer than the work itself, that a person has dropped a work of such a kind about this subject. */
export const droppedFact = (subject: string) => `dropped:${subject}`

/** What is kept of a work that a person has dropped. */
export interface DroppedFacts {
  /** The id of the work. */
  work: string
  body: string
}
