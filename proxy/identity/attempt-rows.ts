import { sql } from 'kysely'
import type { DomainRows } from '../jobs/domain-rows.ts'
import type { Database } from '../store/database.ts'
import type { Tx } from '../store/tables.ts'
import type { RateLimit, ExhaustedLimit, ConsumedAttempt, ConsumeResult } from '../http/attempt-counter.ts'

/** Milliseconds by which a count may last longer than the window of its limit. A wrong clock has written a count that lasts longer; it is ignored. */
const longer = 60_000

/** Counts an attempt against all limits, or against none; first come, first served over all processes. */
export async function consumeAttempts({ transact }: Database, limits: readonly RateLimit[], now: number): Promise<ConsumeResult> {
  try {
    return await transact((tx) => consume(tx, limits, now))
  } catch (error) {
    // The rolled-back transaction has not counted the attempt against the other limits either.
    if (error instanceof LimitExhausted) return { exhausted: error.exhausted }
    throw error
  }
}

async function consume(tx: Tx, limits: readonly RateLimit[], now: number): Promise<ConsumeResult> {
  // A refusal needs only this read. Most requests of a caller that guesses are refused.
  const names = limits.map(({ name }) => name)
  const known = await tx.selectFrom('tries').selectAll().where('name', 'in', names).where('until_at', '>', now).execute()
  refuseOver(known, limits, now, ({ limit }) => limit - 1)
  const rows = await tx
    .insertInto('tries')
    // In the same order in every transaction, to prevent deadlocks.
    .values(limits.map(({ name, window }) => ({ name, misses: 1, until_at: now + window })).sort((one, other) => (one.name < other.name ? -1 : 1)))
    .onConflict((conflict) => {
      const isOver = sql`tries.until_at <= ${now} or tries.until_at > excluded.until_at + ${longer}`
      return conflict.column('name').doUpdateSet({
        misses: sql<number>`case when ${isOver} then 1 else tries.misses + 1 end`,
        until_at: sql<number>`case when ${isOver} then excluded.until_at else tries.until_at end`,
      })
    })
    .returningAll()
    .execute()
  // Other processes may have counted attempts since the read.
  refuseOver(rows, limits, now, ({ limit }) => limit)
  const byName = new Map(rows.map((row) => [row.name, row]))
  return {
    consumed: limits.map(({ name, limit }) => {
      const { misses, until_at: resetsAt } = byName.get(name)!
      return { name, remaining: limit - misses, resetsIn: resetsAt - now, resetsAt }
    }),
  }
}

/** Throws if a limit has more failed attempts than its bound. */
function refuseOver(
  rows: readonly { name: string; misses: number; until_at: number }[],
  limits: readonly RateLimit[],
  now: number,
  bound: (limit: RateLimit) => number,
) {
  const exhausted = limits.flatMap((limit) => {
    const row = rows.find(({ name }) => name === limit.name)
    const isOver = row !== undefined && row.misses > bound(limit) && row.until_at <= now + limit.window + longer
    return isOver ? [{ name: row.name, resetsIn: row.until_at - now }] : []
  })
  if (exhausted.length > 0) throw new LimitExhausted(exhausted)
}

/** Thrown to roll back the transaction. */
class LimitExhausted extends Error {
  constructor(readonly exhausted: ExhaustedLimit[]) {
    super('no attempts are left')
  }
}

/** Releases attempts, unless a new window has begun. */
export async function releaseAttempts({ transact }: Database, consumed: readonly ConsumedAttempt[]) {
  await transact(async (tx) => {
    for (const { name, resetsAt } of [...consumed].sort((one, other) => (one.name < other.name ? -1 : 1))) {
      await tx
        .updateTable('tries')
        .set({ misses: sql<number>`misses - 1` })
        .where('name', '=', name)
        .where('until_at', '=', resetsAt)
        .where('misses', '>', 0)
        .execute()
    }
  })
}

/** The longest time that a count may last, in milliseconds. */
const longestCount = 2 * 3_600_000

/** Deletes counts that have expired by the time of the store, and counts that expire too late, because a wrong clock has written them. */
export const attemptRows: DomainRows = {
  expired: ({ now }) => [['tries', 'name', sql`until_at < ${now} or until_at > ${now + longestCount}`]],
}
