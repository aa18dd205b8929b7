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
import { ConfigError } from '../config/config-error.ts'
import type { Connections } from './database.ts'
import { explainFolder, isLocked } from './sqlite-errors.ts'

type Sqlite = InstanceType<typeof DatabaseSync>

/** Milliseconds: how long a writer waits for another process in all, how long this thread blocks for it at a time, and the pause between attempts. */
const lockTimeouts = { total: 1_000, blocking: 20, pause: 20 }

/** Opens the embedded store in a folder, which only its owner may read. Creates the store if there is none and `creates` is set. */
export async function toSqlite(folder: string, creates: boolean): Promise<Connections> {
  const explain = (error: unknown) => explainFolder(folder, error)
  const file = join(folder, 'store.db')
  if (!creates && !existsSync(file))
    throw new ConfigError([`DATA_DIR names a folder without a store: ${resolve(folder)}. Name the folder that the proxy uses.`])
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    // SQLite creates its other files with the mode of this file.
    closeSync(openSync(file, 'a', 0o600))
    const writing = new DatabaseSync(file, { timeout: lockTimeouts.total })
    writing.exec('pragma journal_mode = wal')
    // Each commit is on disk before it returns (https://sqlite.org/pragma.html#pragma_synchronous).
    writing.exec('pragma synchronous = full')
    // Deleted and redacted data is overwritten in the file (https://sqlite.org/pragma.html#pragma_secure_delete).
    writing.exec('pragma secure_delete = on')
    writing.exec(`pragma busy_timeout = ${lockTimeouts.blocking}`)
    const reading = new DatabaseSync(file, { timeout: lockTimeouts.blocking, readOnly: true })
    return { writing: toDialect(() => new WritingDriver(writing, resolve(file))), reading: toDialect(() => new ReadingDriver(reading)), explain }
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

/** Creates a connection that prepares each statement once. */
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
      throw new Error('streaming queries are not supported')
    },
  }
}

/** The connection that only reads: it does not wait for writers, and sees committed data only. */
class ReadingDriver implements Driver {
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

/** By file, the end of the last transaction that this thread has queued. Without this queue the thread would block itself. */
const lastTransactions = new Map<string, Promise<void>>()

/** The one connection of this thread that changes a store; its transactions run one after the other. */
class WritingDriver implements Driver {
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
    // The time limit includes the wait for other transactions of this thread, so that all of them fail at the same time if the store is locked.
    const until = performance.now() + lockTimeouts.total
    const before = lastTransactions.get(this.#file)
    let release = () => {}
    const transaction = new Promise<void>((resolve) => (release = resolve))
    lastTransactions.set(this.#file, transaction)
    await before
    this.#until = until
    this.#release = () => {
      if (lastTransactions.get(this.#file) === transaction) lastTransactions.delete(this.#file)
      release()
    }
    return this.#connection
  }

  async releaseConnection() {
    this.#release()
  }

  /** Begins every transaction as a writer: the data of a reader that becomes a writer later may be stale by then. */
  async beginTransaction() {
    // Data in a file without a name is lost when this process ends.
    if (statSync(this.#file, { throwIfNoEntry: false })?.ino !== this.#inode)
      throw new Error(`${this.#file} was removed or replaced since it was opened: restore it, or restart the proxy`)
    for (;;) {
      try {
        return this.#database.exec('begin immediate')
      } catch (error) {
        if (!isLocked(error) || performance.now() >= this.#until) throw error
        // Other work of this thread goes on in the meantime.
        await new Promise((resolve) => setTimeout(resolve, lockTimeouts.pause))
      }
    }
  }

  async commitTransaction() {
    this.#database.exec('commit')
  }

  async rollbackTransaction() {
    // A full disk may have rolled it back already.
    if (this.#database.isTransaction) this.#database.exec('rollback')
  }

  /** Closes the connection; the last one to close moves the log into the store (https://sqlite.org/wal.html#automatic_checkpoint). */
  async destroy() {
    this.#database.close()
  }
}
