// A proxy that stops in the middle of a redemption, and other cases in which it cannot know the outcome of one.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { DatabaseSync } from '@photostructure/sqlite'
import { createClient, ResponseError } from '../../src/contract/client.ts'
import { loyalty, type Redemption } from '../../src/contract/loyalty.ts'
import { admin } from '../loyalty-webhooks/hooked-stack.ts'
import { startPostgres } from '../postgres.ts'
import { startProxies } from '../jobs/kill-proxies.ts'
import { startStack, until, type Stack } from '../stack.ts'
import { questionsOf } from './questions.ts'
import { refusalOf } from './refusals.ts'
import { shortWaiting } from './short-waiting-command.ts'

const [mira, aiko, idris, noa] = ['700100200301', '700100200303', '811', '812'] as const
const sending = 'POST /loyalty/v2.0/storefront/members/:id/credits/redemption'
/** Milliseconds: after `outcome`, an outcome is unknown; `step` is the longest time of a step. */
const times = { outcome: 30_000, step: 1_500 }

/** Starts this many proxies, each in its own process, with the stack's services. */
async function startRedeeming(howMany: number, changes: Record<string, string> = {}) {
  const stack = await startStack()
  for (const customerId of [idris, noa]) await admin(stack.settings, 'POST', 'members', { customerId, credits: 100 })
  const { proxies, until: untilProxies } = await startProxies(
    howMany,
    {
      ...stack.settings,
      DATA_DIR: join(stack.settings.DATA_DIR!, 'proxy'),
      OPERATOR_PORT: '',
      CONSOLE_TOKENS: '',
      TEST_REDEMPTION_TIMES: `${times.outcome},${times.step}`,
      ...changes,
    },
    shortWaiting,
  )
  const at = (index: number, token?: string) =>
    createClient(loyalty, {
      baseUrl: `http://127.0.0.1:${proxies[index]!.port}`,
      headers: { Origin: stack.origin, 'X-Storefront-Client': '1', ...(token && { Authorization: `Bearer ${token}` }) },
    })
  return {
    stack,
    /** Signs a member in; returns the member's actions at each proxy. */
    async signIn(customer: string) {
      const assertion = await stack.assertion(customer)
      const { token } = await at(0).openSession({ assertion })
      return {
        openSession: (index = 0) => at(index).openSession({ assertion }),
        redeem: (cents: number, key: string, index = 0) =>
          at(index, token).redeemCredits({ amount: { cents, currency: 'USD' } }, { headers: { 'Idempotency-Key': key } }),
        find: (id: string, index = 0) => at(index, token).getRedemption({ id }),
        membership: (index = 0) => at(index, token).getMembership({}),
      }
    },
    async restart() {
      await proxies[0]!.kill()
      proxies[0]!.start()
      await untilProxies(() => proxies[0]!.address !== undefined)
    },
    async stop() {
      await Promise.all(proxies.map((proxy) => proxy.stop()))
      await stack.stop()
    },
  }
}

const sent = (stack: Stack) => questionsOf(stack, sending)
const booked = async (stack: Stack, customer: string) =>
  (await stack.state<{ redemptions: { customerId: string; amount: number }[] }>('redemptions')).redemptions
    .filter(({ customerId }) => customerId === customer)
    .map(({ amount }) => amount)

describe('a proxy that is killed', () => {
  let redeeming: Awaited<ReturnType<typeof startRedeeming>>
  const shoppers = new Map<string, Awaited<ReturnType<(typeof redeeming)['signIn']>>>()
  const shopper = (customer: string) => shoppers.get(customer)!
  let answered: Redemption
  let sentId: string
  let lost: Promise<unknown>[]

  // Each member is at another step of a redemption when the proxy is killed; then a new process takes over.
  before(async () => {
    redeeming = await startRedeeming(1)
    const { stack, signIn } = redeeming
    for (const customer of [mira, aiko, idris, noa]) shoppers.set(customer, await signIn(customer))
    await stack.fault({ match: { method: 'POST', path: `*/${idris}/credits/redemption` }, drop: 'before', times: 1 })
    await stack.fault({ match: { method: 'POST', path: `*/${mira}/credits/redemption` }, delay_ms: 10_000, after_effect: true, times: 1 })
    await stack.fault({ match: { method: 'GET', path: `*/${aiko}/credits` }, delay_ms: 30_000, times: 1 })
    const store = new DatabaseSync(join(stack.settings.DATA_DIR!, 'proxy', 'store.db'), { readOnly: true, timeout: 5_000 })
    const reaches = (customer: string, state: string) =>
      until(
        async () => store.prepare('select id, state from redemptions where customer like ?').get(`%/${customer}`) as { id: string; state: string } | undefined,
        (row) => row?.state === state,
      )
    answered = await shopper(idris).redeem(700, 'a key')
    lost = [
      shopper(aiko)
        .redeem(100, 'a key')
        .catch(() => 'lost'),
    ]
    await reaches(aiko, 'reading')
    lost.push(
      shopper(mira)
        .redeem(700, 'a key')
        .catch(() => 'lost'),
    )
    sentId = (await reaches(mira, 'sending'))!.id
    // The store has the state before the request is sent: wait until the service has booked the redemption.
    await until(
      () => booked(stack, mira),
      ({ length }) => length === 1,
    )
    store.close()
    await redeeming.restart()
  })
  after(() => redeeming.stop())

  test('before it sends has redeemed nothing, and the next process accepts the same key', async () => {
    assert.equal(await lost[0], 'lost')
    assert.deepEqual(await booked(redeeming.stack, aiko), [])

    const redemption = await until(
      () => shopper(aiko).redeem(100, 'a key').catch(conflict),
      (answer) => answer !== undefined,
    )

    assert.equal(redemption?.state, 'pending')
    assert.deepEqual(await booked(redeeming.stack, aiko), [1])
  })

  test('after it sends and before the response never sends again, and the next process settles the redemption by the ledger', async () => {
    assert.equal(await lost[1], 'lost')
    await refusalOf(shopper(mira).redeem(701, 'a key'), 'idempotency-mismatch')

    const settled = await until(
      () => shopper(mira).find(sentId),
      ({ state }) => state !== 'pending',
      times.outcome / 1000,
    )

    const again = await shopper(mira).redeem(700, 'a key')
    assert.deepEqual([settled.state, again.id, again.state], ['settled', sentId, 'pending'])
    assert.ok(settled.code)
    assert.deepEqual(await booked(redeeming.stack, mira), [7])
  })

  test('after its response still has the redemption, which is unknown from its deadline on if nothing was booked', async () => {
    assert.deepEqual(await shopper(idris).redeem(700, 'a key'), answered)
    const deadline = Date.parse(answered.requested_at) + times.outcome
    let asked = 0
    const ended = await until(
      () => {
        asked = Date.now()
        return shopper(idris).find(answered.id)
      },
      ({ state }) => {
        assert.ok(state !== 'pending' || asked < deadline, 'pending beyond its deadline')
        return state !== 'pending'
      },
      times.outcome / 500,
    )

    assert.ok(Date.now() >= deadline)
    assert.deepEqual([ended.state, ended.code, ended.settled_at], ['unknown', undefined, undefined])
    assert.deepEqual(
      (await shopper(idris).membership()).pending.map(({ state }) => state),
      ['unknown'],
    )
    assert.deepEqual(await booked(redeeming.stack, idris), [])
    // An unknown redemption does not block another one, and the other one settles only itself.
    const other = await shopper(idris).redeem(700, 'another key')
    await until(
      () => shopper(idris).find(other.id),
      ({ state }) => state === 'settled',
    )
    assert.equal((await shopper(idris).find(answered.id)).state, 'unknown')
    assert.deepEqual(await booked(redeeming.stack, idris), [7])
  })

  test('does not accept a proof that was used before', async () => {
    await refusalOf(shopper(noa).openSession(), 'assertion-refused')
  })
})

function conflict(error: unknown): undefined {
  if (!(error instanceof ResponseError && error.status === 409)) throw error
}

test('two proxies on one PostgreSQL share keys, open redemptions and used proofs', async (context) => {
  const postgres = await startPostgres()
  context.after(() => postgres.stop())
  const redeeming = await startRedeeming(2, { DATABASE_URL: postgres.url })
  context.after(() => redeeming.stop())
  const { redeem, find, membership, openSession } = await redeeming.signIn(mira)

  const outcomes = await Promise.allSettled(Array.from({ length: 30 }, (_, index) => redeem(700, index < 20 ? 'a key' : randomUUID(), index % 2)))

  const ids = new Set(outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.id] : [])))
  assert.equal(ids.size, 1)
  for (const outcome of outcomes) if (outcome.status === 'rejected') assert.equal((outcome.reason as { status: number }).status, 409)
  assert.equal(await sent(redeeming.stack), 1)
  for (const index of [0, 1]) {
    const settled = await until(
      () => find([...ids][0]!, index),
      ({ state }) => state === 'settled',
    )
    assert.equal(settled.amount.cents, 700)
    assert.deepEqual((await membership(index)).pending, [])
    await refusalOf(openSession(index), 'assertion-refused')
  }
  assert.deepEqual(await booked(redeeming.stack, mira), [7])
})

describe('while the store is unavailable', () => {
  for (const thread of [true, false]) {
    test(`nothing is sent, and no possibly used proof signs a shopper in, ${thread ? 'in a thread of its own' : 'in one thread'}`, async (context) => {
      const stack = await startStack({ thread })
      context.after(() => stack.stop())
      const { token } = await stack.browser(loyalty).openSession({ assertion: await stack.assertion(mira) })
      const redeem = (key: string) =>
        stack.browser(loyalty, { token }).redeemCredits({ amount: { cents: 700, currency: 'USD' } }, { headers: { 'Idempotency-Key': key } })
      const store = new DatabaseSync(join(stack.settings.DATA_DIR!, 'store.db'))
      context.after(() => store.close())

      store.exec('begin exclusive')
      const refused = await refusalOf(redeem('a key'), 'overloaded')
      const unproved = await refusalOf(stack.browser(loyalty).openSession({ assertion: await stack.assertion(mira) }), 'overloaded')
      const shown = await stack.browser(loyalty, { token }).getMembership({})
      store.exec('rollback')

      assert.deepEqual([refused.status, refused.retry_after, unproved.status, unproved.retry_after], [503, 5, 503, 5])
      assert.match(unproved.detail ?? '', /^Signing in is not possible/)
      assert.equal(await sent(stack), 0)
      assert.equal(shown.member?.credits.cents, 4250)
      assert.equal((await redeem('a key')).state, 'pending')
    })
  }

  test('a membership names its redemptions as unavailable, and shows the rest', async (context) => {
    const stack = await startStack()
    context.after(() => stack.stop())
    const { token } = await stack.browser(loyalty).openSession({ assertion: await stack.assertion(mira) })
    const store = new DatabaseSync(join(stack.settings.DATA_DIR!, 'store.db'), { timeout: 5_000 })
    context.after(() => store.close())

    store.exec('alter table redemptions rename to elsewhere')
    const shown = await stack.browser(loyalty, { token }).getMembership({})
    store.exec('alter table elsewhere rename to redemptions')
    const whole = await stack.browser(loyalty, { token }).getMembership({})

    assert.deepEqual([shown.unavailable, shown.pending, shown.member?.credits.cents], [['redemption'], [], 4250])
    assert.deepEqual(whole.unavailable, [])
  })
})
