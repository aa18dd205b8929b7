import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { copyFile, mkdir } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { backup, DatabaseSync } from '@photostructure/sqlite'
import { ConfigError } from '../config/config-error.ts'
import { lockFolder } from './folder-lock.ts'
import { currentVersion } from './migrations.ts'

/** The contents of a copy of an embedded store. */
export interface BackupSummary {
  /** The version of its tables. */
  version: number
  /** The shop that it belongs to; undefined if no proxy has used it yet. */
  shop: string | undefined
  /** The number of jobs in each state. */
  jobs: Record<string, number>
  bytes: number
}

/**
 * Copies the embedded store of a folder into a new file that only its owner may read, while a proxy uses the store. The copy holds every transaction
 * that was committed before the call, and no half of another one. It gets its name only after it was checked and is on disk.
 */
export async function backUp(folder: string, file: string): Promise<BackupSummary> {
  const store = join(folder, 'store.db')
  if (!existsSync(store)) throw new ConfigError([`DATA_DIR names a folder without a store: ${resolve(folder)}. Name the folder that the proxy uses.`])
  if (existsSync(file)) throw new ConfigError([`${file} exists. Name a new file: a backup never replaces another.`])
  return publish(file, async (part) => {
    const source = new DatabaseSync(store, { readOnly: true, timeout: 5_000 })
    try {
      // All pages in one step: it reads one snapshot and blocks no writer (https://sqlite.org/backup.html, https://sqlite.org/wal.html). In several
      // steps the copy would begin again after each commit, and never end under load.
      await backup(source, part, { rate: -1 })
    } finally {
      source.close()
    }
    const copy = new DatabaseSync(part)
    // A copy is one file, without a log beside it.
    copy.exec('pragma journal_mode = delete')
    copy.close()
    return checkBackup(part, file)
  })
}

/** Checks a backup as a whole. Throws a {@link ConfigError} if it is damaged, no store of a proxy, or newer than this program. */
function checkBackup(file: string, name = file): BackupSummary {
  if (!existsSync(file)) throw new ConfigError([`${name} does not exist. Name a file that "storefront-proxy backup" has written.`])
  let copy: InstanceType<typeof DatabaseSync> | undefined
  try {
    copy = new DatabaseSync(file, { readOnly: true })
    const faults = copy.prepare('pragma integrity_check(1)').all() as { integrity_check: string }[]
    if (faults[0]?.integrity_check !== 'ok') throw new ConfigError([`${name} is damaged: ${faults[0]?.integrity_check}. Take another backup.`])
    const { version } = copy.prepare('select max(version) as version from migrations').get() as { version: number }
    if (version > currentVersion)
      throw new ConfigError([`${name} is a store of version ${version}, but this program supports versions up to ${currentVersion}: run the newer program.`])
    const hasShop = copy.prepare(`select 1 from sqlite_schema where name = 'shop'`).get() !== undefined
    const shop = hasShop ? (copy.prepare('select name from shop where id = 1').get() as { name: string } | undefined) : undefined
    const states = copy.prepare('select state, count(*) as jobs from work group by state').all() as { state: string; jobs: number }[]
    return { version, shop: shop?.name, jobs: Object.fromEntries(states.map(({ state, jobs }) => [state, jobs])), bytes: statSync(file).size }
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw new ConfigError([`${name} cannot be read as a store: ${(error as Error).message}. Take another backup.`])
  } finally {
    copy?.close()
  }
}

interface RestoreOptions {
  /** The shop of the settings; undefined: they name none. */
  shop: string | undefined
  /** Whether a store that the folder has is set aside. */
  replaces: boolean
}

/**
 * Puts a backup into a folder that no proxy uses. Its jobs that are not done may have been done after the backup was taken, so they are marked as in
 * doubt: what they would do again is looked for first. Returns where a replaced store is now.
 */
export async function restore(file: string, folder: string, { shop, replaces }: RestoreOptions): Promise<BackupSummary & { replaced?: string }> {
  const summary = checkBackup(file)
  if (shop !== undefined && summary.shop !== undefined && summary.shop !== shop)
    throw new ConfigError([`${file} is of the shop "${summary.shop}", but the settings are of the shop "${shop}" (SHOP_NAME, or else PUBLIC_URL).`])
  const lock = lockFolder(folder)
  try {
    const store = join(folder, 'store.db')
    if (existsSync(store) && !replaces)
      throw new ConfigError([`DATA_DIR has a store: ${resolve(folder)}. Add --replace to set that store aside, or name an empty folder.`])
    const part = `${store}.part`
    rmSync(part, { force: true })
    closeSync(openSync(part, 'wx', 0o600))
    await copyFile(file, part)
    const copy = new DatabaseSync(part)
    copy.exec(`begin; update work set doubtful = 1 where state in ('waiting', 'held', 'failed'); update lanes set next_due = 0; commit`)
    copy.close()
    toDisk(part)
    const replaced = existsSync(store) ? await setAside(folder) : undefined
    renameSync(part, store)
    toDisk(folder)
    return { ...summary, ...(replaced !== undefined && { replaced }) }
  } finally {
    lock.release()
  }
}

/** Moves the store of a folder, with its log, into a new folder beside it. */
async function setAside(folder: string): Promise<string> {
  const aside = join(folder, `replaced-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`)
  await mkdir(aside, { mode: 0o700 })
  // The store comes last: as long as it is here, so is what belongs to it.
  for (const name of ['store.db-wal', 'store.db-shm', 'store.db']) if (existsSync(join(folder, name))) renameSync(join(folder, name), join(aside, name))
  return aside
}

/** Writes a file under another name first, and gives it its name when it is complete and on disk. */
async function publish<Result>(file: string, write: (part: string) => Promise<Result>): Promise<Result> {
  const part = join(dirname(file), `.${basename(file)}.part`)
  try {
    rmSync(part, { force: true })
    closeSync(openSync(part, 'wx', 0o600))
    const result = await write(part)
    toDisk(part)
    renameSync(part, file)
    toDisk(dirname(file))
    return result
  } catch (error) {
    rmSync(part, { force: true })
    const { code, path } = error as NodeJS.ErrnoException
    throw path === undefined ? error : new ConfigError([`${file} cannot be written: ${code}. Name a file in a folder that this process may write to.`])
  }
}

/** Waits until a file, or the names in a folder, are on disk. Windows can open no folder, and needs no such call. */
function toDisk(path: string) {
  if (process.platform === 'win32' && statSync(path).isDirectory()) return
  const handle = openSync(path, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
