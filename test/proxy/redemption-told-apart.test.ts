// Redemptions that could be taken for one another: of the same amount, or of the same customer id at another shop.
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
/** Milliseconds after which an outcome is called unknown, and that a step may take. */
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
    /** Waits until the ledger shows it. */
    booked: (cents: number) =>
      until(
        () => browser.listCredits({}),
        ({ entries }) => entries[0]?.amount.cents === -cents,
      ),
  }
}

/** One that is unknown, since it was lost before it took effect. */
async function lose({ stack, shopper }: Awaited<ReturnType<typeof start>>): Promise<Redemption> {
  await stack.fault({ match: sending, drop: 'before', times: 1 })
  const lost = await shopper.ended(await shopper.redeem(700))
  assert.equal(lost.state, 'unknown')
  return lost
}

const statesOf = async (shopper: Awaited<ReturnType<typeof signIn>>, all: readonly Redemption[]) =>
  Promise.all(all.map(async ({ id }) => (await shopper.getRedemption({ id })).state))

test('of one that is unknown and the same amount again the latter is settled, whatever a second tab reads before its answer comes', async (context) => {
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
  test(`so it is where it began while the ledger was being read for ${how}`, async (context) => {
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

describe('of one that took effect after its outcome was called unknown,', () => {
  /** One that is unknown at once, and has taken effect: as after a start with a clock that was far ahead. */
  async function startLate(context: TestContext) {
    const { stack, shopper } = await start(context, { redemptionTimes: { outcome: 1, step: 10_000 } })
    await stack.fault({ match: sending, drop: 'after', times: 1 })
    const late = await shopper.redeem(700)
    await shopper.booked(700)
    return { shopper, late }
  }

  test('the same amount under another key is not sent, and is sent once the shopper asks for it in spite of that', async (context) => {
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

  test('another amount is sent at once, and each is settled by its own', async (context) => {
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
  // A folder belongs to one proxy.
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

test('a code whose worth is no number of cents is not told, and the redemption is settled all the same', async (context) => {
  const { stack, shopper } = await start(context, { redemptionTimes: { outcome: 60_000, step: 10_000 } })
  await stack.fault({ match: sending, drop: 'before', times: 1 })
  const redemption = await shopper.redeem(700)
  const entry = { amount: -7, newBalance: 35.5, reason: 'REDEMPTION', createdAt: new Date().toISOString() }
  await stack.fault({ match: reading, body: { message: 'ok', data: { credits: [entry], redemption: { code: 'REDEEM+1', value: 1e300 } } } })

  const { state, code, code_value } = await shopper.ended(redemption)

  assert.deepEqual([state, code, code_value], ['settled', undefined, undefined])
})

test('a membership waits no longer for what is settled by it than for its parts, and shows it as it was', async (context) => {
  const postgres = await startPostgres()
  context.after(() => postgres.stop())
  const { stack, shopper } = await start(context, { settings: { DATABASE_URL: postgres.url }, redemptionTimes: { outcome: 60_000, step: 10_000 } })
  const { id } = await shopper.redeem(700)
  await shopper.booked(700)
  const other = await signIn(stack, {}, aiko)
  const database = await openDatabase({ url: postgres.url }, { renew: false })

  const first = await database.transact(async (within) => {
    // Rows can be read, and none be changed: what has to change one is refused in the end.
    await sql`lock table redemptions in share mode`.execute(within)
    const refused = refusalOf(other.redeem(100), 'overloaded').then(() => undefined)
    const shown = shopper.getMembership({}).then(({ pending }) => pending.map((one) => [one.id, one.state]))
    return Promise.race([shown, refused]).finally(() => Promise.allSettled([shown, refused]))
  })
  await database.close()

  assert.deepEqual(first, [[id, 'pending']])
  assert.equal((await shopper.ended({ id } as Redemption)).state, 'settled')
})
