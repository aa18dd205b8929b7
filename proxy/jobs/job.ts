import { jobStates, type Within, type JobState } from '../store/tables.ts'

export { jobStates, type JobState }

/** A task that has to be done once, even if this process stops before. */
export interface Job {
  /** The name of its handler. */
  kind: string
  /** Jobs of one lane run one after the other, jobs of different lanes at the same time: `order:18282`. */
  lane: string
  /** Within a lane the lower rank goes first; of the same rank, the job that came first. */
  rank: number
  /** What the job is about: `event:3712/9`. A delivered job supersedes earlier unfinished jobs of its lane, kind and subject. */
  subject: string
  /** The order that the job belongs to, for people who look it up. */
  order: string | null
  /** JSON, as text. */
  body: string
  /**
   * Which repeats count as the same job. `ever`: same kind, subject and body, at any time (creations and events). `latest`: only if no other job
   * about the subject was accepted since (updates, which may return to an earlier value). A repeat of a failed or dropped job starts that job
   * again, unless it is `manual`: then a person decides.
   */
  collapse: 'ever' | 'latest'
  /**
   * Whether only a person may start the job again after it failed or was dropped: a person who drops a job has usually done it by hand, and a
   * failed job may have taken effect. A repeat still starts a superseded job again, because its subject may have changed.
   */
  manual?: boolean
  /** Whether the body stays stored after the job is done, because it names no person. Other bodies are blanked. */
  keepsBody?: boolean
}

/** A delivery by webhook, remembered so that its repeats do nothing. */
export interface Delivery {
  /** The sender and the topic, both verified: `shopify/orders-create`. */
  topic: string
  /** The sender's id of the delivery; absent if the sender gives none. */
  id?: string | undefined
  /** SHA-256 of its raw body, because ids in headers are not signed. */
  hash: string
}

/** The result of handing jobs in. */
export interface Accepted {
  /** One id for each job, in their order; for a repeat, the id of the first job. */
  ids: string[]
  /** Whether the delivery came before; then nothing was stored. */
  repeated: boolean
}

/** A stored job. Times in milliseconds since 1970. */
export interface KeptJob extends Omit<Job, 'collapse' | 'manual' | 'keepsBody'> {
  id: string
  /** SHA-256 of the accepted body. The body itself is blanked (`null`) when the job is delivered, superseded or dropped. */
  hash: string
  /** Its place in the order of arrival, which does not depend on any clock. */
  seq: number
  state: JobState
  attempts: number
  /** Notes for the merchant, oldest first: why a token was left out, what the service said, what to do. */
  notes: string[]
  /** What its handler has stored as the result, such as `{protected: true}`. */
  result: Record<string, unknown>
  acceptedAt: number
  dueAt: number
  settledAt: number | null
}

/** What a handler receives in addition to the body. */
export interface JobContext {
  id: string
  /** As in {@link KeptJob}. */
  seq: number
  job: Omit<Job, 'collapse' | 'manual' | 'keepsBody'>
  /** 1 the first time. */
  attempt: number
  /** Whether an earlier try may have taken effect: the handler has to check before it repeats the task. */
  doubtful: boolean
  acceptedAt: number
  /** Milliseconds since 1970, by time that has really passed: no step of a wall clock changes it, not even over restarts. */
  now(): number
  /** The notes of earlier tries; `result` holds their results. */
  notes: readonly string[]
  result: Readonly<Record<string, unknown>>
  /** Reads the value that is stored under this name. */
  fact<Value>(name: string): Promise<Value | undefined>
  /** Stores a value under a name that has none, on disk before the promise resolves. Returns the stored value: this one or an earlier one. */
  keepFirst<Value>(name: string, value: Value): Promise<Value>
  /** Aborted when the try takes too long, or the process has to stop. */
  signal: AbortSignal
}

/** A notice to every process of the proxy, sent after the commit: data of this topic has changed and may be read again. */
export interface Invalidation {
  topic: string
  /** The customer that it is about; null if it is about all customers. */
  customer: string | null
}

/** Writes rows of the handler's own domain, in the commit that stores the outcome. It runs again if this commit collides with another. */
export type Write = (within: Within, now: number) => Promise<void>

/** The outcome of a try. Everything in it is stored in one commit. */
export type Outcome =
  | {
      state: 'delivered' | 'superseded'
      notes?: string[]
      result?: Record<string, unknown>
      /** Values to store under their names; null deletes one. */
      facts?: Record<string, unknown>
      /** Jobs to add. */
      then?: Job[]
      /** Names that other jobs may wait for (`order:18282`): those jobs are tried at once. */
      wakes?: string[]
      notices?: Invalidation[]
      write?: Write
    }
  | {
      /** The job is tried again: with backoff, or when the thing that it waits for is there. A job that waits for something does not block its lane. */
      state: 'waiting'
      note?: string
      waitsFor?: string
      /** The least number of milliseconds to wait (`Retry-After`). */
      after?: number
      /** The job has no deadline: it is tried until it is done. */
      lasting?: boolean
      /** Whether this try may have taken effect. */
      doubtful: boolean
      result?: Record<string, unknown>
      write?: Write
    }
  | {
      state: 'held' | 'failed'
      note: string
      result?: Record<string, unknown>
      facts?: Record<string, unknown>
      then?: Job[]
      notices?: Invalidation[]
      write?: Write
    }

/** Does jobs of one kind. `classify` of the engine turns an error that a handler throws into an outcome. */
export type Handler = (body: never, context: JobContext) => Promise<Outcome>

/** Selects jobs; a job has to meet every condition that is given. */
export interface JobFilter {
  states?: JobState[]
  kind?: string
  order?: string
  /** At most this many, newest first; 50 if absent. */
  limit?: number
  /** Continues after the job with this id. */
  after?: string
}

/** Counts of the queue. */
export interface QueueStats {
  /** Jobs by state. */
  states: Record<JobState, number>
  /** Milliseconds since the oldest waiting job was accepted; 0 if none waits. */
  oldestWaiting: number
  /** Waiting jobs by kind. */
  waiting: Record<string, number>
}

/** The queue, as the rest of the proxy uses it. A resolved change is as durable as the store. Rejects with `overloaded` (503) if the store fails. */
export interface Queue {
  /** Stores all jobs in one commit, or none; none if the delivery came before. */
  accept(jobs: Job[], delivery?: Delivery): Promise<Accepted>
  find(id: string): Promise<KeptJob | undefined>
  list(filter: JobFilter): Promise<KeptJob[]>
  /** Makes failed, held and waiting jobs due at once, and dropped jobs that are `manual`; returns the ids of the jobs that are due now. */
  retry(ids: string[]): Promise<string[]>
  /** Drops jobs that are not done; returns the ids of the dropped jobs. */
  drop(ids: string[], note: string): Promise<string[]>
  stats(): Promise<QueueStats>
  fact<Value>(name: string): Promise<Value | undefined>
  /** The current time of the store, to compare its times with. */
  now(): Promise<number>
}
