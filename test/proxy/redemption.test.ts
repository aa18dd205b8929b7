import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { ResponseError } from '../../src/contract/client.ts'
import type { Redemption } from '../../src/contract/loyalty.ts'
import { loyalty } from '../../src/contract/loyalty.ts'
import { startStack, until, type Stack } from '../stack.ts'
import { questionsOf } from './questions.ts'
import { lineAbout, refusalOf } from './refusals.ts'

const [mira, aiko] = ['700100200301', '700100200303'] as const
const sending = 'POST /loyalty/v2.0/storefront/members/:id/credits/redemption'
const usd = (cents: number) => ({ amount: { cents, currency: 'USD' } })

describe('redeemCredits', () => {
  let stack: Stack
  let shopper: Awaited<ReturnType<typeof signIn>>
  beforeEach(async () => {
    stack = await startStack()
    shopper = await signIn(mira)
  })
  afterEach(() => stack.stop())

  async function signIn(customer: string) {
    const { token } = await stack.browser(loyalty).openSession({ assertion: await stack.assertion(customer) })
    const browser = stack.browser(loyalty, { token })
    return {
      ...browser,
      token,
      redeem: (cents: number, key: string = randomUUID()) => browser.redeemCredits(usd(cents), { headers: { 'Idempotency-Key': key } }),
      settled: ({ id }: Redemption) =>
        until(
          () => browser.getRedemption({ id }),
          ({ state }) => state === 'settled',
        ),
    }
  }
  const sent = () => questionsOf(stack, sending)
  const booked = async () => (await stack.state<{ redemptions: { customerId: string; amount: number }[] }>('redemptions')).redemptions

  test('is pending at first, and then settled with the code that holds the credits', async () => {
    const redemption = await shopper.redeem(1050)
    const { pending } = await shopper.getMembership({ parts: 'program' })
    const settled = await shopper.settled(redemption)
    const membership = await shopper.getMembership({})

    assert.equal(redemption.state, 'pending')
    assert.deepEqual(redemption.amount, { cents: 1050, currency: 'USD' })
    assert.equal(redemption.code, undefined)
    assert.deepEqual(
      pending.map(({ id }) => id),
      [redemption.id],
    )
    assert.match(settled.code ?? '', /^REDEEM\+\d+$/)
    assert.deepEqual(settled.code_value, { cents: 1050, currency: 'USD' })
    assert.deepEqual(membership.member?.credits, { cents: 3200, currency: 'USD' })
    assert.deepEqual(membership.redemption, { code: settled.code, value: { cents: 1050, currency: 'USD' } })
    assert.deepEqual(membership.pending, [])
    assert.equal(await sent(), 1)
  })

  test('redeems exactly the requested cents', async () => {
    for (const cents of [1, 110, 1009]) await shopper.settled(await shopper.redeem(cents))

    assert.deepEqual(
      (await booked()).map(({ amount }) => amount),
      [0.01, 1.1, 10.09],
    )
    assert.equal((await shopper.getMembership({})).member?.credits.cents, 4250 - 1 - 110 - 1009)
  })

  test('needs a key, which may be quoted', async () => {
    await refusalOf(shopper.redeemCredits(usd(100)), 'idempotency-key-required')
    await refusalOf(shopper.redeem(100, ''), 'idempotency-key-required')
    await refusalOf(shopper.redeem(100, '""'), 'idempotency-key-required')
    await refusalOf(shopper.redeem(100, 'x'.repeat(256)), 'idempotency-key-required')
    assert.equal(await sent(), 0)

    const first = await shopper.redeem(100, '"one"')
    assert.deepEqual(await shopper.redeem(100, 'one'), first)
  })

  describe('sends nothing, and names the field,', () => {
    for (const [what, amount, field] of [
      ['for more than the balance', { cents: 4251, currency: 'USD' }, 'amount.cents'],
      ['for nothing', { cents: 0, currency: 'USD' }, 'amount.cents'],
      ['for a negative amount', { cents: -100, currency: 'USD' }, 'amount.cents'],
      ['for a fraction', { cents: 10.5, currency: 'USD' }, 'amount.cents'],
      ['for text', { cents: '100', currency: 'USD' }, 'amount.cents'],
      ['for more than numbers can hold', { cents: 1e300, currency: 'USD' }, 'amount.cents'],
      ['without cents', { currency: 'USD' }, 'amount.cents'],
      ['for another currency', { cents: 100, currency: 'EUR' }, 'amount.currency'],
      ['for an unknown currency', { cents: 100, currency: 'QQQ' }, 'amount.currency'],
      ['for an invalid currency code', { cents: 100, currency: 'U$D' }, 'amount.currency'],
      ['without a currency', { cents: 100 }, 'amount.currency'],
      ['for a bare number', 100, 'amount'],
      ['without an amount', undefined, 'amount'],
    ] as const) {
      test(what, async () => {
        const outcome = await fetch(`${stack.proxy}/v1/me/credits/redemptions`, {
          method: 'POST',
          body: JSON.stringify({ amount }),
          headers: {
            Origin: stack.origin,
            'X-Storefront-Client': '1',
            'Content-Type': 'application/json',
            Authorization: `Bearer ${shopper.token}`,
            'Idempotency-Key': randomUUID(),
          },
        })
        const problem = (await outcome.json()) as never

        assert.ok(outcome.status === 400 || outcome.status === 422, String(outcome.status))
        // The proxy's own text, which names the remedy.
        assert.match(lineAbout(problem, field) ?? '', / (is|needs|has|can) /, JSON.stringify(problem))
        assert.equal(await sent(), 0)
      })
    }

    test('if neither the member nor the shop has this currency', async () => {
      const record = { customerId: mira, status: 'ACTIVE', credit: 42.5 }
      await stack.fault({ match: { method: 'GET', path: `*/storefront/members/${mira}` }, body: { message: 'ok', data: record } })
      const asked = shopper.redeemCredits({ amount: { cents: 42, currency: 'JPY' } }, { headers: { 'Idempotency-Key': randomUUID() } })

      assert.ok(lineAbout(await refusalOf(asked, 'invalid-value'), 'amount.currency'))
      assert.equal(await sent(), 0)
    })
  })

  test('may be requested again after a refusal', async () => {
    await refusalOf(shopper.redeem(4251, 'a key'), 'invalid-value')

    assert.equal((await shopper.redeem(4250, 'a key')).state, 'pending')
  })

  test('returns the same response for the same key, even after it is settled', async () => {
    const first = await shopper.redeem(500, 'a key')
    const again = await shopper.redeem(500, 'a key')
    await shopper.settled(first)
    const later = await shopper.redeem(500, 'a key')

    assert.deepEqual(again, first)
    assert.deepEqual(later, first)
    assert.equal(await sent(), 1)
  })

  test('refuses another amount under the same key', async () => {
    await shopper.redeem(500, 'a key')

    await refusalOf(shopper.redeem(501, 'a key'), 'idempotency-mismatch')
    assert.equal(await sent(), 1)
  })

  test('accepts the same key from two members', async () => {
    const other = await signIn(aiko)

    const [mine, theirs] = await Promise.all([shopper.redeem(100, 'a key'), other.redeem(200, 'a key')])

    assert.notEqual(mine.id, theirs.id)
    assert.equal(await sent(), 2)
  })

  for (const [what, keyOf] of [
    ['one key', () => 'a key'],
    ['a key each', () => randomUUID()],
  ] as const) {
    test(`sends one of fifty at once with ${what}`, async () => {
      const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => shopper.redeem(100, keyOf())))

      const ids = new Set(outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.id] : [])))
      assert.equal(ids.size, 1)
      for (const outcome of outcomes) if (outcome.status === 'rejected') assert.equal((outcome.reason as { status: number }).status, 409)
      assert.equal(await sent(), 1)
    })
  }

  test('refuses another redemption while one is open', async () => {
    const first = await shopper.redeem(100)
    const { retry_after } = await refusalOf(shopper.redeem(100), 'idempotency-conflict')
    await shopper.settled(first)
    const second = await shopper.settled(await shopper.redeem(100))

    assert.ok(retry_after! > 0)
    assert.notEqual(second.id, first.id)
    assert.equal(await sent(), 2)
  })

  for (const [what, fault] of [
    ['the connection was lost', { drop: 'after' }],
    ['an intermediary redirected the proxy', { status: 303, after_effect: true }],
  ] as const) {
    test(`that took effect before ${what} is settled, and was sent once`, async () => {
      await stack.fault({ match: { method: 'POST', path: '*/redemption' }, ...fault })

      const redemption = await shopper.redeem(700, 'a key')
      const again = await shopper.redeem(700, 'a key')
      const settled = await shopper.settled(redemption)

      assert.equal(redemption.state, 'pending')
      assert.deepEqual(again, redemption)
      assert.ok(settled.code)
      assert.equal(await sent(), 1)
      assert.equal((await booked()).length, 1)
    })
  }

  for (const [what, fault] of [
    ['the connection was lost before it took effect', { drop: 'before' }],
    ['the service failed', { status: 500 }],
    ['the service responded with 503', { status: 503 }],
  ] as const) {
    test(`stays open and is never repeated when ${what}`, async () => {
      await stack.fault({ match: { method: 'POST', path: '*/redemption' }, ...fault })

      const redemption = await shopper.redeem(700, 'a key')
      const again = await shopper.redeem(700, 'a key')
      await stack.mend()
      const now = await shopper.getRedemption({ id: redemption.id })
      const { pending } = await shopper.getMembership({})

      assert.deepEqual(again, redemption)
      assert.equal(now.state, 'pending')
      assert.equal(pending[0]?.id, redemption.id)
      assert.equal(await sent(), 1)
      assert.equal((await booked()).length, 0)
    })
  }

  test('is not confused with an earlier movement of the same amount', async () => {
    await shopper.settled(await shopper.redeem(700))
    await stack.fault({ match: { method: 'POST', path: '*/redemption' }, drop: 'before' })

    const { id } = await shopper.redeem(700)

    assert.equal((await shopper.getRedemption({ id })).state, 'pending')
  })

  test('that the service refuses redeems nothing, shows the service’s error text, and may be requested again', async () => {
    await stack.fault({ match: { method: 'POST', path: '*/redemption' }, status: 400, body: { message: 'Credits are frozen', data: {} }, times: 1 })

    const { errors } = await refusalOf(shopper.redeem(700, 'a key'), 'upstream-refused')

    assert.deepEqual(errors, ['Credits are frozen'])
    assert.equal((await shopper.redeem(700, 'a key')).state, 'pending')
  })

  for (const [what, fault] of [
    ['the service refuses', { status: 422 }],
    ['the service no longer accepts from this member', { status: 401 }],
  ] as const) {
    test(`that ${what} while another page shows it as pending becomes failed there, and is pending again when its key is repeated`, async () => {
      const page = await signIn(mira)
      await stack.fault({ match: { method: 'POST', path: '*/redemption' }, ...fault, delay_ms: 1_500, times: 1 })
      const refused = shopper.redeem(700, 'a key').catch(({ status }: ResponseError) => status)
      const seen = await until(
        () => page.getMembership({ parts: 'program' }),
        ({ pending }) => pending.length > 0,
      )
      const status = await refused

      const found = await page.getRedemption(seen.pending[0]!)
      const { pending, member } = await page.getMembership({})
      const elsewhere = await refusalOf((await signIn(aiko)).getRedemption(found), 'not-found')
      const again = await page.redeem(700, 'a key')
      const { pending: now } = await page.getMembership({ parts: 'program' })

      assert.deepEqual([status, seen.pending[0]!.state, elsewhere.status], [fault.status, 'pending', 404])
      assert.deepEqual(found, { ...seen.pending[0], state: 'failed' })
      assert.deepEqual([pending, member?.credits.cents], [[found], 4250])
      assert.deepEqual([again.state, now.map(({ id }) => id)], ['pending', [again.id]])
      assert.equal((await page.settled(again)).state, 'settled')
      assert.equal((await page.getRedemption(found)).state, 'failed')
      assert.deepEqual((await page.getMembership({})).pending, [])
      assert.equal((await booked()).length, 1)
    })
  }

  test('that was not sent is not shown', async () => {
    await stack.fault({ match: { method: 'GET', path: `*/members/${mira}/credits` }, status: 500, times: 1 })
    await refusalOf(shopper.redeem(700), 'upstream-unavailable')

    assert.deepEqual((await shopper.getMembership({})).pending, [])
  })

  test('sends nothing if the ledger cannot be read', async () => {
    await stack.fault({ match: { method: 'GET', path: `*/members/${mira}/credits` }, status: 500 })

    await refusalOf(shopper.redeem(700, 'a key'), 'upstream-unavailable')
    await stack.mend()

    assert.equal(await sent(), 0)
    assert.equal((await shopper.redeem(700, 'a key')).state, 'pending')
  })

  test('is not settled by credits of the same amount that were removed for another reason', async () => {
    await stack.fault({ match: { path: '/loyalty/v2.0/storefront/members/*/redemption' }, drop: 'before', times: 1 })
    const { id } = await shopper.redeem(500)
    const issued = await fetch(`${stack.services}/loyalty/v2.0/admin/members/${mira}/credits`, {
      method: 'POST',
      headers: { 'X-Loyalty-Api-Key': stack.settings.LOYALTY_API_KEY!, 'Content-Type': 'application/json' },
      body: JSON.stringify({ amount: -5, note: 'taken by hand' }),
    })
    assert.ok(issued.ok)
    await until(
      () => shopper.listCredits({}),
      ({ entries }) => entries[0]?.note === 'taken by hand',
    )

    assert.equal((await shopper.getRedemption({ id })).state, 'pending')
    assert.deepEqual(await booked(), [])
  })

  test('is shown as pending before the service has responded', async () => {
    await stack.fault({ match: { path: '/loyalty/v2.0/storefront/members/*/redemption' }, delay_ms: 1_000, times: 1 })
    const redeeming = shopper.redeem(500)
    const seen = await until(
      () => shopper.getMembership({ parts: 'program' }),
      ({ pending }) => pending.length > 0,
    )

    assert.deepEqual([seen.pending[0]!.state, seen.pending[0]!.id], ['pending', (await redeeming).id])
  })

  test('is not visible to another member', async () => {
    const other = await signIn(aiko)
    const { id } = await shopper.redeem(700)

    await refusalOf(other.getRedemption({ id }), 'not-found')
    await refusalOf(other.getRedemption({ id: randomUUID() }), 'not-found')
    assert.deepEqual((await other.getMembership({})).pending, [])
  })

  test('survives a new session of the same member', async () => {
    const { id } = await shopper.redeem(700)
    const returned = await signIn(mira)

    assert.equal((await returned.settled({ id } as Redemption)).amount.cents, 700)
  })
})

test('redeemCredits is not offered if the shop does not allow it', async (t) => {
  const stack = await startStack({ settings: { SHOPPERS_MAY: 'join' } })
  t.after(() => stack.stop())
  const { token, membership } = await stack.browser(loyalty).openSession({ assertion: await stack.assertion(mira) })

  const asked = stack.browser(loyalty, { token }).redeemCredits(usd(100), { headers: { 'Idempotency-Key': randomUUID() } })

  await refusalOf(asked, 'not-configured')
  assert.deepEqual(membership.may, ['join'])
  assert.equal(await questionsOf(stack, sending), 0)
})
