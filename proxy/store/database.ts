import type { Dialect } from 'kysely'
import type { Store, Within } from './tables.ts'

/** Where everything is kept that has to outlive the process. */
export interface Database {
  readonly kind: 'sqlite' | 'postgres'
  /** For reading alone: what is changed is changed by `transact`. */
  readonly store: Store
  /** Does all of it or nothing; what stood in the way of others, or they in its, is done again. */
  transact<Result>(act: (within: Within) => Promise<Result>): Promise<Result>
  /** What keeps the store from being used, in words that name the setting and the remedy. */
  explain(error: unknown): Error
  /** Takes what was overwritten out of the log that lies beside an embedded store; whatever another process is reading of it stays until the next time. */
  tidyLog(): Promise<void>
  close(): Promise<void>
}

/** How a kind of store is reached. */
export interface Way {
  changing: Dialect
  /** Where what is only read has another way, on which it waits for nothing that is being changed. */
  reading?: Dialect
  explain: Database['explain']
}

/** Another transaction was there first: this one has to be done again, with what that has left. */
export class Collision extends Error {}

/**
 * Whether a store refuses what it was given, and would take something else: classes 22, 23 and 54
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html), and TOOBIG to RANGE (https://sqlite.org/rescode.html).
 */
export function isOfOne(error: unknown): boolean {
  const { code, sqliteCode } = Object(error) as { code?: unknown; sqliteCode?: unknown }
  return /^(22|23|54)...$/.test(String(code)) || [18, 19, 20, 25].includes(Number(sqliteCode) & 0xff) || error instanceof TypeError
}
