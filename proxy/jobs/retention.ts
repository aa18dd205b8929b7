import { sql } from 'kysely'
import { correctFutureTimes } from './clock-skew.ts'
import { storeProven, type Clock } from '../store/clock.ts'
import type { Database } from '../store/database.ts'
import { factRetention } from '../store/facts.ts'
import type { DomainRows, ExpiredRows, StoreTimes } from './domain-rows.ts'

const hour = 3_600_000
/** Milliseconds for which rows are kept after nothing waits for them any more. */
const retentionPeriods = {
  done: 7 * 24 * hour,
  undone: 90 * 24 * hour,
  deliveries: 48 * hour,
  invalidations: hour,
  facts: factRetention,
}
/** The most rows of a table that one commit deletes, so that it does not delay others. */
const batch = 500

const expiredJobs = ({ retention }: StoreTimes): ExpiredRows[] => [
  ['work', 'seq', sql`state in ('delivered', 'superseded', 'dropped') and due_at < ${retention - retentionPeriods.done}`],
  ['work', 'seq', sql`state in ('failed', 'held') and due_at < ${retention - retentionPeriods.undone}`],
  ['deliveries', 'key', sql`arrived_at < ${retention - retentionPeriods.deliveries}`],
  ['notices', 'seq', sql`noted_at < ${retention - retentionPeriods.invalidations}`],
  ['facts', 'name', sql`changed_at < ${retention - retentionPeriods.facts}`],
]

/** Deletes expired rows, at most 500 of each table per call; resolves to whether more may be left. */
export async function deleteExpired({ transact }: Database, clock: Clock, domains: readonly DomainRows[]): Promise<boolean> {
  const times: StoreTimes = { now: clock.now(), retention: clock.retention() }
  // First, so that no row is deleted by a time that is not stored. A separate commit, because every instance writes that row every few seconds.
  await transact((tx) => storeProven(tx, clock))
  return transact(async (tx) => {
    let more = false
    await correctFutureTimes(tx, times.now, domains)
    for (const domain of domains) await domain.beforeExpiry?.(tx, times)
    for (const [table, key, which] of [...expiredJobs(times), ...domains.flatMap((domain) => domain.expired(times))]) {
      const { numAffectedRows = 0n } = await sql`
        delete from ${sql.table(table)} where ${sql.ref(key)} in (select ${sql.ref(key)} from ${sql.table(table)} where ${which} limit ${batch})`.execute(tx)
      more ||= numAffectedRows >= batch
    }
    // Ordering keys without jobs. An engine creates them when it stores an outcome after its lease has expired.
    await tx
      .deleteFrom('lanes')
      .where('owner', 'is', null)
      .where('next_due', '=', sql<number>`${Number.MAX_SAFE_INTEGER}`)
      .execute()
    return more
  })
}
