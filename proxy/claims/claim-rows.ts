import { sql } from 'kysely'
import { appendAction } from '../audit/audit-rows.ts'
import type { ClaimChange, ClaimDecision, ClaimFilter, ClaimSummary, StoredClaim, NewClaim } from './claim-store.ts'
import { insertJobs } from '../jobs/insert-jobs.ts'
import { factRetention } from '../store/facts.ts'
import type { ClaimRow, Store, Tx } from '../store/tables.ts'
import type { DomainRows } from '../jobs/domain-rows.ts'
import { validateNames } from '../store/names.ts'
import type { Job } from '../jobs/job.ts'
import type { Write } from '../jobs/handler.ts'

/** Stores a claim with its job, unless a claim with this key exists. */
export async function openClaim(tx: Tx, claim: NewClaim, now: number, due: number): Promise<{ claim: StoredClaim; opened: boolean }> {
  const { key, order, hash, state, request, amount = null, reply, job } = claim
  const opened = await tx
    .insertInto('claims')
    .values({
      key,
      order_id: order,
      hash,
      state,
      request,
      reply_status: reply?.status ?? null,
      reply: reply?.body ?? null,
      amount,
      created_at: now,
      settled_at: reply ? now : null,
      decided_by: null,
      work_id: null,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst()
  if (opened && job) await giveJob(tx, key, job, now, due)
  return { claim: (await findClaim(tx, key))!, opened: opened !== undefined }
}

/** The claim under a key. */
export async function findClaim(store: Store | Tx, key: string): Promise<StoredClaim | undefined> {
  const row = await store.selectFrom('claims').selectAll().where('key', '=', key).executeTakeFirst()
  return row && toClaim(row)
}

/** All claims of an order, oldest first. */
export async function claimsOf(store: Store | Tx, order: string): Promise<StoredClaim[]> {
  const rows = await store.selectFrom('claims').selectAll().where('order_id', '=', order).orderBy('created_at').orderBy('key').execute()
  return rows.map(toClaim)
}

/** Claims in these states, newest first. */
export async function listClaims(store: Store, { states, limit = 50, after }: ClaimFilter): Promise<StoredClaim[]> {
  let query = store.selectFrom('claims').selectAll().orderBy('created_at', 'desc').orderBy('key', 'desc').limit(limit)
  if (states) query = query.where('state', 'in', [...states, ''])
  if (after !== undefined) {
    const last = await findClaim(store, after)
    if (!last) return []
    query = query.where(({ eb, refTuple, tuple }) => eb(refTuple('created_at', 'key'), '<', tuple(last.createdAt, last.key)))
  }
  return (await query.execute()).map(toClaim)
}

/** Claims that were raised or settled between these times. */
export async function claimsBetween(store: Store, { from, to }: { from: number; to: number }): Promise<ClaimSummary[]> {
  return store
    .selectFrom('claims')
    .select(['state', 'amount', 'created_at as createdAt', 'settled_at as settledAt'])
    .where(({ eb, or, and }) =>
      or(['created_at', 'settled_at'].map((column) => and([eb(column as 'settled_at', '>=', from), eb(column as 'settled_at', '<', to)]))),
    )
    .execute()
}

/** Changes a claim and stores its next job, if the claim is in one of the states in `from`. */
export async function decideClaim(
  tx: Tx,
  { job, audited, ...change }: ClaimDecision,
  now: number,
  due: number,
): Promise<{ claim: StoredClaim | undefined; changed: boolean }> {
  const changed = await changeClaim(tx, change, now)
  if (changed && job) await giveJob(tx, change.key, job, now, due)
  if (changed && audited) await appendAction(tx, audited, now)
  return { claim: await findClaim(tx, change.key), changed }
}

/** Changes claims in the commit that stores a job's outcome, each if it is in one of the states in its `from`. Throws for names that the store cannot hold. */
export function writeClaims(...changes: ClaimChange[]): Write {
  validateNames(
    'name of a claim',
    changes.flatMap(({ key, state, decidedBy }) => [key, state, decidedBy ?? '']),
  )
  return (tx, now) => changeClaims(tx, changes, now)
}

/** Changes claims, each if it is in one of the states in its `from`. */
export async function changeClaims(tx: Tx, changes: readonly ClaimChange[], now: number) {
  for (const change of changes) await changeClaim(tx, change, now)
}

async function changeClaim(tx: Tx, { key, from, state, request, hash, reply, amount, decidedBy, settled }: ClaimChange, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('claims')
    .set({
      state,
      ...(request !== undefined && { request }),
      ...(hash !== undefined && { hash }),
      ...(reply !== undefined && { reply_status: reply?.status ?? null, reply: reply?.body ?? null }),
      ...(amount !== undefined && { amount }),
      ...(decidedBy !== undefined && { decided_by: decidedBy }),
      ...(settled !== undefined && { settled_at: settled ? now : null }),
    })
    .where('key', '=', key)
    .$if(from !== undefined, (query) => query.where('state', 'in', [...from!, '']))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function giveJob(tx: Tx, key: string, job: Job, now: number, due: number) {
  const [id] = await insertJobs(tx, [job], now, due)
  await tx.updateTable('claims').set({ work_id: id! }).where('key', '=', key).execute()
}

const toClaim = (row: ClaimRow): StoredClaim => ({
  key: row.key,
  order: row.order_id,
  hash: row.hash,
  state: row.state,
  request: row.request,
  reply: row.reply_status === null ? null : { status: row.reply_status, body: row.reply ?? '' },
  amount: row.amount,
  createdAt: row.created_at,
  settledAt: row.settled_at,
  decidedBy: row.decided_by,
  job: row.work_id,
})

/** A settled claim is stored as long as the facts of its order. */
export const claimRows: DomainRows = {
  expired: ({ retention }) => [['claims', 'key', sql`settled_at < ${retention - factRetention}`]],
}
