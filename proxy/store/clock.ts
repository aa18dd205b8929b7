import { sql } from 'kysely'
import type { Database } from './database.ts'
import { putFacts, putLargest, readFact } from './facts.ts'
import type { Store, Tx } from './tables.ts'

/**
 * The time of a store. A wall clock steps forward and back: a person or a time server sets it, or a machine wakes up. Therefore:
 *
 * - While a process runs, its time follows the monotonic clock. The wall clock (with PostgreSQL, the clock of the server) only steers this time,
 *   by at most a quarter of the time that has passed. A step of the wall clock does not count as passed time, and time never goes back.
 * - Processes that share a PostgreSQL share one time: each publishes its time every few seconds, and adopts a later one. A process that starts
 *   while others run starts at their time, whatever the wall clock says.
 * - A process that starts alone takes its time from the wall clock, or from `proven` if that is later.
 * - `proven` is the time that is known to have passed. The store keeps it over restarts. It never goes back, never runs ahead of `now`, and
 *   gains at most a quarter.
 * - Old rows are deleted by `retention`, so that no row is deleted before four fifths of its time have really passed.
 * - A time further in the future than any wait was written by a wrong clock, and is set to now (see `correctFutureTimes`).
 */
export interface Clock {
  now(): number
  proven(): number
  /** The earlier of `proven` and the wall clock: if the clock was ahead when the store was made, rows that a correct clock dates are not deleted early. */
  retention(): number
  /** Reads the wall clock and the time of the other processes again. */
  set(): Promise<void>
}

/** How much faster or slower than the monotonic clock the time of a store may run to approach the wall clock. */
const steering = 1 / 4
/** The names under which the store keeps `proven`, and `now` as published last. */
const factNames = { proven: 'clock', now: 'clock: now' }
/**
 * Milliseconds. `every`: the longest time between calls of `set`. `near`: if the published time differs from the wall clock by at most this much,
 * it is accepted at once. `silence`: if the published time does not change for this long, no other process runs.
 */
const publishing = { every: 3_000, near: 10_000, silence: 6_000 }
/** The most attempts of a start to write its time; each waits up to three seconds for the lock of a row. */
const startAttempts = 10

/** Creates the clock of a store. */
export async function createClock(
  { kind, store, transact }: Pick<Database, 'kind' | 'store' | 'transact'>,
  wall = Date.now,
  elapsed = () => performance.now(),
): Promise<Clock> {
  const isShared = kind === 'postgres'
  /** Milliseconds by which the server's time is ahead of the monotonic clock. */
  let ahead: number | undefined
  async function readServerClock() {
    if (!isShared) return
    const before = elapsed()
    const { rows } = await sql<{ now: number }>`select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(store)
    const after = elapsed()
    const { now } = rows[0]!
    // The server read its clock at some moment between `before` and `after`; on a busy machine that may be far from the middle. Therefore the known
    // value changes only as far as this answer proves it wrong.
    ahead = Math.min(Math.max(ahead ?? Math.round(now - (before + after) / 2), now - after), now - before)
  }
  const readWall = () => (ahead === undefined ? wall() : Math.round(elapsed() + ahead))

  // The first answer may include the time to connect, so that it is inaccurate; the next answers are quick.
  for (let reads = 0; reads < 3; reads += 1) await readServerClock()
  const floor = await readProven(store)
  const others = isShared ? await timeOfOthers(store, readWall()) : undefined
  let began = elapsed()
  let from = floor ?? readWall()
  let highest = from
  /** Milliseconds by which the time of the store is ahead of the monotonic clock. */
  let offset = Math.max(others ?? readWall(), from) - began
  let steered = began
  const now = () => Math.round(elapsed() + offset)
  const proven = () => (highest = Math.max(highest, Math.floor(Math.min(now(), from + (elapsed() - began) * (1 + steering)))))

  async function publish() {
    const latest = await transact((tx) => putLargest(tx, { [factNames.proven]: proven(), [factNames.now]: now() }, now()))
    offset += Math.max(0, latest[factNames.now]! - now())
    if (latest[factNames.proven]! <= proven()) return
    from = highest = latest[factNames.proven]!
    began = elapsed()
  }

  const storeFirstTime = () =>
    transact(async (tx) => {
      // In the order in which `publish` locks the two rows, to prevent a deadlock.
      await putLargest(tx, { [factNames.proven]: proven() }, now())
      // If no other process runs, this time replaces the one that was published before all processes stopped.
      if (others === undefined) await putFacts(tx, { [factNames.now]: now() }, now())
    })
  for (let attempts = 1; ; attempts += 1) {
    try {
      await storeFirstTime()
      break
    } catch (error) {
      if (attempts >= startAttempts || !isLockedOut(error)) throw error
    }
  }
  return {
    now,
    proven,
    retention: () => Math.floor(Math.min(proven(), readWall())),
    async set() {
      await readServerClock()
      const most = (elapsed() - steered) * steering
      steered = elapsed()
      offset += Math.min(Math.max(readWall() - elapsed() - offset, -most), most)
      if (isShared) await publish()
    },
  }
}

/** Whether another process has locked a row for longer than a statement waits (lock_not_available). */
const isLockedOut = (error: unknown) => (error as { code?: unknown }).code === '55P03'

/** The time of the processes that already use this store; undefined if there are none. */
async function timeOfOthers(store: Store, wall: number): Promise<number | undefined> {
  const read = async () => (await readFact(store, factNames.now)) as number | undefined
  const published = await read()
  if (published === undefined) return undefined
  // The latest time that a running process can have reached since it published.
  if (Math.abs(wall - published) <= publishing.near) return Math.max(published, Math.min(wall, published + publishing.every))
  // Either all processes stopped long ago, or the clock of the server was set. A running process publishes again within this time.
  const end = performance.now() + publishing.silence
  while (performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, publishing.every / 10))
    const later = await read()
    if (later !== published) return later
  }
  return undefined
}

/** Reads the stored `proven` time. */
export const readProven = async (store: Store | Tx) => (await readFact(store, factNames.proven)) as number | undefined

/** Stores the `proven` time; of several processes the latest time wins. */
export async function storeProven(tx: Tx, { now, proven }: Clock) {
  await putLargest(tx, { [factNames.proven]: proven() }, now())
}
