import type { RawBuilder } from 'kysely'
import type { Tables, Tx } from '../store/tables.ts'

/** Times to compare rows with, in milliseconds since 1970. `now` is the time of the store; `retention` is never ahead of a correct clock. */
export interface StoreTimes {
  now: number
  retention: number
}

/** Rows to delete: a table, a unique column of it, and the condition that they meet. */
export type ExpiredRows = [table: keyof Tables, key: string, which: RawBuilder<unknown>]

/** The rows of another domain in the same store, which expire together with the jobs. */
export interface DomainRows {
  /** Names the rows that are too old. */
  expired(times: StoreTimes): ExpiredRows[]
  /** Runs before they are deleted, in the same commit. */
  beforeExpiry?(tx: Tx, times: StoreTimes): Promise<void>
  /** Corrects times that a wrong clock has set far in the future. */
  correctTimes?(tx: Tx, now: number): Promise<void>
}
