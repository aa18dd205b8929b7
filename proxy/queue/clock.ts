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
  let ahead = 0
  const clock: Clock = {
    now: () => own() + ahead,
    async set() {
      if (kind === 'sqlite') return
      const before = own()
      const { rows } = await sql<{ now: number }>`select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(store)
      ahead = rows[0]!.now - Math.round((before + own()) / 2)
    },
  }
  await clock.set()
  return clock
}
