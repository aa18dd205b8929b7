/** How many tries may miss under a name, and within how many milliseconds of the first. */
export interface Allowance {
  name: string
  most: number
  length: number
}

/** A try that was taken; it can be given back if it did not miss. */
export interface TakenTry {
  name: string
  /** How many more tries may miss. */
  left: number
  /** Milliseconds until the whole allowance is available again. */
  wait: number
  /** When that is, by the clock of the counter; it identifies this round of counting. */
  until: number
}

/** A name without tries left, and the milliseconds until there are some again. */
export interface Exhausted {
  name: string
  wait: number
}

/** The result of taking a try from several allowances: one from each, in their order, or none from any. */
export type Taking = { taken: TakenTry[] } | { exhausted: Exhausted[] }

/** Counts tries that miss. Rejects if they cannot be counted. */
export interface TryCounts {
  takeTries(allowances: readonly Allowance[]): Promise<Taking>
  /** Gives tries back that did not miss. */
  giveTriesBack(taken: readonly TakenTry[]): Promise<void>
}
