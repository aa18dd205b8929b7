/** How many tries may miss under a name, and within how many milliseconds of the first. */
export interface Allowance {
  name: string
  most: number
  length: number
}

/** A try that was taken, until it is known that it did not miss. */
export interface TakenTry {
  name: string
  /** How many may still miss. */
  left: number
  /** Milliseconds until all may again. */
  wait: number
  /** When that is by the clock of whoever counts; tells this round from the next. */
  until: number
}

/** Names under which no more may miss, and milliseconds until some may again. */
export interface Exhausted {
  name: string
  wait: number
}

/** What became of taking a try from several allowances: one from each, in their order, or none from any. */
export type Taking = { taken: TakenTry[] } | { exhausted: Exhausted[] }

/** Counts tries that miss. Rejects where they cannot be counted. */
export interface TryCounts {
  takeTries(allowances: readonly Allowance[]): Promise<Taking>
  /** It did not miss after all. */
  giveTriesBack(taken: readonly TakenTry[]): Promise<void>
}
