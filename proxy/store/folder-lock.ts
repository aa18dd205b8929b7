import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { ConfigError } from '../config/config.ts'
import { explainFolder, isLocked } from './sqlite.ts'

/** Holds a folder for one proxy. */
export interface FolderLock {
  release(): void
}

/**
 * Takes the folder for this proxy. Rejects with a {@link ConfigError} while another proxy holds it. The lock is a write lock of SQLite on a
 * file of its own, which the operating system ends with the process: it outlives no kill, and holds between containers that share the
 * folder. The store itself stays free for commands that look at it.
 */
export function lockFolder(folder: string): FolderLock {
  const file = join(folder, 'proxy.lock')
  let held: InstanceType<typeof DatabaseSync> | undefined
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    // Closing a file ends the locks that this process has on it (POSIX), so that a file that is there is left to SQLite.
    if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
    held = new DatabaseSync(file, { timeout: 0 })
    // Nothing is ever written, so that no journal is needed.
    held.exec('pragma journal_mode = off')
    held.exec('begin exclusive')
    const connection = held
    return { release: () => connection.close() }
  } catch (error) {
    held?.close()
    if (!isLocked(error)) throw explainFolder(folder, error)
    throw new ConfigError([
      `DATA_DIR is in use by another proxy: ${resolve(folder)}. Stop that proxy first. To run several instances, set DATABASE_URL to a PostgreSQL that they share.`,
    ])
  }
}
