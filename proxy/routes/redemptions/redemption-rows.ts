import { sql } from 'kysely'
import { Collision } from '../../store/database.ts'
import type { DomainRows } from '../../jobs/domain-rows.ts'
import type { Begun, StoredRedemption, NewRedemption, RedemptionOutcome, RedemptionState, Unfinished } from './redemption-store.ts'
import type { RedemptionRow, Store, Tx } from '../../store/tables.ts'

/** The most redemptions of a member in the day for which they are stored, and the most that are read at once: a ledger that is read shows no more. */
const maxRedemptions = 50
/** Milliseconds that `requested_at` may lie in the future of the reading clock; beyond that, the clock that wrote it was wrong. */
const ahead = 5 * 60_000

/** Stores a redemption, or returns what blocks it. Unique indices decide, so of two at the same time, in any process, only one continues. */
export async function beginRedemption(tx: Tx, { id, customer, key, fingerprint, cents, currency, deadline, step }: NewRedemption, now: number): Promise<Begun> {
  const theirs = () => tx.selectFrom('redemptions').where('customer', '=', customer)
  await endFutureRedemptions(tx, now, customer)
  // Their process died while it read the ledger, or ran out of time to send them.
  await tx.deleteFrom('redemptions').where('customer', '=', customer).where('state', '=', 'reading').where('step_until', '<=', now).execute()
  // A redemption whose outcome stays unknown does not block the member's next one.
  await tx
    .updateTable('redemptions')
    .set({ state: 'unknown' })
    .where('customer', '=', customer)
    .where('state', 'in', ['sending', 'pending'])
    .where('deadline', '<=', now)
    .execute()
  const underKey = () => theirs().selectAll().where('key', '=', key).executeTakeFirst()
  const earlier = await underKey()
  if (earlier) return { began: false, redemption: toRedemption(earlier, now) }
  const { count } = await theirs()
    .where('state', '<>', 'failed')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= maxRedemptions) return { began: false, redemption: undefined, obstacle: 'too many' }
  const began = await tx
    .insertInto('redemptions')
    .values({
      id,
      customer,
      key,
      fingerprint,
      cents,
      currency,
      ledger_before: '',
      state: 'reading',
      requested_at: now,
      deadline: now + deadline,
      step_until: now + step,
      settled_at: null,
      movement: null,
      code: null,
      code_cents: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (began) return { began: true, redemption: toRedemption(began, now) }
  const atOnce = await underKey()
  if (atOnce) return { began: false, redemption: toRedemption(atOnce, now) }
  if (await theirs().select('id').where('state', 'in', openStates).executeTakeFirst()) return { began: false, redemption: undefined, obstacle: 'open' }
  throw new Collision('the redemption that blocked this one has ended in the meantime')
}

/** States that a member can have only one redemption in. */
const openStates = ['reading', 'sending', 'pending'] as const

/** Marks a redemption as being sent; false if its step has expired. */
export async function sendRedemption(tx: Tx, { id, before, step }: { id: string; before: string; step: number }, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('redemptions')
    .set({ state: 'sending', ledger_before: before, step_until: now + step })
    .where('id', '=', id)
    .where('state', '=', 'reading')
    .where('step_until', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Marks a redemption as sent. */
export async function sentRedemption(tx: Tx, id: string) {
  await tx.updateTable('redemptions').set({ state: 'pending' }).where('id', '=', id).where('state', '=', 'sending').execute()
}

/** Deletes a redemption that was not sent; one that was being sent, and took nothing, becomes `failed`. */
export async function dropRedemption(tx: Tx, id: string) {
  await tx.deleteFrom('redemptions').where('id', '=', id).where('state', '=', 'reading').execute()
  const failed = await tx
    .updateTable('redemptions')
    // A header cannot hold a line break, so no request can have this key (RFC 9110, section 5.5).
    .set({ state: 'failed', key: `\n${id}` })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .returning('customer')
    .executeTakeFirst()
  if (!failed) return
  const theirs = tx.selectFrom('redemptions').where('customer', '=', failed.customer).where('state', '=', 'failed')
  const kept = theirs.select('id').orderBy('requested_at', 'desc').orderBy('id').limit(maxRedemptions)
  await tx.deleteFrom('redemptions').where('customer', '=', failed.customer).where('state', '=', 'failed').where('id', 'not in', kept).execute()
}

/** Settles a redemption, or adds its code if it has none. */
export async function settleRedemption(tx: Tx, { id, movement, code }: RedemptionOutcome, now: number): Promise<StoredRedemption | undefined> {
  const change = tx.updateTable('redemptions').where('id', '=', id)
  const made = code && { code: code.code, code_cents: code.cents }
  try {
    await change
      .set({ state: 'settled', settled_at: now, movement, ...made })
      .where('state', 'in', ['sending', 'pending', 'unknown'])
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('redemptions as other').select('other.id').whereRef('other.customer', '=', 'redemptions.customer').where('movement', '=', movement),
          ),
        ),
      )
      .execute()
    if (made) await change.set(made).where('state', '=', 'settled').where('movement', '=', movement).where('code', 'is', null).execute()
  } catch (error) {
    if (isTaken(error)) throw new Collision('the same movement settles another redemption', { cause: error })
    throw error
  }
  const row = await tx.selectFrom('redemptions').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toRedemption(row, now)
}

/** Whether the error says that another row has the same unique value (unique_violation; https://sqlite.org/rescode.html#constraint). */
function isTaken(error: unknown): boolean {
  const { code, sqliteCode } = Object(error) as { code?: unknown; sqliteCode?: unknown }
  return code === '23505' || (Number(sqliteCode) & 0xff) === 19
}

/** Ends redemptions from a clock that was in the future, and stores them for a full day from now, so that their keys do not become free too early. */
async function endFutureRedemptions(tx: Tx, now: number, customer?: string) {
  await tx
    .updateTable('redemptions')
    .set({ requested_at: now, deadline: now, step_until: now })
    .where('requested_at', '>', now + ahead)
    .$if(customer !== undefined, (update) => update.where('customer', '=', customer!))
    .execute()
}

/** Finds a redemption by member and id, if it may have been sent. */
export async function findRedemption(store: Store, customer: string, id: string, now: number): Promise<StoredRedemption | undefined> {
  const row = await store
    .selectFrom('redemptions')
    .selectAll()
    .where('id', '=', id)
    .where('customer', '=', customer)
    .where('state', '<>', 'reading')
    .executeTakeFirst()
  return row && toRedemption(row, now)
}

/** The member's redemptions that may have been sent and about which a ledger may say more, newest first, and the movements that settled others. */
export async function unfinishedRedemptions(store: Store, customer: string, now: number): Promise<Unfinished> {
  const newest = newestOf(store, customer).where('state', '<>', 'failed').limit(maxRedemptions)
  const rows = await newest
    .selectAll()
    .where('state', '<>', 'reading')
    .where(({ or, eb }) => or([eb('state', '<>', 'settled'), eb('code', 'is', null)]))
    .execute()
  const settled = await newest.select('movement').where('movement', 'is not', null).execute()
  return { redemptions: rows.map((row) => toRedemption(row, now)), movements: settled.flatMap(({ movement }) => movement ?? []) }
}

/** A member's latest redemption, if it has failed and its deadline has not passed. */
export async function failedRedemption(store: Store, customer: string, now: number): Promise<StoredRedemption | undefined> {
  const row = await newestOf(store, customer).selectAll().limit(1).executeTakeFirst()
  return row?.state === 'failed' && row.deadline > now ? toRedemption(row, now) : undefined
}

const newestOf = (store: Store, customer: string) =>
  store.selectFrom('redemptions').where('customer', '=', customer).orderBy('requested_at', 'desc').orderBy('id')

const toRedemption = (row: RedemptionRow, now: number): StoredRedemption => ({
  id: row.id,
  customer: row.customer,
  fingerprint: row.fingerprint,
  cents: row.cents,
  currency: row.currency,
  before: row.ledger_before,
  state: stateOf(row, now),
  requestedAt: row.requested_at,
  settledAt: row.settled_at,
  movement: row.movement,
  code: row.code === null ? null : { code: row.code, cents: row.code_cents ?? 0 },
})

/** The state of a row at this time, even if no process has written it yet. */
function stateOf({ state, requested_at, step_until, deadline }: RedemptionRow, now: number): RedemptionState {
  if (state !== 'sending' && state !== 'pending') return state
  if (deadline <= now || requested_at > now + ahead) return 'unknown'
  // The process that sent it has died since then.
  return step_until <= now ? 'pending' : state
}

/** Milliseconds for which a redemption is stored after its request. */
const redemptionRetention = 24 * 3_600_000

/** Redemptions are stored for a day. */
export const redemptionRows: DomainRows = {
  expired: ({ retention }) => [['redemptions', 'id', sql`requested_at < ${retention - redemptionRetention}`]],
  correctTimes: (tx, now) => endFutureRedemptions(tx, now),
}
