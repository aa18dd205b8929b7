import type { Tx } from './tables.ts'

/*
 * A migration that makes orders of earlier versions known by their numbers. It stays as it was released, even if the facts change.
 */

/** The most orders that one query reads, to limit time and memory. */
const atOnce = 500

/** Stores under each order's number which order it is, for all orders that are known. */
export async function addNumbers(tx: Tx) {
  for (let after = 'order:'; ;) {
    const rows = await tx
      .selectFrom('facts')
      .select(['name', 'value', 'changed_at'])
      .where('name', 'like', 'order:%')
      .where('name', '>', after)
      .orderBy('name')
      .limit(atOnce)
      .execute()
    const numbers = rows.flatMap(({ name, value, changed_at }) => {
      const { number } = JSON.parse(value) as { number?: string }
      if (!number) return []
      return [
        {
          name: `number:${number
            .trim()
            .replace(/^#(?=.)/, '')
            .toLowerCase()}`,
          value: JSON.stringify({ order: name.slice('order:'.length) }),
          changed_at,
        },
      ]
    })
    // Two orders may have one number.
    const byName = [...new Map(numbers.map((row) => [row.name, row])).values()]
    if (byName.length > 0)
      await tx
        .insertInto('facts')
        .values(byName)
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute()
    if (rows.length < atOnce) return
    after = rows.at(-1)!.name
  }
}
