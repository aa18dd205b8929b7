import { sql } from 'kysely'
import { Collision } from '../../store/database.ts'
import type { DomainRows } from '../../jobs/domain-rows.ts'
import type { Begun, KeptRedemption, NewRedemption, RedemptionOutcome, RedemptionState, Unfinished } from './redemption-store.ts'
import type { RedemptionRow, Store, Within } from '../../store/tables.ts'

/** How many a member may have in the day for which they are kept, and how many are looked at together: what a ledger is read for shows no more. */
const most = 50
/** Milliseconds by which a redemption may have been asked for ahead of the clock that looks at it: a clock that was further ahead was wrong. */
const ahead = 5 * 60_000

/** Keeps a redemption, or tells what is in its way. The indices decide, so that of two at once, wherever they are asked for, one goes on. */
export async function beginRedemption(
  within: Within,
  { id, customer, key, fingerprint, cents, currency, deadline, step }: NewRedemption,
  now: number,
): Promise<Begun> {
  const theirs = () => within.selectFrom('redemptions').where('customer', '=', customer)
  await endThoseAhead(within, now, customer)
  // Whoever read the ledger for these has died, or may not send them any more.
  await within.deleteFrom('redemptions').where('customer', '=', customer).where('state', '=', 'reading').where('step_until', '<=', now).execute()
  // One that nobody will ever know more of does not keep its member from another.
  await within
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
  if (Number(count) >= most) return { began: false, redemption: undefined, obstacle: 'too many' }
  const began = await within
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
  throw new Collision('what was in the way of this redemption has ended meanwhile')
}

/** Those of which a member has one at a time. */
const openStates = ['reading', 'sending', 'pending'] as const

/** Notes that it is being sent, unless whoever asks has taken longer than they said. */
export async function sendRedemption(within: Within, { id, before, step }: { id: string; before: string; step: number }, now: number): Promise<boolean> {
  const { numUpdatedRows } = await within
    .updateTable('redemptions')
    .set({ state: 'sending', ledger_before: before, step_until: now + step })
    .where('id', '=', id)
    .where('state', '=', 'reading')
    .where('step_until', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Notes that it was sent. */
export async function sentRedemption(within: Within, id: string) {
  await within.updateTable('redemptions').set({ state: 'pending' }).where('id', '=', id).where('state', '=', 'sending').execute()
}

/** Forgets one that was not sent; one that was being sent, and has taken nothing, has failed. */
export async function dropRedemption(within: Within, id: string) {
  await within.deleteFrom('redemptions').where('id', '=', id).where('state', '=', 'reading').execute()
  const failed = await within
    .updateTable('redemptions')
    // No header has a line break in it, so that nobody can ask for it by this key (RFC 9110, section 5.5).
    .set({ state: 'failed', key: `\n${id}` })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .returning('customer')
    .executeTakeFirst()
  if (!failed) return
  const theirs = within.selectFrom('redemptions').where('customer', '=', failed.customer).where('state', '=', 'failed')
  const kept = theirs.select('id').orderBy('requested_at', 'desc').orderBy('id').limit(most)
  await within.deleteFrom('redemptions').where('customer', '=', failed.customer).where('state', '=', 'failed').where('id', 'not in', kept).execute()
}

/** Settles it, or adds its code, where that is news. */
export async function settleRedemption(within: Within, { id, movement, code }: RedemptionOutcome, now: number): Promise<KeptRedemption | undefined> {
  const change = within.updateTable('redemptions').where('id', '=', id)
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
  const row = await within.selectFrom('redemptions').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toRedemption(row, now)
}

/** Another row has what may be there once (unique_violation; https://sqlite.org/rescode.html#constraint). */
function isTaken(error: unknown): boolean {
  const { code, sqliteCode } = Object(error) as { code?: unknown; sqliteCode?: unknown }
  return code === '23505' || (Number(sqliteCode) & 0xff) === 19
}

/** Has those end that were made while a clock was ahead, and keeps them for as long as any other from now on, so that their keys are not free too soon. */
export async function endThoseAhead(within: Within, now: number, customer?: string) {
  await within
    .updateTable('redemptions')
    .set({ requested_at: now, deadline: now, step_until: now })
    .where('requested_at', '>', now + ahead)
    .$if(customer !== undefined, (update) => update.where('customer', '=', customer!))
    .execute()
}

/** The one of that member and id, if it may have been sent. */
export async function findRedemption(store: Store, customer: string, id: string, now: number): Promise<KeptRedemption | undefined> {
  const row = await store
    .selectFrom('redemptions')
    .selectAll()
    .where('id', '=', id)
    .where('customer', '=', customer)
    .where('state', '<>', 'reading')
    .executeTakeFirst()
  return row && toRedemption(row, now)
}

/** Those of a member that may have been sent, and that a ledger may tell more of, newest first, and by what others are settled. */
export async function unfinishedRedemptions(store: Store, customer: string, now: number): Promise<Unfinished> {
  const newest = newestOf(store, customer).where('state', '<>', 'failed').limit(most)
  const rows = await newest
    .selectAll()
    .where('state', '<>', 'reading')
    .where(({ or, eb }) => or([eb('state', '<>', 'settled'), eb('code', 'is', null)]))
    .execute()
  const settled = await newest.select('movement').where('movement', 'is not', null).execute()
  return { redemptions: rows.map((row) => toRedemption(row, now)), movements: settled.flatMap(({ movement }) => movement ?? []) }
}

/** A member's latest, where that has failed; whoever asks for another, or much later, need not hear of it. */
export async function failedRedemption(store: Store, customer: string, now: number): Promise<KeptRedemption | undefined> {
  const row = await newestOf(store, customer).selectAll().limit(1).executeTakeFirst()
  return row?.state === 'failed' && row.deadline > now ? toRedemption(row, now) : undefined
}

const newestOf = (store: Store, customer: string) =>
  store.selectFrom('redemptions').where('customer', '=', customer).orderBy('requested_at', 'desc').orderBy('id')

const toRedemption = (row: RedemptionRow, now: number): KeptRedemption => ({
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

/** What a row says by now, though nobody may have been there to write it. */
function stateOf({ state, requested_at, step_until, deadline }: RedemptionRow, now: number): RedemptionState {
  if (state !== 'sending' && state !== 'pending') return state
  if (deadline <= now || requested_at > now + ahead) return 'unknown'
  // Whoever sent it has died since.
  return step_until <= now ? 'pending' : state
}

/** Milliseconds for which a redemption is kept after it was requested. */
const redemptionRetention = 24 * 3_600_000

/** Redemptions are kept for a day. */
export const redemptionRows: DomainRows = {
  expired: ({ retention }) => [['redemptions', 'id', sql`requested_at < ${retention - redemptionRetention}`]],
  correctTimes: (within, now) => endThoseAhead(within, now),
}
