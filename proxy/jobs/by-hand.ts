import type { JobState } from './job.ts'

/** Whether a repeat has this job done anew. */
export const isRevivedByRepeat = ({ manual, state }: { manual: number; state: JobState }) =>
  manual === 1 ? state === 'superseded' : state === 'failed' || state === 'dropped'

/** Under which name it is kept, longer than the job itself, that a person has dropped a manual job about this subject. */
export const droppedFact = (subject: string) => `dropped:${subject}`

/** The fact that the store keeps when a person drops a manual job. */
export interface DroppedFacts {
  /** The id of the job, under the name that stores have for it. */
  work: string
  body: string
}
