import { sql } from 'kysely'
import { forbidReplacing } from './append-only.ts'
import type { Database } from './database.ts'
import { blankSettled, cutLoyaltyEvents } from './redaction-migrations.ts'
import { addNumbers } from './number-migration.ts'
import { OtherVersion } from './other-version.ts'
import {
  addAudit,
  addAuditSubjects,
  addFigures,
  addJobTraits,
  addRedemptions,
  addRevocations,
  addShop,
  addFailedLookups,
  createTables,
  wide,
} from './table-migrations.ts'
import type { Store, Tx } from './tables.ts'

/** The number of the lock. It is arbitrary; no other program is likely to lock the same number. */
const lock = 7_204_418_933

interface Migration {
  step: (tx: Tx, kind: Database['kind']) => Promise<void>
  /** What it changes, for the operator. */
  says: string
}

/** All migrations, oldest first. A released migration is never changed; new ones are added at the end. */
const migrations: readonly Migration[] = [
  { step: createTables, says: 'creates the tables of jobs, facts, webhooks and claims' },
  { step: addRedemptions, says: 'creates the tables of redemptions and used proofs' },
  { step: addFailedLookups, says: 'creates the table of failed look-ups' },
  { step: blankSettled, says: 'deletes the bodies of jobs that are done' },
  { step: addRevocations, says: 'creates the table of ended sessions' },
  { step: addShop, says: 'creates the table with the name of the shop' },
  { step: cutLoyaltyEvents, says: 'removes personal data from stored loyalty events' },
  { step: addJobTraits, says: 'adds two columns to the jobs' },
  { step: addAudit, says: 'creates the table of the audit log' },
  { step: addFigures, says: 'creates the table of daily figures' },
  { step: addNumbers, says: 'stores which order has which number' },
  { step: forbidReplacing, says: 'keeps entries of the audit log from being replaced' },
  { step: addAuditSubjects, says: 'adds an index to the audit log' },
]

/** The version of the tables that this code uses. */
export const currentVersion = migrations.length

/** The first version that overwrites deleted data in the file. */
export const firstOverwriting = migrations.findIndex(({ step }) => step === blankSettled) + 1

/** Migrates the tables to this version, one process at a time. Returns the version that they had: 0 if there were no tables. */
export async function migrate({ kind, transact }: Pick<Database, 'kind' | 'transact'>): Promise<number> {
  return transact(async (tx) => {
    if (kind === 'postgres') await sql`select pg_advisory_xact_lock(${lock})`.execute(tx)
    await tx.schema
      .createTable('migrations')
      .ifNotExists()
      .addColumn('version', 'integer', (column) => column.primaryKey())
      .addColumn('applied_at', wide(kind), (column) => column.notNull())
      .execute()
    const version = await readVersion(tx)
    refuseNewer(version)
    for (const [index, { step }] of migrations.entries()) {
      if (index < version) continue
      await step(tx, kind)
      await sql`insert into migrations (version, applied_at) values (${index + 1}, ${Date.now()})`.execute(tx)
    }
    return version
  })
}

/** The migrations that a store of this version needs. */
export const pendingMigrations = (version: number) => migrations.slice(version).map(({ says }, index) => ({ version: version + index + 1, says }))

/** Reads the version of the tables: 0 if there are none. Rejects with {@link OtherVersion} if this program is older. */
export async function readCheckedVersion(store: Store): Promise<number> {
  const version = await readVersion(store).catch((error: unknown) => (isMissing(error) ? 0 : Promise.reject(error)))
  refuseNewer(version)
  return version
}

/** Rejects unless the tables have the version of this program. */
export async function requireCurrent(store: Store) {
  const version = await readCheckedVersion(store)
  if (version === 0) throw new OtherVersion('names an empty store: start the proxy, or name the store that it uses')
  if (version < currentVersion)
    throw new OtherVersion(`names a store of version ${version}, and this program uses version ${currentVersion}: start the proxy of this version first`)
}

function refuseNewer(version: number) {
  if (version > currentVersion)
    throw new OtherVersion(`names a store of version ${version}, but this program supports versions up to ${currentVersion}: run the newer program`)
}

/** Whether an error of either kind of store says that a table does not exist. */
const isMissing = (error: unknown) => (error as { code?: unknown }).code === '42P01' || /no such table/.test((error as Error).message)

async function readVersion(store: Tx | Store): Promise<number> {
  const { rows } = await sql<{ version: number | null }>`select max(version) as version from migrations`.execute(store)
  return rows[0]?.version ?? 0
}
