import { sql } from 'kysely'
import type { Database } from './database.ts'
import { keepFacts, keepLargest, readFact } from './facts.ts'
import type { Store, Within } from './tables.ts'

/**
 * The time of a store. A wall clock steps forward and back: a person or a time server sets it, a machine wakes up. Therefore:
 *
 * - While a process runs, its time is the monotonic clock. The wall clock (of a PostgreSQL, the server's) only steers it, by at most a
 *   quarter of the time that has passed. A step of the wall clock is no time that has passed, and time never goes back.
 * - The processes that share a PostgreSQL share one time: each publishes its own every few seconds, and takes over a later one. A process
 *   that starts beside others starts at their time, whatever the wall clock says by then.
 * - A process that starts alone takes its time from the wall clock, or from `proven` where that is later.
 * - `proven` is the time that is known to have passed. The store keeps it over restarts. It never goes back, never runs ahead of `now`, and
 *   gains at most a quarter.
 * - What is old is deleted by `retention`, so that nothing goes before four fifths of its time have really passed.
 * - A time that lies further ahead than anything waits was written by a wrong clock, and is now (see {@link bringBack}).
 */
export interface Clock {
  now(): number
  proven(): number
  /** `proven`, or the wall clock where that is behind: a clock that was wrong when the store was made deletes nothing of the right one. */
  retention(): number
  /** Looks at the wall clock again, and at the time of the other processes. */
  set(): Promise<void>
}

/** How much faster or slower than the monotonic clock the time of a store may go to come near the wall clock. */
const steering = 1 / 4
/** The names under which the store keeps `proven`, and `now` as published last. */
const kept = { proven: 'clock', now: 'clock: now' }
/** Milliseconds: how often `set` is called at least, by how much the published time may be behind the wall clock while nobody looks further, and after which silence nobody else publishes. */
const publishing = { every: 3_000, near: 10_000, silence: 6_000 }
/** How often a start tries to write its time, at the most; it waits for the lock of a row for three seconds each time. */
const startTries = 10

/** The clock of a store. */
export async function createClock(
  { kind, store, transact }: Pick<Database, 'kind' | 'store' | 'transact'>,
  wall = Date.now,
  elapsed = () => performance.now(),
): Promise<Clock> {
  const isShared = kind === 'postgres'
  /** Milliseconds by which the server's time is ahead of the monotonic clock. */
  let ahead: number | undefined
  async function look() {
    if (!isShared) return
    const before = elapsed()
    const { rows } = await sql<{ now: number }>`select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(store)
    const after = elapsed()
    const { now } = rows[0]!
    // The server may have looked at any moment between the two, far from their middle where all is busy: what we hold is mended by no more than the answer proves it wrong.
    ahead = Math.min(Math.max(ahead ?? Math.round(now - (before + after) / 2), now - after), now - before)
  }
  const readWall = () => (ahead === undefined ? wall() : Math.round(elapsed() + ahead))

  // A connection may have to be made for the first answer, which tells little then; those that follow are quick.
  for (let looks = 0; looks < 3; looks += 1) await look()
  const floor = await readProven(store)
  const others = isShared ? await timeOfOthers(store, readWall()) : undefined
  let began = elapsed()
  let from = floor ?? readWall()
  let highest = from
  /** Milliseconds by which our time is ahead of the monotonic clock. */
  let offset = Math.max(others ?? readWall(), from) - began
  let steered = began
  const now = () => Math.round(elapsed() + offset)
  const proven = () => (highest = Math.max(highest, Math.floor(Math.min(now(), from + (elapsed() - began) * (1 + steering)))))

  async function publish() {
    const latest = await transact((within) => keepLargest(within, { [kept.proven]: proven(), [kept.now]: now() }, now()))
    offset += Math.max(0, latest[kept.now]! - now())
    if (latest[kept.proven]! <= proven()) return
    from = highest = latest[kept.proven]!
    began = elapsed()
  }

  const keepFirstTime = () =>
    transact(async (within) => {
      // In the order in which `publish` locks the two, so that nobody waits for another in a circle.
      await keepLargest(within, { [kept.proven]: proven() }, now())
      // Nobody goes by a time that was published before all had ended.
      if (others === undefined) await keepFacts(within, { [kept.now]: now() }, now())
    })
  for (let tries = 1; ; tries += 1) {
    try {
      await keepFirstTime()
      break
    } catch (error) {
      if (tries >= startTries || !isLockedOut(error)) throw error
    }
  }
  return {
    now,
    proven,
    retention: () => Math.floor(Math.min(proven(), readWall())),
    async set() {
      await look()
      const most = (elapsed() - steered) * steering
      steered = elapsed()
      offset += Math.min(Math.max(readWall() - elapsed() - offset, -most), most)
      if (isShared) await publish()
    },
  }
}

/** Another process has held a row for longer than a statement waits for it (lock_not_available). */
const isLockedOut = (error: unknown) => (error as { code?: unknown }).code === '55P03'

/** The time of the processes that run at this store already; undefined where there are none. */
async function timeOfOthers(store: Store, wall: number): Promise<number | undefined> {
  const read = async () => (await readFact(store, kept.now)) as number | undefined
  const published = await read()
  if (published === undefined) return undefined
  // As far as a process that runs can be by now.
  if (Math.abs(wall - published) <= publishing.near) return Math.max(published, Math.min(wall, published + publishing.every))
  // All have ended long ago, or the server's clock was set: whoever runs publishes meanwhile.
  const end = performance.now() + publishing.silence
  while (performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, publishing.every / 10))
    const later = await read()
    if (later !== published) return later
  }
  return undefined
}

/** The time that is known to have passed, as the store has kept it last. */
export const readProven = async (store: Store | Within) => (await readFact(store, kept.proven)) as number | undefined

/** Has the store keep what time is proven; of several processes the latest counts. */
export async function keepProven(within: Within, { now, proven }: Clock) {
  await keepLargest(within, { [kept.proven]: proven() }, now())
}
