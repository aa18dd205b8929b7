import { sql, type RawBuilder } from 'kysely'
import { bringBack } from './clock-ahead.ts'
import { keepProven, type Clock } from '../store/clock.ts'
import type { Database } from '../store/database.ts'
import { noteForgotten } from '../routes/redemptions/redemption-rows.ts'
import { revocationLife } from '../identity/revocations.ts'
import type { Tables } from '../store/tables.ts'

const hour = 3_600_000
/** Milliseconds for which things are kept that nobody waits for any more. */
const kept = {
  done: 7 * 24 * hour,
  undone: 90 * 24 * hour,
  deliveries: 48 * hour,
  notices: hour,
  facts: 400 * 24 * hour,
  redemptions: 24 * hour,
  tries: 2 * hour,
}
/** Rows that are taken away in one commit, so that nobody waits for it. */
const batch = 500

/** What is too old, table by table: tries by the time of the store, and everything else by the one for what is old. */
const old = ({ now, retention }: { now: number; retention: number }): [table: keyof Tables, key: string, which: RawBuilder<unknown>][] => [
  ['work', 'seq', sql`state in ('delivered', 'superseded', 'dropped') and due_at < ${retention - kept.done}`],
  ['work', 'seq', sql`state in ('failed', 'held') and due_at < ${retention - kept.undone}`],
  ['deliveries', 'key', sql`arrived_at < ${retention - kept.deliveries}`],
  ['notices', 'seq', sql`noted_at < ${retention - kept.notices}`],
  ['claims', 'key', sql`settled_at < ${retention - kept.facts}`],
  ['redemptions', 'id', sql`requested_at < ${retention - kept.redemptions}`],
  ['proofs', 'name', sql`until_at < ${retention}`],
  ['tries', 'name', sql`until_at < ${now} or until_at > ${now + kept.tries}`],
  ['revocations', 'customer', sql`revoked_at < ${retention - revocationLife}`],
  ['facts', 'name', sql`changed_at < ${retention - kept.facts}`],
]

/** Takes away what is old, a little at a time; answers whether there may be more. */
export async function clearOld({ transact }: Database, clock: Clock): Promise<boolean> {
  const [now, retention] = [clock.now(), clock.retention()]
  // First, so that nothing is deleted by a time that the store has not kept; in a commit of its own, since every instance writes that row every few seconds.
  await transact((within) => keepProven(within, clock))
  return transact(async (within) => {
    let more = false
    await bringBack(within, now)
    await noteForgotten(within, retention, now)
    for (const [table, key, which] of old({ now, retention })) {
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
