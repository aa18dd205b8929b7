import { sql } from 'kysely'
import type { Database } from './database.ts'

/** The time by which those go who share a store: that of its server, however wrong our own is. */
export interface Clock {
  now(): number
  /** Looks at the server's clock again. */
  set(): Promise<void>
}

/** The clock of a store; of an embedded one, ours. */
export async function createClock({ kind, store }: Pick<Database, 'kind' | 'store'>, own: () => number = Date.now): Promise<Clock> {
  /** Milliseconds by which the server's clock is ahead. */
  let ahead: number | undefined
  const clock: Clock = {
    now: () => own() + (ahead ?? 0),
    async set() {
      if (kind === 'sqlite') return
      const before = own()
      const { rows } = await sql<{ now: number }>`select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(store)
      const after = own()
      const { now } = rows[0]!
      // The server may have looked at any moment between the two, far from their middle where all is busy: what we hold is mended by no more than the answer proves it wrong.
      ahead = Math.min(Math.max(ahead ?? Math.round(now - (before + after) / 2), now - after), now - before)
    },
  }
  // A connection may have to be made for the first answer, which tells little then; those that follow are quick.
  for (let looks = 0; looks < 3; looks += 1) await clock.set()
  return clock
}
