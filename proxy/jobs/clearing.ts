import { sql } from 'kysely'
import { bringBack } from './clock-ahead.ts'
import { keepProven, type Clock } from '../store/clock.ts'
import type { Database } from '../store/database.ts'
import { factRetention } from '../store/facts.ts'
import type { DomainRows, Expired, StoreTimes } from './domain-rows.ts'

const hour = 3_600_000
/** Milliseconds for which things are kept that nobody waits for any more. */
const kept = {
  done: 7 * 24 * hour,
  undone: 90 * 24 * hour,
  deliveries: 48 * hour,
  notices: hour,
  facts: factRetention,
}
/** Rows that are taken away in one commit, so that nobody waits for it. */
const batch = 500

const expiredJobs = ({ retention }: StoreTimes): Expired[] => [
  ['work', 'seq', sql`state in ('delivered', 'superseded', 'dropped') and due_at < ${retention - kept.done}`],
  ['work', 'seq', sql`state in ('failed', 'held') and due_at < ${retention - kept.undone}`],
  ['deliveries', 'key', sql`arrived_at < ${retention - kept.deliveries}`],
  ['notices', 'seq', sql`noted_at < ${retention - kept.notices}`],
  ['facts', 'name', sql`changed_at < ${retention - kept.facts}`],
]

/** Deletes what is old, a little at a time; answers whether there may be more. */
export async function clearOld({ transact }: Database, clock: Clock, domains: readonly DomainRows[]): Promise<boolean> {
  const times: StoreTimes = { now: clock.now(), retention: clock.retention() }
  // First, so that nothing is deleted by a time that the store has not kept; in a commit of its own, since every instance writes that row every few seconds.
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
    // Lanes that were touched by whoever had lost them, and that hold nothing.
    await within
      .deleteFrom('lanes')
      .where('owner', 'is', null)
      .where('next_due', '=', sql<number>`${Number.MAX_SAFE_INTEGER}`)
      .execute()
    return more
  })
}
