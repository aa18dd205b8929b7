import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { MerchantConfig } from '../config/merchant-settings.ts'
import { currentVersion, pendingMigrations, readCheckedVersion } from '../store/migrations.ts'
import { readStore } from '../store/store-settings.ts'
import { runCommand } from './command.ts'
import { note, openScreen } from './io/screen.ts'
import { settingsOption } from './io/settings-file.ts'
import { toEscapedJson } from './io/terminal-text.ts'
import { invocation } from './io/invocation.ts'

interface MigrateOptions {
  json?: boolean
  dryRun?: boolean
}

/** What a migration does, or has done. */
interface Plan {
  from: number
  to: number
  migrations: ReturnType<typeof pendingMigrations>
  /** The time that it took; absent if it did not run. */
  seconds?: number
}

/** Runs `migrate`, and sets the exit code. */
export const runMigrateCommand = (description: string, words: string[]) =>
  runCommand({ name: 'migrate', description, words }, (command) =>
    command
      .option('--dry-run', 'change nothing; an embedded store is copied, and its copy is migrated, so the time and any fault are those of your data')
      .option('--json', 'print the migrations as JSON')
      .option(...settingsOption)
      .action(async ({ json = false, dryRun = false }: MigrateOptions) => {
        const where = readStore(invocation().env)
        if ('folder' in where && !existsSync(join(where.folder, 'store.db'))) return note('There is no store yet. The first start of the proxy creates it.')
        const plan = dryRun ? await rehearse(where) : await migrateStore(where)
        await print(plan, json)
        note(...closingLines(plan, dryRun, where))
      }),
  )

/** Migrates a copy of the embedded store. A PostgreSQL is only read: a migration that is undone would lock the tables of the running proxies. */
async function rehearse(where: MerchantConfig['store']): Promise<Plan> {
  const plan = await readPlan(where)
  if ('url' in where || plan.migrations.length === 0) return plan
  const { backUp } = await import('../store/backup.ts')
  // Beside the store, where the data may be and where there is room for it.
  const copy = await mkdtemp(join(where.folder, 'migrate-'))
  try {
    await backUp(where.folder, join(copy, 'store.db'))
    return { ...plan, seconds: await run({ folder: copy }) }
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

async function migrateStore(where: MerchantConfig['store']): Promise<Plan> {
  const plan = await readPlan(where)
  if (plan.migrations.length === 0) return plan
  // The proxy that uses an embedded store is of the older version, which may not go on with newer tables.
  const lock = 'folder' in where ? (await import('../store/folder-lock.ts')).lockFolder(where.folder) : undefined
  try {
    return { ...plan, seconds: await run(where) }
  } finally {
    lock?.release()
  }
}

async function readPlan(where: MerchantConfig['store']): Promise<Plan> {
  const { openDatabase } = await import('../store/open-database.ts')
  const database = await openDatabase(where, { migrates: false, anyVersion: true })
  try {
    const from = await readCheckedVersion(database.store)
    return { from, to: currentVersion, migrations: pendingMigrations(from) }
  } finally {
    await database.close()
  }
}

/** Migrates a store; resolves to the seconds that it took. */
async function run(where: MerchantConfig['store']): Promise<number> {
  const { openDatabase } = await import('../store/open-database.ts')
  const began = performance.now()
  const database = await openDatabase(where)
  await database.close()
  return Math.round(performance.now() - began) / 1000
}

async function print(plan: Plan, json: boolean) {
  const lines = plan.migrations.map(({ version, says }) => `${String(version).padStart(4)}  ${says}`)
  await openScreen().print(...(json ? [toEscapedJson(plan, 2)] : lines))
}

function closingLines({ from, to, migrations, seconds }: Plan, dryRun: boolean, where: MerchantConfig['store']): string[] {
  if (migrations.length === 0) return [`The store has version ${to}, which is that of this program. Nothing to do.`]
  if (!dryRun) return [`The store was migrated from version ${from} to ${to}, in ${seconds} seconds.`]
  const plan = `The store has version ${from}; this program would migrate it to ${to} at its start. Nothing was changed.`
  return 'url' in where
    ? [plan, 'To see how long it takes, restore a backup into another database, and migrate that one.']
    : [plan, `The migration of a copy took ${seconds} seconds.`]
}
