import { sql } from 'kysely'
import { chunks } from '../store/chunks.ts'
import type { Database } from '../store/database.ts'
import type { Tx } from '../store/tables.ts'

/** Milliseconds: the length of a lease of an ordering key, and the time between renewals. */
export const lease = { length: 10_000, renewal: 3_000 }

/** The engine that claims ordering keys. */
export interface Claimer {
  owner: string
  now: number
  /** Until when no other engine may claim the ordering keys. */
  leaseUntil: number
  /** Ordering keys that run in this engine: they are not claimed a second time, even if their leases have expired. */
  running: readonly string[]
}

/** Claims up to `limit` ordering keys with a due job: keys without an owner, and keys whose lease has expired. */
export async function claimOrderingKeys(kind: Database['kind'], tx: Tx, { owner, now, leaseUntil, running }: Claimer, limit: number): Promise<string[]> {
  const take = (most: number, without: readonly { key: string }[], freshOnly = false) => {
    const due = tx
      .selectFrom('lanes')
      .select(['lane as key', 'owner'])
      .where('next_due', '<=', now)
      .where('lane', 'not in', [...running, ...without.map(({ key }) => key), ''])
      .where(({ or, eb }) => or([eb('owner', 'is', null), eb('lease_until', '<=', now)]))
      .$if(freshOnly, (query) => query.where('fresh', '=', sql<number>`1`))
      .orderBy('next_due')
      .limit(most)
    return (kind === 'postgres' ? due.forUpdate().skipLocked() : due).execute()
  }
  // A quarter is for keys with new jobs: a person may be waiting for them. Jobs that were attempted for hours can wait a little longer.
  const forFresh = Math.floor(limit / 4 + Math.random())
  const rows = await take(limit - forFresh, [])
  if (forFresh > 0 && rows.length === limit - forFresh) {
    rows.push(...(await take(forFresh, rows, true)))
    if (rows.length < limit) rows.push(...(await take(limit - rows.length, rows)))
  }
  for (const some of chunks(rows.map(({ key }) => key))) {
    await tx.updateTable('lanes').set({ owner, lease_until: leaseUntil }).where('lane', 'in', some).execute()
  }
  // The engine that owned these keys stopped during an attempt, which may have taken effect.
  for (const some of chunks(rows.filter((row) => row.owner !== null).map(({ key }) => key))) {
    await tx.updateTable('work').set({ doubtful: 1 }).where('lane', 'in', some).where('state', '=', 'waiting').execute()
  }
  return rows.map(({ key }) => key)
}

/** Returns those of the ordering keys that the owner still holds. */
export async function findOwned(tx: Tx, keys: readonly string[], owner: string): Promise<string[]> {
  const owned: string[] = []
  for (const some of chunks(keys)) {
    const rows = await tx.selectFrom('lanes').select('lane as key').where('lane', 'in', some).where('owner', '=', owner).execute()
    for (const { key } of rows) owned.push(key)
  }
  return owned
}

/** Renews the leases of the owner on these ordering keys. */
export async function renewLeases(tx: Tx, keys: readonly string[], owner: string, until: number) {
  await tx.updateTable('lanes').set({ lease_until: until }).where('owner', '=', owner).where('lane', 'in', keys).execute()
}

/** Gives ordering keys back, each until its next job is due; deletes keys without jobs. */
export async function releaseOrderingKeys(tx: Tx, keys: readonly string[], due: ReadonlyMap<string, number>) {
  for (const some of chunks(keys.filter((key) => due.has(key)))) {
    const values = some.map((key) => sql`(${key}, ${due.get(key)!})`)
    await sql`
      with v (lane, due) as (values ${sql.join(values)})
      update lanes set owner = null, lease_until = 0, next_due = cast(v.due as bigint), fresh = 0 from v where lanes.lane = v.lane`.execute(tx)
  }
  for (const some of chunks(keys.filter((key) => !due.has(key)))) await tx.deleteFrom('lanes').where('lane', 'in', some).execute()
}

/** Ids of the engines of this thread. */
const ownersOfThread = new Set<string>()

/**
 * Ends the leases of owners that have stopped, so that their ordering keys can be claimed at once. Only for the embedded store: its folder belongs
 * to one process (folder-lock.ts), which runs its jobs in one thread. Therefore every owner of another thread has stopped.
 */
export async function endLeasesOfStoppedOwners(tx: Tx, owner: string) {
  ownersOfThread.add(owner)
  await tx
    .updateTable('lanes')
    .set({ lease_until: 0 })
    .where('owner', 'is not', null)
    .where('owner', 'not in', [...ownersOfThread])
    .execute()
}
