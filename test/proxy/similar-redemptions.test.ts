// Redemptions that could be confused: of the same amount, or of the same customer id at another shop.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { loyalty, type Redemption } from '../../src/contract/loyalty.ts'
import { openDatabase } from '../../proxy/store/open-database.ts'
import { startPostgres } from '../postgres.ts'
import { startStack, until, type Stack, type StackOptions } from '../stack.ts'
import { refusalOf } from './refusals.ts'

const [mira, aiko] = ['700100200301', '700100200303'] as const
const sending = { method: 'POST', path: '*/credits/redemption' }
const reading = { method: 'GET', path: `*/members/${mira}/credits` }
/** Milliseconds: after `outcome`, an outcome is unknown; `step` is the longest time of a step. */
const redemptionTimes = { outcome: 4_000, step: 10_000 }

async function start(context: TestContext, options: StackOptions = {}) {
  const stack = await startStack({ redemptionTimes, ...options })
  context.after(() => stack.stop())
  return { stack, shopper: await signIn(stack) }
}

async function signIn(stack: Stack, claims?: Record<string, unknown>, customer: string = mira) {
  const { token } = await stack.browser(loyalty).openSession({ assertion: await stack.assertion(customer, claims) })
  const browser = stack.browser(loyalty, { token })
  return {
    ...browser,
    redeem: (cents: number, key: string = randomUUID()) =>
      browser.redeemCredits({ amount: { cents, currency: 'USD' } }, { headers: { 'Idempotency-Key': key } }),
    ended: ({ id }: Redemption) =>
      until(
        () => browser.getRedemption({ id }),
        ({ state }) => state !== 'pending',
        redemptionTimes.outcome / 500,
      ),
    /** Waits until the ledger shows this amount. */
    booked: (cents: number) =>
      until(
        () => browser.listCredits({}),
        ({ entries }) => entries[0]?.amount.cents === -cents,
      ),
  }
}

/** Makes an unknown redemption: its request was lost before it took effect. */
async function lose({ stack, shopper }: Awaited<ReturnType<typeof start>>): Promise<Redemption> {
  await stack.fault({ match: sending, drop: 'before', times: 1 })
  const lost = await shopper.ended(await shopper.redeem(700))
  assert.equal(lost.state, 'unknown')
  return lost
}

const statesOf = async (shopper: Awaited<ReturnType<typeof signIn>>, all: readonly Redemption[]) =>
  Promise.all(all.map(async ({ id }) => (await shopper.getRedemption({ id })).state))

test('after an unknown redemption, a second one of the same amount is settled, even if another tab reads the ledger before its response', async (context) => {
  const started = await start(context)
  const { stack, shopper } = started
  const lost = await lose(started)
  await stack.fault({ match: sending, delay_ms: 3_000, after_effect: true, times: 1 })

  const redeeming = shopper.redeem(700)
  await shopper.booked(700)
  const { pending } = await shopper.getMembership({})
  const meanwhile = await statesOf(shopper, [lost])
  const again = await redeeming
  const ended = await shopper.ended(again)

  assert.deepEqual([pending.some(({ id }) => id === lost.id), meanwhile, ended.state], [true, ['unknown'], 'settled'])
  assert.deepEqual(await statesOf(shopper, [lost, again]), ['unknown', 'settled'])
})

for (const [how, read] of [
  ['one redemption', (shopper, { id }) => shopper.getRedemption({ id })],
  ['the whole screen', (shopper) => shopper.getMembership({ parts: 'credits' })],
] as [string, (shopper: Awaited<ReturnType<typeof signIn>>, lost: Redemption) => Promise<unknown>][]) {
  test(`the same holds if the second one began while the ledger was being read for ${how}`, async (context) => {
    const started = await start(context)
    const { stack, shopper } = started
    const lost = await lose(started)
    await stack.fault({ match: reading, delay_ms: 2_000, times: 1 })

    const asked = read(shopper, lost)
    await until(
      () => stack.state<{ faults: unknown[] }>('faults'),
      ({ faults }) => faults.length === 0,
    )
    await stack.fault({ match: sending, delay_ms: 3_000, after_effect: true, times: 1 })
    const redeeming = shopper.redeem(700)
    await shopper.booked(700)
    await asked
    const meanwhile = await statesOf(shopper, [lost])
    const again = await redeeming

    await shopper.ended(again)
    assert.deepEqual([meanwhile, await statesOf(shopper, [lost, again])], [['unknown'], ['unknown', 'settled']])
  })
}

describe('if a redemption took effect after its outcome became unknown,', () => {
  /** Makes a redemption that is unknown at once and has taken effect, as after a start with a clock in the future. */
  async function startLate(context: TestContext) {
    const { stack, shopper } = await start(context, { redemptionTimes: { outcome: 1, step: 10_000 } })
    await stack.fault({ match: sending, drop: 'after', times: 1 })
    const late = await shopper.redeem(700)
    await shopper.booked(700)
    return { shopper, late }
  }

  test('the same amount under another key is refused at first, and sent when the shopper repeats the request', async (context) => {
    const { shopper, late } = await startLate(context)

    const { detail } = await refusalOf(shopper.redeem(700), 'idempotency-conflict')
    const [found] = await statesOf(shopper, [late])
    const once = await shopper.getMembership({})
    const again = await shopper.redeem(700)

    assert.match(detail ?? '', /took effect/)
    assert.deepEqual([found, once.member?.credits.cents], ['settled', 4250 - 700])
    assert.notEqual(again.id, late.id)
    await until(
      () => shopper.getMembership({}),
      ({ member }) => member?.credits.cents === 4250 - 1400,
    )
  })

  test('another amount is sent at once, and each redemption is settled by its own entry', async (context) => {
    const { shopper, late } = await startLate(context)

    const other = await shopper.redeem(701)
    await shopper.booked(701)

    const both = await Promise.all([late, other].map(({ id }) => shopper.getRedemption({ id })))
    assert.deepEqual(
      both.map(({ state, amount }) => [state, amount.cents]),
      [
        ['settled', 700],
        ['settled', 701],
      ],
    )
  })
})

test('two shops that share a store see nothing of each other', async (context) => {
  // PostgreSQL, because only one proxy can use a folder.
  const postgres = await startPostgres()
  const shared = { settings: { DATABASE_URL: postgres.url } }
  const [one, other] = [await startStack(shared), await startStack(shared)]
  context.after(async () => {
    await other.stop()
    await one.stop()
    await postgres.stop()
  })
  const jti = randomUUID()
  const here = await signIn(one, { jti })
  const there = await signIn(other, { jti })
  await one.fault({ match: sending, drop: 'before', times: 1 })

  const { id } = await here.redeem(700, 'a key')

  assert.deepEqual((await there.getMembership({})).pending, [])
  await refusalOf(there.getRedemption({ id }), 'not-found')
  const theirs = await there.redeem(500, 'a key')
  assert.notEqual(theirs.id, id)
  assert.equal((await there.ended(theirs)).state, 'settled')
  assert.deepEqual(await statesOf(here, [{ id } as Redemption]), ['pending'])
})

test('a code whose value is not a number of cents is not shown, and the redemption is still settled', async (context) => {
  const { stack, shopper } = await start(context, { redemptionTimes: { outcome: 60_000, step: 10_000 } })
  await stack.fault({ match: sending, drop: 'before', times: 1 })
  const redemption = await shopper.redeem(700)
  const entry = { amount: -7, newBalance: 35.5, reason: 'REDEMPTION', createdAt: new Date().toISOString() }
  await stack.fault({ match: reading, body: { message: 'ok', data: { credits: [entry], redemption: { code: 'REDEEM+1', value: 1e300 } } } })

  const { state, code, code_value } = await shopper.ended(redemption)

  assert.deepEqual([state, code, code_value], ['settled', undefined, undefined])
})

test('a membership waits for settling a redemption no longer than for its parts, and else shows the redemption as pending', async (context) => {
  const postgres = await startPostgres()
  context.after(() => postgres.stop())
  const { stack, shopper } = await start(context, { settings: { DATABASE_URL: postgres.url }, redemptionTimes: { outcome: 60_000, step: 10_000 } })
  const { id } = await shopper.redeem(700)
  await shopper.booked(700)
  const other = await signIn(stack, {}, aiko)
  const database = await openDatabase({ url: postgres.url }, { migrates: false })

  const first = await database.transact(async (tx) => {
    // Rows can be read but not changed: a request that changes a row is refused in the end.
    await sql`lock table redemptions in share mode`.execute(tx)
    const refused = refusalOf(other.redeem(100), 'overloaded').then(() => undefined)
    const shown = shopper.getMembership({}).then(({ pending }) => pending.map((one) => [one.id, one.state]))
    return Promise.race([shown, refused]).finally(() => Promise.allSettled([shown, refused]))
  })
  await database.close()

  assert.deepEqual(first, [[id, 'pending']])
  assert.equal((await shopper.ended({ id } as Redemption)).state, 'settled')
})
