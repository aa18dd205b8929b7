import type { JobState } from './job.ts'
import { kindsOfOlderVersions } from '../store/older-versions.ts'

/** Whether only a person may start the job of this row again. */
export const isManual = ({ kind, manual }: { kind: string; manual?: number | null }) =>
  manual == null ? kindsOfOlderVersions.manual.some((name) => name === kind) : manual === 1

/** Whether a repeat of this job starts it again. */
export const isRestartedByRepeat = ({ state, ...row }: { kind: string; manual?: number | null; state: JobState }) =>
  isManual(row) ? state === 'superseded' : state === 'failed' || state === 'dropped'

/** The name of the fact that a person has dropped a manual job about this subject. The fact is kept longer than the job. */
export const droppedFact = (subject: string) => `dropped:${subject}`

/** The fact that is stored when a person drops a manual job. */
export interface DroppedFacts {
  /** The id of the job. Stored facts use this field name. */
  work: string
  body: string
}
