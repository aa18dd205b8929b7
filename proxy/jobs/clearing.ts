import { sql } from 'kysely'
import { bringBack } from './clock-ahead.ts'
import { keepProven, type Clock } from '../store/clock.ts'
import type { Database } from '../store/database.ts'
import { factRetention } from '../store/facts.ts'
import type { DomainRows, Expired, StoreTimes } from './domain-rows.ts'

const hour = 3_600_000
/** Milliseconds for which rows are kept after nothing waits for them any more. */
const kept = {
  done: 7 * 24 * hour,
  undone: 90 * 24 * hour,
  deliveries: 48 * hour,
  notices: hour,
  facts: factRetention,
}
/** The most rows of a table that one commit deletes, so that it does not delay others. */
const batch = 500

const expiredJobs = ({ retention }: StoreTimes): Expired[] => [
  ['work', 'seq', sql`state in ('delivered', 'superseded', 'dropped') and due_at < ${retention - kept.done}`],
  ['work', 'seq', sql`state in ('failed', 'held') and due_at < ${retention - kept.undone}`],
  ['deliveries', 'key', sql`arrived_at < ${retention - kept.deliveries}`],
  ['notices', 'seq', sql`noted_at < ${retention - kept.notices}`],
  ['facts', 'name', sql`changed_at < ${retention - kept.facts}`],
]

/** Deletes expired rows, at most 500 of each table per call; resolves to whether more may be left. */
export async function clearOld({ transact }: Database, clock: Clock, domains: readonly DomainRows[]): Promise<boolean> {
  const times: StoreTimes = { now: clock.now(), retention: clock.retention() }
  // First, so that no row is deleted by a time that is not stored. A separate commit, because every instance writes that row every few seconds.
  await transact((within) => keepProven(within, clock))
  return transact(async (within) => {
    let more = false
    await bringBack(within, times.now, domains)
    for (const domain of domains) await domain.beforeExpiry?.(within, times)
    for (const [table, key, which] of [...expiredJobs(times), ...domains.flatMap((domain) => domain.expired(times))]) {
      const { numAffectedRows = 0n } = await sql`
        delete from ${sql.table(table)} where ${sql.ref(key)} in (select ${sql.ref(key)} from ${sql.table(table)} where ${which} limit ${batch})`.execute(
        within,
      )
      more ||= numAffectedRows >= batch
    }
    // Lanes without jobs. An engine creates them when it stores an outcome after it has lost the lane.
    await within
      .deleteFrom('lanes')
      .where('owner', 'is', null)
      .where('next_due', '=', sql<number>`${Number.MAX_SAFE_INTEGER}`)
      .execute()
    return more
  })
}
