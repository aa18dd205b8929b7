import { resolve } from 'node:path'
import { ConfigError } from '../config/config-error.ts'
import { OtherVersion } from './other-version.ts'

/** Turns an error that makes a folder unusable into one that names the setting and the remedy. */
export function explainFolder(folder: string, error: unknown): Error {
  if (error instanceof ConfigError) return error
  if (error instanceof OtherVersion) return new ConfigError([`DATA_DIR ${error.message}`])
  const { code, message } = error as NodeJS.ErrnoException
  const reason = code === 'ERR_SQLITE_ERROR' ? message : (code ?? message)
  const remedy = isOfDisk(error)
    ? 'Check whether its disk is full, and free some space'
    : 'Name a folder that this process may write to, and that outlives restarts'
  return new ConfigError([`DATA_DIR cannot be used: ${resolve(folder)}: ${reason}. ${remedy}.`])
}

/** Whether the disk refuses to write: FULL and IOERR (https://sqlite.org/rescode.html), or no room for a new file. */
function isOfDisk(error: unknown): boolean {
  const { code, sqliteCode } = error as { code?: unknown; sqliteCode?: unknown }
  return code === 'ENOSPC' || code === 'EDQUOT' || [10, 13].includes(Number(sqliteCode) & 0xff)
}

/** Whether another connection is changing the store (https://sqlite.org/rescode.html#busy). */
export const isLocked = (error: unknown) => (Number((error as { sqliteCode?: unknown }).sqliteCode) & 0xff) === 5
