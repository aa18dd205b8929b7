import { jobStates, type JobState } from '../store/tables.ts'

export { jobStates, type JobState }

/** A task that has to be done once, even if this process stops before. */
export interface Job {
  /** The name of its handler. */
  kind: string
  /** Jobs with the same ordering key run one after the other, jobs with different keys at the same time: `order:18282`. */
  orderingKey: string
  /** Among jobs with the same ordering key, a lower number goes first; of the same number, the job that came first. */
  priority: number
  /** What the job is about: `event:3712/9`. A delivered job supersedes earlier unfinished jobs of its ordering key, kind and subject. */
  subject: string
  /** The record that the job belongs to, such as an order, by its id. Filters, erasure and people find the jobs of a record by it. */
  businessKey: string | null
  /** JSON, as text. */
  body: string
  /**
   * Which repeats count as the same job. `ever`: same kind, subject and body, at any time (creations and events). `latest`: only if no other job
   * about the subject was enqueued since (updates, which may return to an earlier value). A repeat of a failed or dropped job starts that job
   * again, unless it is `manual`: then a person decides.
   */
  collapse: 'ever' | 'latest'
  /**
   * Whether only a person may start the job again after it failed or was dropped: a person who drops a job has usually done it by hand, and a
   * failed job may have taken effect. A repeat still starts a superseded job again, because its subject may have changed.
   */
  manual?: boolean
  /** Whether the body stays stored after the job is done, because it names no person. Other bodies are redacted. */
  keepsBody?: boolean
}

/** A stored job. Times in milliseconds since 1970. */
export interface StoredJob extends Omit<Job, 'collapse' | 'manual' | 'keepsBody'> {
  id: string
  /** SHA-256 of the enqueued body. The body itself is redacted (`null`) when the job is delivered, superseded or dropped. */
  hash: string
  /** Its place in the order of arrival, which does not depend on any clock. */
  seq: number
  state: JobState
  attempts: number
  /** Notes for people, oldest first: why a part was left out, what the service answered, what to do. */
  notes: string[]
  /** The result that its handler has stored, such as `{count: 3}`. */
  result: Record<string, unknown>
  acceptedAt: number
  dueAt: number
  settledAt: number | null
}

/** A job that an engine has claimed. */
export interface ClaimedJob extends StoredJob {
  /** Whether an earlier attempt may have taken effect. */
  inDoubt: boolean
  /** The name that the job waits for; `missingSince`: when it was first found missing. */
  waitsFor: string | null
  missingSince: number | null
  /** The start of its deadline: when it was enqueued, or last started again by a person or a repeat. */
  beganAt: number
}
