import type { Dialect } from 'kysely'
import type { Store, Tx } from './tables.ts'

/** The database with all data that has to outlive the process. */
export interface Database {
  readonly kind: 'sqlite' | 'postgres'
  /** For reading only; all changes go through `transact`. */
  readonly store: Store
  /** Runs a transaction, all of it or nothing; runs it again if it collides with another one. */
  transact<Result>(act: (tx: Tx) => Promise<Result>): Promise<Result>
  /** Turns an error that makes the store unusable into one that names the setting and the remedy. */
  explain(error: unknown): Error
  /** Removes overwritten data from the log file of an embedded store; parts that another process is reading stay until the next call. */
  tidyLog(): Promise<void>
  close(): Promise<void>
}

/** The connections to one kind of store. */
export interface Connections {
  writing: Dialect
  /** A separate connection for reading that does not wait for writers; absent if there is none. */
  reading?: Dialect
  explain: Database['explain']
}

/** Another transaction came first: this one has to run again, with the data that the other one has left. */
export class Collision extends Error {}

/**
 * Whether a store refused this one input and may accept other input: classes 22, 23 and 54
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html), and TOOBIG to RANGE (https://sqlite.org/rescode.html).
 */
export function isOfOne(error: unknown): boolean {
  const { code, sqliteCode } = Object(error) as { code?: unknown; sqliteCode?: unknown }
  return /^(22|23|54)...$/.test(String(code)) || [18, 19, 20, 25].includes(Number(sqliteCode) & 0xff) || error instanceof TypeError
}
