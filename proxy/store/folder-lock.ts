import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { ConfigError } from '../config/config-error.ts'
import { explainFolder, isLocked } from './sqlite-errors.ts'

/** The lock that reserves a folder for one proxy. */
export interface FolderLock {
  release(): void
}

/**
 * Locks the folder for this proxy. Throws a {@link ConfigError} while another proxy holds the lock. The lock is a write lock of SQLite on a
 * separate file. The operating system releases it when the process ends, also after a kill, and it works between containers that share the
 * folder. Commands can still read the store itself.
 */
export function lockFolder(folder: string): FolderLock {
  const file = join(folder, 'proxy.lock')
  let held: InstanceType<typeof DatabaseSync> | undefined
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    // Closing a file releases all locks of this process on it (POSIX), so only SQLite opens a file that exists.
    if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
    held = new DatabaseSync(file, { timeout: 0 })
    // Nothing is ever written, so no journal is needed.
    held.exec('pragma journal_mode = off')
    held.exec('begin exclusive')
    const connection = held
    return { release: () => connection.close() }
  } catch (error) {
    held?.close()
    if (!isLocked(error)) throw explainFolder(folder, error)
    throw new ConfigError([
      `DATA_DIR is in use by another proxy: ${resolve(folder)}. Stop that proxy first. To run several instances, set DATABASE_URL to a PostgreSQL database that they share.`,
    ])
  }
}
