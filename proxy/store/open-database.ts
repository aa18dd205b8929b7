import { Kysely, sql } from 'kysely'
import type { MerchantConfig } from '../config/merchant-settings.ts'
import { Collision, type Database, type Connections } from './database.ts'
import { firstOverwriting, migrate, readCheckedVersion, requireCurrent } from './migrations.ts'
import type { Tables } from './tables.ts'

/**
 * Opens the store of these settings. Creates or migrates it if needed; without `migrates` it opens the store unchanged, and with `anyVersion` also one
 * that needs a migration. Rejects with a {@link ConfigError} if the store cannot be used.
 */
export async function openDatabase(where: MerchantConfig['store'], { migrates = true, anyVersion = false } = {}): Promise<Database> {
  const kind = 'url' in where ? 'postgres' : 'sqlite'
  // Only the module of the configured kind is loaded.
  const connections: Connections =
    'url' in where ? await (await import('./postgres.ts')).toPostgres(where.url) : await (await import('./sqlite.ts')).toSqlite(where.folder, migrates)
  const writing = new Kysely<Tables>({ dialect: connections.writing })
  const store = connections.reading ? new Kysely<Tables>({ dialect: connections.reading }) : writing
  const database: Database = {
    kind,
    store,
    explain: connections.explain,
    async transact(act) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await writing.transaction().execute(act)
        } catch (error) {
          if (attempt >= 5 || !isCollision(error)) throw error
        }
      }
    },
    async tidyLog() {
      // https://sqlite.org/pragma.html#pragma_wal_checkpoint
      if (kind === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(writing)
    },
    async close() {
      if (store !== writing) await store.destroy()
      await writing.destroy()
    },
  }
  try {
    if (anyVersion) await readCheckedVersion(store)
    else if (!migrates) await requireCurrent(store)
    else {
      const before = await migrate(database)
      // Older versions did not overwrite deleted data, so the file still holds it.
      if (kind === 'sqlite' && before > 0 && before < firstOverwriting) await sql`vacuum`.execute(writing)
    }
    return database
  } catch (error) {
    await database.close().catch(() => {})
    throw connections.explain(error)
  }
}

/** Whether two transactions waited for each other (deadlock_detected) or could not be put in any order (serialization_failure). */
const isCollision = (error: unknown) => error instanceof Collision || ['40P01', '40001'].includes(String((error as { code?: unknown }).code))
