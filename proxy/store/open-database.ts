import { Kysely, sql } from 'kysely'
import type { MerchantConfig } from '../config/merchant-settings.ts'
import { Collision, type Database, type Way } from './database.ts'
import { firstOverwriting, migrate, requireCurrent } from './migrations.ts'
import type { Tables } from './tables.ts'

/**
 * Opens the store of these settings. Creates or migrates it if needed; without `renew` it opens the store unchanged. Rejects with a
 * {@link ConfigError} if the store cannot be used.
 */
export async function openDatabase(where: MerchantConfig['store'], { renew = true } = {}): Promise<Database> {
  const kind = 'url' in where ? 'postgres' : 'sqlite'
  // Only the module of the configured kind is loaded.
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
      // Older versions did not overwrite deleted data, so the file still holds it.
      if (kind === 'sqlite' && before > 0 && before < firstOverwriting) await sql`vacuum`.execute(changing)
    }
    return database
  } catch (error) {
    await database.close().catch(() => {})
    throw way.explain(error)
  }
}

/** Whether two transactions waited for each other (deadlock_detected) or could not be put in any order (serialization_failure). */
const isCollision = (error: unknown) => error instanceof Collision || ['40P01', '40001'].includes(String((error as { code?: unknown }).code))
