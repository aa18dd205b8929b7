import type { Job, JobState, StoredJob } from './job.ts'

/** A delivery by webhook, remembered so that its repeats do nothing. */
export interface Delivery {
  /** The sender and the topic, both verified: `shopify/orders-create`. */
  topic: string
  /** The sender's id of the delivery; absent if the sender gives none. */
  id?: string | undefined
  /** SHA-256 of its raw body, because ids in headers are not signed. */
  hash: string
}

/** The result of {@link Queue.enqueue}. */
export interface Enqueued {
  /** One id for each job, in their order; for a repeat, the id of the first job. */
  ids: string[]
  /** Whether the delivery came before; then nothing was stored. */
  repeated: boolean
}

/** Selects jobs; a job has to meet every condition that is given. */
export interface JobFilter {
  states?: JobState[]
  kind?: string
  businessKey?: string
  orderingKey?: string
  /** At most this many, newest first; 50 if absent. */
  limit?: number
  /** Continues after the job with this id. */
  after?: string
}

/** Counts of the queue. */
export interface QueueStats {
  /** Jobs by state. */
  states: Record<JobState, number>
  /** Milliseconds since the oldest waiting job was enqueued; 0 if none waits. */
  oldestWaiting: number
  /** Waiting jobs by kind. */
  waiting: Record<string, number>
}

/**
 * The queue, as the rest of the program uses it. A resolved change is as durable as the store. Rejects with `overloaded` (503) if the store fails.
 * `Person` is what the program knows of a person who retries or drops jobs.
 */
export interface Queue<Person = never> {
  /** Stores all jobs in one commit, or none; none if the delivery came before. */
  enqueue(jobs: Job[], delivery?: Delivery): Promise<Enqueued>
  find(id: string): Promise<StoredJob | undefined>
  list(filter: JobFilter): Promise<StoredJob[]>
  /**
   * Makes failed, held and waiting jobs due at once, and dropped jobs that are `manual`; returns the ids of the jobs that are due now. If a person does
   * it, that is recorded in the same commit.
   */
  retry(ids: string[], by?: Person): Promise<string[]>
  /** Drops jobs that are not done; returns the ids of the dropped jobs. A person is recorded as for `retry`. */
  drop(ids: string[], note: string, by?: Person): Promise<string[]>
  stats(): Promise<QueueStats>
  fact<Value>(name: string): Promise<Value | undefined>
  /** The current time of the store, to compare its times with. */
  now(): Promise<number>
}
