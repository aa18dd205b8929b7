import { jobStates, type Within, type JobState } from '../store/tables.ts'

export { jobStates, type JobState }

/** Something that has to be done once, whatever happens to this process meanwhile. */
export interface Job {
  /** Which handler does it. */
  kind: string
  /** Jobs of one lane are done one after another, those of different lanes side by side: `order:18282`. */
  lane: string
  /** Within a lane the lower rank goes first, and of the same rank what came first. */
  rank: number
  /** What it is about: `event:3712/9`. What is delivered overtakes what came earlier of its kind about the same, and is not done yet. */
  subject: string
  /** The order it belongs to, for people who look. */
  order: string | null
  /** JSON, as text. */
  body: string
  /**
   * Which repeats are one job with the first: `ever`: the same kind, subject and body, whenever it was (creations and events);
   * `latest`: only when nothing else was accepted about the subject since (updates, which may go back to what was). A repeat of what has
   * failed or was given up has it done anew, unless it is `manual`: a person decides then.
   */
  collapse: 'ever' | 'latest'
  /**
   * Whether only a person has it done anew once it has failed or was dropped: a person who drops one has mostly done it by hand, and one that
   * failed may have taken effect. One that was superseded is done anew by its repeats, since what it is about may have changed.
   */
  manual?: boolean
  /** Whether its body is kept once nothing is to be done any more, because it names nobody. Other bodies are blanked. */
  keepsBody?: boolean
}

/** A delivery by webhook, remembered so that its repeats do nothing. */
export interface Delivery {
  /** Who sent it and what about, from what was proved: `shopify/orders-create`. */
  topic: string
  /** As the sender names it; absent where it does not. */
  id?: string | undefined
  /** SHA-256 of its raw body, since ids in headers are not signed. */
  hash: string
}

/** What became of handing jobs in. */
export interface Accepted {
  /** One for each job, in their order; that of the first where it is a repeat. */
  ids: string[]
  /** The delivery had come before, and nothing was stored. */
  repeated: boolean
}

/** A job as it stands. Times in milliseconds since 1970. */
export interface KeptJob extends Omit<Job, 'collapse' | 'manual' | 'keepsBody'> {
  id: string
  /** SHA-256 of the body as it was accepted: the body itself is blanked (`null`) once the job is delivered, superseded or dropped. */
  hash: string
  /** Its place in the order in which jobs came, whatever the clocks of those say that took them in. */
  seq: number
  state: JobState
  attempts: number
  /** What the merchant should know, oldest first: why a token was left out, what the service said, what to do. */
  notes: string[]
  /** What its handler has made known, such as `{protected: true}`. */
  result: Record<string, unknown>
  acceptedAt: number
  dueAt: number
  settledAt: number | null
}

/** What a handler is told beside the body. */
export interface JobContext {
  id: string
  /** As in {@link KeptJob}. */
  seq: number
  job: Omit<Job, 'collapse' | 'manual' | 'keepsBody'>
  /** 1 the first time. */
  attempt: number
  /** An earlier try may have taken effect without anybody knowing: look before doing it again. */
  doubtful: boolean
  acceptedAt: number
  /** Milliseconds since 1970 by the time that has really passed: no step of a wall clock moves it, over restarts neither. */
  now(): number
  /** What earlier tries noted and made known. */
  notes: readonly string[]
  result: Readonly<Record<string, unknown>>
  /** What was kept under this name. */
  fact<Value>(name: string): Promise<Value | undefined>
  /** Keeps a value under a name that has none, on disk before it resolves; answers the one that is kept, ours or an earlier one. */
  keepFirst<Value>(name: string, value: Value): Promise<Value>
  /** Aborted when the process has to end. */
  signal: AbortSignal
}

/** Told to whoever listens in every process of the proxy, after the commit: something may be read anew now. */
export interface Invalidation {
  topic: string
  /** Whom it is about; null where it is about all. */
  customer: string | null
}

/** Writes rows of the handler's own domain in the commit that stores the outcome. A commit that collides with another runs it again. */
export type Write = (within: Within, now: number) => Promise<void>

/** What a handler has made of a job. All that it names is stored in the one commit that ends the job. */
export type Outcome =
  | {
      state: 'delivered' | 'superseded'
      notes?: string[]
      result?: Record<string, unknown>
      /** To be kept under their names; null forgets one. */
      facts?: Record<string, unknown>
      /** What has to be done next. */
      then?: Job[]
      /** Names that others may wait for (`order:18282`): they are tried at once. */
      wakes?: string[]
      notices?: Invalidation[]
      write?: Write
    }
  | {
      /** To be tried again: with backoff, or when what it waits for is there. Those that wait for something do not stand in their lane's way. */
      state: 'waiting'
      note?: string
      waitsFor?: string
      /** Milliseconds that have to pass at least (`Retry-After`). */
      after?: number
      /** It is tried until it is done, however long that takes. */
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

/** Does jobs of one kind. What it throws is tried again with backoff, as something that may have taken effect. */
export type Handler = (body: never, context: JobContext) => Promise<Outcome>

/** Which jobs to show; all that is given has to fit. */
export interface JobFilter {
  states?: JobState[]
  kind?: string
  order?: string
  /** At most this many, newest first; 50 if absent. */
  limit?: number
  /** Goes on behind the job of this id. */
  after?: string
}

/** How much there is to do. */
export interface QueueStats {
  /** Jobs by state. */
  states: Record<JobState, number>
  /** Milliseconds that the oldest waiting job has waited; 0 where none does. */
  oldestWaiting: number
  /** Waiting jobs by kind. */
  waiting: Record<string, number>
}

/** What the rest of the proxy asks of the queue; every answer is as durable as the store. Rejects with `overloaded` (503) when the store is full, locked or out of reach. */
export interface Queue {
  /** Stores all of it in one commit, or nothing; with a delivery that came before, nothing. */
  accept(jobs: Job[], delivery?: Delivery): Promise<Accepted>
  find(id: string): Promise<KeptJob | undefined>
  list(filter: JobFilter): Promise<KeptJob[]>
  /** Makes failed, held and waiting jobs due at once, and refunds that were dropped; answers those that are. */
  retry(ids: string[]): Promise<string[]>
  /** Gives jobs up that are not settled; answers those that were given up. */
  drop(ids: string[], note: string): Promise<string[]>
  stats(): Promise<QueueStats>
  fact<Value>(name: string): Promise<Value | undefined>
  /** The time by which the store goes, and to which its times are compared. */
  now(): Promise<number>
}
