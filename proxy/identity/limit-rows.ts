import { sql } from 'kysely'
import type { DomainRows } from '../jobs/domain-rows.ts'
import type { Database } from '../store/database.ts'
import type { Tx } from '../store/tables.ts'
import type { Allowance, Exhausted, TakenTry, Taking } from '../http/limit-store.ts'

/** Milliseconds by which a count may last longer than its allowance says. A wrong clock has written a count that lasts longer; it is ignored. */
const longer = 60_000

/** Takes a try from each allowance, or from none; first come, first served over all processes. */
export async function takeTries({ transact }: Database, allowances: readonly Allowance[], now: number): Promise<Taking> {
  try {
    return await transact((tx) => take(tx, allowances, now))
  } catch (error) {
    // The rolled-back transaction has taken no try from the other allowances either.
    if (error instanceof NoneLeft) return { exhausted: error.exhausted }
    throw error
  }
}

async function take(tx: Tx, allowances: readonly Allowance[], now: number): Promise<Taking> {
  // A refusal needs only this read. Most requests of a caller that guesses are refused.
  const names = allowances.map(({ name }) => name)
  const known = await tx.selectFrom('tries').selectAll().where('name', 'in', names).where('until_at', '>', now).execute()
  refuseOver(known, allowances, now, ({ most }) => most - 1)
  const rows = await tx
    .insertInto('tries')
    // In the same order in every transaction, to prevent deadlocks.
    .values(allowances.map(({ name, length }) => ({ name, misses: 1, until_at: now + length })).sort((one, other) => (one.name < other.name ? -1 : 1)))
    .onConflict((conflict) => {
      const isOver = sql`tries.until_at <= ${now} or tries.until_at > excluded.until_at + ${longer}`
      return conflict.column('name').doUpdateSet({
        misses: sql<number>`case when ${isOver} then 1 else tries.misses + 1 end`,
        until_at: sql<number>`case when ${isOver} then excluded.until_at else tries.until_at end`,
      })
    })
    .returningAll()
    .execute()
  // Other processes may have taken tries since the read.
  refuseOver(rows, allowances, now, ({ most }) => most)
  const byName = new Map(rows.map((row) => [row.name, row]))
  return {
    taken: allowances.map(({ name, most }) => {
      const { misses, until_at: until } = byName.get(name)!
      return { name, left: most - misses, wait: until - now, until }
    }),
  }
}

/** Throws if an allowance has more misses than its bound. */
function refuseOver(
  rows: readonly { name: string; misses: number; until_at: number }[],
  allowances: readonly Allowance[],
  now: number,
  bound: (allowance: Allowance) => number,
) {
  const exhausted = allowances.flatMap((allowance) => {
    const row = rows.find(({ name }) => name === allowance.name)
    const isOver = row !== undefined && row.misses > bound(allowance) && row.until_at <= now + allowance.length + longer
    return isOver ? [{ name: row.name, wait: row.until_at - now }] : []
  })
  if (exhausted.length > 0) throw new NoneLeft(exhausted)
}

/** Thrown to roll back the transaction. */
class NoneLeft extends Error {
  constructor(readonly exhausted: Exhausted[]) {
    super('no tries are left')
  }
}

/** Gives tries back, unless a new round of counting has begun. */
export async function giveTriesBack({ transact }: Database, taken: readonly TakenTry[]) {
  await transact(async (tx) => {
    for (const { name, until } of [...taken].sort((one, other) => (one.name < other.name ? -1 : 1))) {
      await tx
        .updateTable('tries')
        .set({ misses: sql<number>`misses - 1` })
        .where('name', '=', name)
        .where('until_at', '=', until)
        .where('misses', '>', 0)
        .execute()
    }
  })
}

/** The longest time that a count may last, in milliseconds. */
const longestCount = 2 * 3_600_000

/** Deletes counts that have expired by the time of the store, and counts that expire too late, because a wrong clock has written them. */
export const limitRows: DomainRows = {
  expired: ({ now }) => [['tries', 'name', sql`until_at < ${now} or until_at > ${now + longestCount}`]],
}
