import { sql } from 'kysely'
import type { Database } from './database.ts'
import { keepFacts, readFact } from './facts.ts'
import type { Within } from './tables.ts'

/**
 * The time by which a store goes. A wall clock steps forward and back: a person or a time server sets it, a machine wakes up. Therefore:
 *
 * - While a process runs, its time is the monotonic clock. The wall clock (of a PostgreSQL, the server's) only steers it, by at most a
 *   quarter of the time that has passed. A step of the wall clock is no time that has passed, and time never goes back.
 * - A process that starts takes its time from the wall clock, or from `proven` where that is later.
 * - `proven` is the time that is known to have passed. The store keeps it over restarts. It never goes back, never runs ahead of `now`, and
 *   gains at most a quarter. What is old is deleted by it, so that nothing goes before four fifths of its time have really passed. What is
 *   valid until a time before `proven` is not valid any more, since the record of its use may be deleted.
 * - A time that lies further ahead than anything waits was written by a wrong clock, and is now (see {@link bringBack}).
 */
export interface Clock {
  now(): number
  proven(): number
  /** Looks at the wall clock again. */
  set(): Promise<void>
}

/** How much faster or slower than the monotonic clock the time of a store may go to come near the wall clock. */
const steering = 1 / 4
/** Under which name the store keeps `proven`. */
const kept = 'clock'

/** The clock of a store. */
export async function createClock({ kind, store }: Pick<Database, 'kind' | 'store'>, wall = Date.now, elapsed = () => performance.now()): Promise<Clock> {
  /** Milliseconds by which the server's time is ahead of the monotonic clock. */
  let ahead: number | undefined
  async function look() {
    if (kind === 'sqlite') return
    const before = elapsed()
    const { rows } = await sql<{ now: number }>`select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(store)
    const after = elapsed()
    const { now } = rows[0]!
    // The server may have looked at any moment between the two, far from their middle where all is busy: what we hold is mended by no more than the answer proves it wrong.
    ahead = Math.min(Math.max(ahead ?? Math.round(now - (before + after) / 2), now - after), now - before)
  }
  const readWall = () => (ahead === undefined ? wall() : elapsed() + ahead)

  // A connection may have to be made for the first answer, which tells little then; those that follow are quick.
  for (let looks = 0; looks < 3; looks += 1) await look()
  const began = elapsed()
  const floor = (await readFact(store, kept)) as number | undefined
  let highest = floor ?? readWall()
  const from = highest
  /** Milliseconds by which our time is ahead of the monotonic clock. */
  let offset = Math.max(readWall(), from) - began
  let steered = began
  const now = () => Math.round(elapsed() + offset)
  return {
    now,
    proven: () => (highest = Math.max(highest, Math.floor(Math.min(now(), from + (elapsed() - began) * (1 + steering))))),
    async set() {
      await look()
      const most = (elapsed() - steered) * steering
      steered = elapsed()
      offset += Math.min(Math.max(readWall() - elapsed() - offset, -most), most)
    },
  }
}

/** Has the store keep what time is proven; of several processes the latest counts. */
export async function keepProven(within: Within, { now, proven }: Clock) {
  const known = ((await readFact(within, kept)) as number | undefined) ?? 0
  await keepFacts(within, { [kept]: Math.max(known, proven()) }, now())
}
