import { sql, type RawBuilder } from 'kysely'
import type { Database } from './database.ts'
import { endThoseAhead } from './redemption-rows.ts'
import type { Tables } from './tables.ts'

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

/** What is too old by now, table by table. */
const old = (now: number): [table: keyof Tables, key: string, which: RawBuilder<unknown>][] => [
  ['work', 'seq', sql`state in ('delivered', 'superseded', 'dropped') and due_at < ${now - kept.done}`],
  ['work', 'seq', sql`state in ('failed', 'held') and due_at < ${now - kept.undone}`],
  ['deliveries', 'key', sql`arrived_at < ${now - kept.deliveries}`],
  ['notices', 'seq', sql`noted_at < ${now - kept.notices}`],
  ['claims', 'key', sql`settled_at < ${now - kept.facts}`],
  ['redemptions', 'id', sql`requested_at < ${now - kept.redemptions}`],
  ['proofs', 'name', sql`until_at < ${now}`],
  ['tries', 'name', sql`until_at < ${now} or until_at > ${now + kept.tries}`],
  ['facts', 'name', sql`changed_at < ${now - kept.facts}`],
]

/** Takes away what is old, a little at a time; answers whether there may be more. */
export async function clearOld({ transact }: Database, now: number): Promise<boolean> {
  return transact(async (within) => {
    let more = false
    await endThoseAhead(within, now)
    for (const [table, key, which] of old(now)) {
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
