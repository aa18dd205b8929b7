import type { Tx } from './tables.ts'

/*
 * Migrations that remove data about people from the store. They stay as they were released, even if the jobs change.
 */

/** Kinds of jobs whose bodies identify people only by ids. */
const impersonal = ['platform-refund', 'claim-void', 'loyalty-event']

/** The most rows that one statement redacts, so that no statement exceeds the time limit of a server. */
const batch = 5_000

/** Removes data about people from stored events: events with unknown names were once stored whole. */
export async function cutLoyaltyEvents(tx: Tx) {
  const whole = () => tx.selectFrom('work').select(['seq', 'body']).where('kind', '=', 'loyalty-event').where('body', 'like', '%"delivery":%')
  for (let after = -1; ;) {
    const rows = await whole().where('seq', '>', after).orderBy('seq').limit(atOnce).execute()
    for (const { seq, body } of rows) {
      // Parsed here, because PostgreSQL refuses JSON with unpaired surrogates; JavaScript accepts it.
      const { token, topic, customer } = JSON.parse(body) as Record<string, unknown>
      await tx
        .updateTable('work')
        .set({ body: JSON.stringify({ token, topic, customer }) })
        .where('seq', '=', seq)
        .execute()
    }
    if (rows.length < atOnce) return
    after = rows.at(-1)!.seq
  }
}

/** The most bodies that one query reads, to limit time and memory. */
const atOnce = 500

/** Blanks the bodies of jobs that were settled before this version. */
export async function blankSettled(tx: Tx) {
  const last = await tx.selectFrom('work').select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst()
  for (let from = 0; from <= (last?.seq ?? -1); from += batch) {
    await tx
      .updateTable('work')
      .set({ body: 'null' })
      .where('seq', '>=', from)
      .where('seq', '<', from + batch)
      .where('state', 'in', ['delivered', 'superseded', 'dropped'])
      .where('kind', 'not in', impersonal)
      .execute()
  }
}
