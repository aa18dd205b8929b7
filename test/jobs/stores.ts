import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, describe } from 'node:test'
import { Client } from 'pg'
import type { Database } from '../../proxy/store/database.ts'
import { openDatabase } from '../../proxy/store/open-database.ts'
import { startJobs, type JobsParts } from '../../proxy/background/start-jobs.ts'
import { createClock, type Clock } from '../../proxy/store/clock.ts'
import type { RunningJobs } from '../../proxy/background/background.ts'
import type { JobContext, Outcome } from '../../proxy/jobs/handler.ts'
import type { Job } from '../../proxy/jobs/job.ts'
import type { MerchantConfig } from '../../proxy/config/merchant-settings.ts'
import { startPostgres } from '../postgres.ts'

type Where = MerchantConfig['store']

/** A kind of store; each test gets a new one. */
export interface Stores {
  empty(): Promise<Where>
  /** Deletes all stores that were given out. */
  stop(): Promise<void>
}

async function inFolders(): Promise<Stores> {
  const folders: string[] = []
  return {
    async empty() {
      const folder = await mkdtemp(join(tmpdir(), 'storefront-queue-'))
      folders.push(folder)
      return { folder }
    },
    async stop() {
      for (const folder of folders) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** One database, in which each test has its own schema: a schema is made much faster. */
async function onServer(): Promise<Stores> {
  const server = await startPostgres()
  let count = 0
  return {
    async empty() {
      count += 1
      const client = new Client({ connectionString: server.url })
      await client.connect()
      await client.query(`create schema test_${count}`)
      await client.end()
      const url = new URL(server.url)
      url.searchParams.set('options', `-c search_path=test_${count}`)
      return { url: url.href }
    },
    stop: () => server.stop(),
  }
}

/** Both kinds, which have to behave alike. */
export const kinds = { SQLite: inFolders, PostgreSQL: onServer }

/** Runs tests on both kinds of store, and closes the queues of each test after it. */
export function onEachStore(tests: (stores: Pick<Stores, 'empty'>, run: typeof startQueue) => void): void {
  for (const [kind, start] of Object.entries(kinds)) {
    describe(`on ${kind}`, () => {
      let stores: Stores
      const open: RunningJobs[] = []
      before(async () => (stores = await start()))
      afterEach(async () => {
        for (const queue of open.splice(0)) await queue.close()
      })
      after(() => stores.stop())

      tests({ empty: () => stores.empty() }, async (...given) => {
        const queue = await startQueue(...given)
        open.push(queue)
        return queue
      })
    })
  }
}

/** A clock that shows the time of a test. */
export const clockOf = (now: () => number): Clock => ({ now, proven: now, retention: now, set: () => Promise.resolve() })

interface OneHandler {
  // As a method: it takes handlers of the proxy too, whose bodies have a type of their own.
  handle(body: Record<string, unknown>, context: JobContext): Promise<Outcome>
}

/** The handlers of a test's jobs, by kind. */
export type TestHandlers = Record<string, OneHandler['handle']>

/** Makes handlers that read the store themselves. */
type HandlersOf = (store: { database: Database; now: () => number }) => TestHandlers

/** Starts a queue on this store with the handlers of a test; it looks for due jobs more often than in production. */
export async function startQueue(
  where: Where,
  given: TestHandlers | HandlersOf = {},
  { now, ...parts }: Partial<JobsParts> & { now?: () => number } = {},
): Promise<RunningJobs> {
  const silent = { info() {}, warn() {}, error() {} }
  const opened = parts.database ?? (await openDatabase(where))
  const clock = now ? clockOf(now) : await createClock(opened)
  const { database, cleared } = toClear(opened)
  const handlers = typeof given === 'function' ? given({ database, now: clock.now }) : given
  const queue = await startJobs({ clock, handlers, log: silent, pollInterval: 20, ...parts, database })
  // A test that moves its clock must not overlap with the first clearing, which uses the time of the start.
  if (now) await cleared
  return queue
}

/** The database, and a promise that resolves after the first clearing: the log is tidied then. */
function toClear(database: Database) {
  const first = gate()
  const tidyLog = () => {
    first.open()
    return database.tidyLog()
  }
  return { database: { ...database, tidyLog }, cleared: first.opened }
}

/** A job of an order, with these changes. */
export const job = (body: object, changes: Partial<Job> = {}): Job => ({
  kind: 'note',
  orderingKey: 'order:1',
  priority: 1,
  subject: 'order:1',
  businessKey: '1',
  body: JSON.stringify(body),
  collapse: 'ever',
  ...changes,
})

/** The outcome of a job that went well. */
export const delivered = { state: 'delivered' } as const

/** A gate that a test opens. */
export function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open }
}
