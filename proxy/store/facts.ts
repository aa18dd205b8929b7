import { sql } from 'kysely'
import { chunks } from './chunks.ts'
import type { Store, Tx } from './tables.ts'

/** Milliseconds for which a fact is kept after its last change. */
export const factRetention = 400 * 24 * 3_600_000

/** Reads the value that is stored under a name; undefined if there is none. */
export async function readFact(store: Store | Tx, name: string): Promise<unknown> {
  const row = await store.selectFrom('facts').select('value').where('name', '=', name).executeTakeFirst()
  return row && JSON.parse(row.value)
}

/** Reads when the value under each of these names was changed last; names without a value are left out. */
export async function readFactTimes(tx: Tx, names: readonly string[]): Promise<Map<string, number>> {
  const changed = new Map<string, number>()
  for (const some of chunks(names)) {
    const rows = await tx.selectFrom('facts').select(['name', 'changed_at']).where('name', 'in', some).execute()
    for (const { name, changed_at } of rows) changed.set(name, changed_at)
  }
  return changed
}

/** Stores a value under a name that has none; returns the stored value. */
export async function putIfAbsent(tx: Tx, name: string, value: unknown, now: number): Promise<unknown> {
  await tx
    .insertInto('facts')
    .values({ name, value: JSON.stringify(value), changed_at: now })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  return readFact(tx, name)
}

/** Stores values under their names and replaces earlier ones; null deletes one. */
export async function putFacts(tx: Tx, facts: Readonly<Record<string, unknown>>, now: number) {
  const named = Object.entries(facts).sort(([one], [other]) => (one < other ? -1 : 1))
  const kept = named.flatMap(([name, value]) => (value == null ? [] : [{ name, value: JSON.stringify(value), changed_at: now }]))
  for (const some of chunks(kept)) {
    await tx
      .insertInto('facts')
      .values(some)
      .onConflict((conflict) => conflict.column('name').doUpdateSet(({ ref }) => ({ value: ref('excluded.value'), changed_at: now })))
      .execute()
  }
  for (const some of chunks(named.flatMap(([name, value]) => (value == null ? [name] : [])))) {
    await tx.deleteFrom('facts').where('name', 'in', some).execute()
  }
}

/** Stores integers under their names, each unless the stored one is larger, also with concurrent writers; returns the stored numbers. */
export async function putLargest(tx: Tx, numbers: Readonly<Record<string, number>>, now: number): Promise<Record<string, number>> {
  const named = Object.entries(numbers).sort(([one], [other]) => (one < other ? -1 : 1))
  const rows = await tx
    .insertInto('facts')
    .values(named.map(([name, number]) => ({ name, value: JSON.stringify(number), changed_at: now })))
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        value: sql<string>`case when cast(facts.value as bigint) > cast(excluded.value as bigint) then facts.value else excluded.value end`,
        changed_at: now,
      }),
    )
    .returning(['name', 'value'])
    .execute()
  return Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value) as number]))
}
