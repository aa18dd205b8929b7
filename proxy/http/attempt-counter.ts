/** How many attempts may fail under a name, and within how many milliseconds of the first. */
export interface RateLimit {
  name: string
  limit: number
  window: number
}

/** An attempt that was counted; it is released if it did not fail. */
export interface ConsumedAttempt {
  name: string
  /** How many more attempts may fail. */
  remaining: number
  /** Milliseconds until the whole limit is available again. */
  resetsIn: number
  /** When that is, by the clock of the counter; it identifies this window. */
  resetsAt: number
}

/** A limit without attempts left, and the milliseconds until there are some again. */
export interface ExhaustedLimit {
  name: string
  resetsIn: number
}

/** The result of counting an attempt against several limits: against all of them, in their order, or against none. */
export type ConsumeResult = { consumed: ConsumedAttempt[] } | { exhausted: ExhaustedLimit[] }

/** Counts attempts that fail. Rejects if they cannot be counted. */
export interface AttemptCounter {
  consumeAttempts(limits: readonly RateLimit[]): Promise<ConsumeResult>
  /** Releases attempts that did not fail. */
  releaseAttempts(consumed: readonly ConsumedAttempt[]): Promise<void>
}
