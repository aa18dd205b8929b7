import type { JobState } from './job.ts'
import { kindsOfOlderRows } from './older-rows.ts'

/** Whether only a person has a job done anew, by its row. */
export const isManual = ({ kind, manual }: { kind: string; manual?: number | null }) =>
  manual == null ? kindsOfOlderRows.manual.some((name) => name === kind) : manual === 1

/** Whether a repeat has this job done anew. */
export const isRevivedByRepeat = ({ state, ...row }: { kind: string; manual?: number | null; state: JobState }) =>
  isManual(row) ? state === 'superseded' : state === 'failed' || state === 'dropped'

/** Under which name it is kept, longer than the job itself, that a person has dropped a manual job about this subject. */
export const droppedFact = (subject: string) => `dropped:${subject}`

/** The fact that the store keeps when a person drops a manual job. */
export interface DroppedFacts {
  /** The id of the job, under the name that stores have for it. */
  work: string
  body: string
}
