import type { Tx } from '../store/tables.ts'
import type { Job } from './job.ts'

/** What a handler receives in addition to the body. */
export interface JobContext {
  id: string
  /** As in {@link StoredJob}. */
  seq: number
  job: Omit<Job, 'collapse' | 'manual' | 'keepsBody'>
  /** 1 the first time. */
  attempt: number
  /** Whether an earlier attempt may have taken effect: the handler has to check before it repeats the task. */
  inDoubt: boolean
  acceptedAt: number
  /** Milliseconds since 1970, by time that has really passed: no step of a wall clock changes it, not even over restarts. */
  now(): number
  /** The notes of earlier attempts; `result` holds their results. */
  notes: readonly string[]
  result: Readonly<Record<string, unknown>>
  /** Reads the value that is stored under this name. */
  fact<Value>(name: string): Promise<Value | undefined>
  /** Stores a value under a name that has none, on disk before the promise resolves. Returns the stored value: this one or an earlier one. */
  putIfAbsent<Value>(name: string, value: Value): Promise<Value>
  /** Aborted when the attempt takes too long, or the process has to stop. */
  signal: AbortSignal
}

/** A message to every process that shares the store, sent after the commit: cached data of this topic has changed and must be read again. */
export interface Invalidation {
  topic: string
  /** Which data of the topic has changed; null for all of it. */
  key: string | null
}

/** Writes rows of the handler's own domain, in the commit that stores the outcome. It runs again if this commit collides with another. */
export type Write = (tx: Tx, now: number) => Promise<void>

/** The outcome of an attempt. Everything in it is stored in one commit. */
export type Outcome =
  | {
      state: 'delivered' | 'superseded'
      notes?: string[]
      result?: Record<string, unknown>
      /** Values to store under their names; null deletes one. */
      facts?: Record<string, unknown>
      /** Jobs to enqueue. */
      followUps?: Job[]
      /** Names that other jobs may wait for (`order:18282`): those jobs become due at once. */
      wakes?: string[]
      invalidations?: Invalidation[]
      write?: Write
    }
  | {
      /** The job is attempted again: with backoff, or when what it waits for is there. A job that waits for something does not block its ordering key. */
      state: 'waiting'
      note?: string
      waitsFor?: string
      /** The least number of milliseconds to wait (`Retry-After`). */
      after?: number
      /** The job is attempted until it is done. */
      noDeadline?: boolean
      /** Whether this attempt may have taken effect. */
      inDoubt: boolean
      result?: Record<string, unknown>
      write?: Write
    }
  | {
      state: 'held' | 'failed'
      note: string
      result?: Record<string, unknown>
      facts?: Record<string, unknown>
      followUps?: Job[]
      invalidations?: Invalidation[]
      write?: Write
    }

/** Does jobs of one kind. `classify` of the engine turns an error that a handler throws into an outcome. */
export type Handler = (body: never, context: JobContext) => Promise<Outcome>
