import type { RawBuilder } from 'kysely'
import type { Tables, Within } from '../store/tables.ts'

/** Times by which rows are judged, in milliseconds since 1970: `now` is the store's; `retention` is never ahead of any clock that was right. */
export interface StoreTimes {
  now: number
  retention: number
}

/** Rows to delete: those of a table for which the condition holds, named by a unique column. */
export type Expired = [table: keyof Tables, key: string, which: RawBuilder<unknown>]

/** The rows of another domain in the same store, which are looked after together with the jobs. */
export interface DomainRows {
  /** The rows that are too old. */
  expired(times: StoreTimes): Expired[]
  /** Runs before they are deleted, in the same commit. */
  beforeExpiry?(within: Within, times: StoreTimes): Promise<void>
  /** Corrects times that a clock has written which was far ahead. */
  correctTimes?(within: Within, now: number): Promise<void>
}
