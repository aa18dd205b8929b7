import { sql } from 'kysely'
import { chunks } from '../store/chunks.ts'
import type { Tx } from '../store/tables.ts'

/** A due time that is due at once by any clock: for callers that do not know the time of the store. */
export const atOnce = 0

/** The due time of an ordering key with nothing due. */
export const never = Number.MAX_SAFE_INTEGER

/** Makes these ordering keys due at `due` or earlier. Their rows stay locked until the transaction ends; they are always locked in the same order. */
export async function wakeOrderingKeys(tx: Tx, keys: readonly string[], due: number) {
  for (const some of chunks([...new Set(keys)].sort())) {
    await tx
      .insertInto('lanes')
      .values(some.map((key) => ({ lane: key, next_due: due, fresh: due === never ? 0 : 1, owner: null, lease_until: 0 })))
      .onConflict((conflict) =>
        conflict.column('lane').doUpdateSet({
          next_due: sql`case when lanes.next_due < excluded.next_due then lanes.next_due else excluded.next_due end`,
          fresh: sql`case when lanes.fresh > excluded.fresh then lanes.fresh else excluded.fresh end`,
        }),
      )
      .execute()
  }
}

/** Locks these ordering keys, and so their jobs, until the transaction ends. They become due no earlier. */
export const lockOrderingKeys = (tx: Tx, keys: readonly string[]) => wakeOrderingKeys(tx, keys, never)
