import { closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import {
  CompiledQuery,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely'
import { LRUCache } from 'lru-cache'
import { ConfigError } from '../config/config.ts'
import type { Way } from './database.ts'
import { OtherVersion } from './migrations.ts'

type Sqlite = InstanceType<typeof DatabaseSync>

/** Milliseconds: how long another process may hold the store before we say that we cannot take anything, how long this thread stands still for it, and how often it looks again. */
const patience = { all: 1_000, still: 20, between: 20 }

/** The embedded store in a folder, which only its owner may read; made where there is none, if it may be. */
export async function toSqlite(folder: string, make: boolean): Promise<Way> {
  const explain = (error: unknown) => explainFolder(folder, error)
  const file = join(folder, 'store.db')
  if (!make && !existsSync(file)) throw new ConfigError([`DATA_DIR names a folder without a store: ${resolve(folder)}. Name the one that the proxy uses.`])
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    // What SQLite puts beside the file takes the file's mode.
    closeSync(openSync(file, 'a', 0o600))
    const changing = new DatabaseSync(file, { timeout: patience.all })
    changing.exec('pragma journal_mode = wal')
    // Each commit is on the disk before it is answered (https://sqlite.org/pragma.html#pragma_synchronous).
    changing.exec('pragma synchronous = full')
    // What is deleted or blanked is overwritten in the file (https://sqlite.org/pragma.html#pragma_secure_delete).
    changing.exec('pragma secure_delete = on')
    changing.exec(`pragma busy_timeout = ${patience.still}`)
    const reading = new DatabaseSync(file, { timeout: patience.still, readOnly: true })
    return { changing: toDialect(() => new Changing(changing, resolve(file))), reading: toDialect(() => new Reading(reading)), explain }
  } catch (error) {
    throw explain(error)
  }
}

const toDialect = (createDriver: () => Driver): Dialect => ({
  createAdapter: () => new SqliteAdapter(),
  createDriver,
  createIntrospector: (store: ConstructorParameters<typeof SqliteIntrospector>[0]) => new SqliteIntrospector(store),
  createQueryCompiler: () => new SqliteQueryCompiler(),
})

/** What keeps a folder from being used, in words that name the setting and the remedy. */
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

/** What goes through a connection, with its statements prepared once. */
function connect(database: Sqlite): DatabaseConnection {
  const statements = new LRUCache<string, ReturnType<Sqlite['prepare']>>({ max: 300 })
  const prepare = (text: string) => {
    const known = statements.get(text)
    if (known) return known
    const statement = database.prepare(text)
    statements.set(text, statement)
    return statement
  }
  return {
    async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
      const statement = prepare(sql)
      if (statement.columns().length > 0) return { rows: statement.all(...parameters) as Row[] }
      const { changes } = statement.run(...parameters)
      return { rows: [], numAffectedRows: BigInt(changes) }
    },
    streamQuery: () => {
      throw new Error('nothing is read in streams')
    },
  }
}

/** The connection that only reads: it waits for nobody, and sees what was committed. */
class Reading implements Driver {
  readonly #database: Sqlite
  readonly #connection: DatabaseConnection

  constructor(database: Sqlite) {
    this.#database = database
    this.#connection = connect(database)
  }

  async init() {}

  acquireConnection() {
    return Promise.resolve(this.#connection)
  }

  async releaseConnection() {}
  async beginTransaction() {}
  async commitTransaction() {}
  async rollbackTransaction() {}

  async destroy() {
    this.#database.close()
  }
}

/** The end of what is being done with each file by this thread, which would wait for itself otherwise. */
const turns = new Map<string, Promise<void>>()

/** The one connection that changes a store here; whoever comes second waits. */
class Changing implements Driver {
  readonly #connection: DatabaseConnection
  readonly #database: Sqlite
  readonly #file: string
  readonly #inode: number
  #release = () => {}
  #until = 0

  constructor(database: Sqlite, file: string) {
    this.#database = database
    this.#file = file
    this.#inode = statSync(file).ino
    this.#connection = connect(database)
  }

  async init() {}

  async acquireConnection() {
    // All who wait at once are told at once that the store is locked.
    const until = performance.now() + patience.all
    const before = turns.get(this.#file)
    let release = () => {}
    const turn = new Promise<void>((resolve) => (release = resolve))
    turns.set(this.#file, turn)
    await before
    this.#until = until
    this.#release = () => {
      if (turns.get(this.#file) === turn) turns.delete(this.#file)
      release()
    }
    return this.#connection
  }

  async releaseConnection() {
    this.#release()
  }

  /** As a writer from the start: a reader that begins to write may find that it reads what is no longer so. */
  async beginTransaction() {
    // What is put into a file without a name is lost when this process ends.
    if (statSync(this.#file, { throwIfNoEntry: false })?.ino !== this.#inode)
      throw new Error(`${this.#file} was removed or replaced since it was opened: put it back, or start the proxy again`)
    for (;;) {
      try {
        return this.#database.exec('begin immediate')
      } catch (error) {
        if (!isLocked(error) || performance.now() >= this.#until) throw error
        // The thread has other things to do meanwhile.
        await new Promise((resolve) => setTimeout(resolve, patience.between))
      }
    }
  }

  async commitTransaction() {
    this.#database.exec('commit')
  }

  async rollbackTransaction() {
    // A full disk may have ended it already.
    if (this.#database.isTransaction) this.#database.exec('rollback')
  }

  /** The last one to close takes the log over into the store (https://sqlite.org/wal.html#automatic_checkpoint). */
  async destroy() {
    this.#database.close()
  }
}

/** The disk does not take what is written: FULL and IOERR (https://sqlite.org/rescode.html), or no room for a new file. */
function isOfDisk(error: unknown): boolean {
  const { code, sqliteCode } = error as { code?: unknown; sqliteCode?: unknown }
  return code === 'ENOSPC' || code === 'EDQUOT' || [10, 13].includes(Number(sqliteCode) & 0xff)
}

/** Another process is changing it (https://sqlite.org/rescode.html#busy). */
export const isLocked = (error: unknown) => (Number((error as { sqliteCode?: unknown }).sqliteCode) & 0xff) === 5
