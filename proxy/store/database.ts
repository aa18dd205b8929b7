import type { Dialect } from 'kysely'
import { Kysely, sql } from 'kysely'
import type { MerchantConfig } from '../config/merchant-settings.ts'
import { firstOverwriting, migrate, requireCurrent } from './migrations.ts'
import type { Store, Tables, Within } from './tables.ts'

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

/**
 * Opens the store of these settings, making it or bringing it up to date where it has to be, or, not to `renew` it, as it is. Rejects with
 * a {@link ConfigError} where it cannot be used.
 */
export async function openDatabase(where: MerchantConfig['store'], { renew = true } = {}): Promise<Database> {
  const kind = 'url' in where ? 'postgres' : 'sqlite'
  // Only the one that is configured is loaded.
  const way: Way =
    'url' in where ? await (await import('./postgres.ts')).toPostgres(where.url) : await (await import('./sqlite.ts')).toSqlite(where.folder, renew)
  const changing = new Kysely<Tables>({ dialect: way.changing })
  const store = way.reading ? new Kysely<Tables>({ dialect: way.reading }) : changing
  const database: Database = {
    kind,
    store,
    explain: way.explain,
    async transact(act) {
      for (let tries = 1; ; tries++) {
        try {
          return await changing.transaction().execute(act)
        } catch (error) {
          if (tries >= 5 || !isCollision(error)) throw error
        }
      }
    },
    async tidyLog() {
      // https://sqlite.org/pragma.html#pragma_wal_checkpoint
      if (kind === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(changing)
    },
    async close() {
      if (store !== changing) await store.destroy()
      await changing.destroy()
    },
  }
  try {
    if (!renew) await requireCurrent(store)
    else {
      const before = await migrate(database)
      // What was deleted before deleting overwrote it is still in the file.
      if (kind === 'sqlite' && before > 0 && before < firstOverwriting) await sql`vacuum`.execute(changing)
    }
    return database
  } catch (error) {
    await database.close().catch(() => {})
    throw way.explain(error)
  }
}

/** Another transaction was there first: this one has to be done again, with what that has left. */
export class Collision extends Error {}

/** Two transactions have waited for each other (deadlock_detected), or could not be put in any order (serialization_failure). */
const isCollision = (error: unknown) => error instanceof Collision || ['40P01', '40001'].includes(String((error as { code?: unknown }).code))

/**
 * Whether a store refuses what it was given, and would take something else: classes 22, 23 and 54
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html), and TOOBIG to RANGE (https://sqlite.org/rescode.html).
 */
export function isOfOne(error: unknown): boolean {
  const { code, sqliteCode } = Object(error) as { code?: unknown; sqliteCode?: unknown }
  return /^(22|23|54)...$/.test(String(code)) || [18, 19, 20, 25].includes(Number(sqliteCode) & 0xff) || error instanceof TypeError
}
