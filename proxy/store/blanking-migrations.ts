import type { Within } from './tables.ts'

/*
 * Steps that took out of the store what names people. They stay as they were released, whatever the jobs do by now.
 */

/** Kinds whose bodies name people by their ids alone. */
const impersonal = ['platform-refund', 'claim-void', 'loyalty-event']

/** Rows that one statement blanks, so that none takes longer than a server allows. */
const batch = 5_000

/** Takes out of events what they said of people, as events of unknown names were once kept whole. */
export async function cutLoyaltyEvents(within: Within) {
  const whole = () => within.selectFrom('work').select(['seq', 'body']).where('kind', '=', 'loyalty-event').where('body', 'like', '%"delivery":%')
  for (let after = -1; ;) {
    const rows = await whole().where('seq', '>', after).orderBy('seq').limit(atOnce).execute()
    for (const { seq, body } of rows) {
      // Read here: PostgreSQL refuses JSON with halves of characters in it, which JavaScript takes.
      const { token, topic, customer } = JSON.parse(body) as Record<string, unknown>
      await within
        .updateTable('work')
        .set({ body: JSON.stringify({ token, topic, customer }) })
        .where('seq', '=', seq)
        .execute()
    }
    if (rows.length < atOnce) return
    after = rows.at(-1)!.seq
  }
}

/** Bodies that are read at once, so that none of this takes long or much memory. */
const atOnce = 500

/** Blanks the bodies of all that was settled before bodies were blanked. */
export async function blankSettled(within: Within) {
  const last = await within.selectFrom('work').select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst()
  for (let from = 0; from <= (last?.seq ?? -1); from += batch) {
    await within
      .updateTable('work')
      .set({ body: 'null' })
      .where('seq', '>=', from)
      .where('seq', '<', from + batch)
      .where('state', 'in', ['delivered', 'superseded', 'dropped'])
      .where('kind', 'not in', impersonal)
      .execute()
  }
}
