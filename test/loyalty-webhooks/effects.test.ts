import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, beforeEach, describe, test } from 'node:test'
import { createClient } from '../../src/contract/client.ts'
import { loyalty } from '../../src/contract/loyalty.ts'
import { buildApp } from '../../proxy/app.ts'
import { readConfig } from '../../proxy/config/config.ts'
import { allQuestions, questionsOf } from '../proxy/questions.ts'
import { startPostgres, type Postgres } from '../postgres.ts'
import { until } from '../until.ts'
import { startHookedStack, type HookedStack } from './hooked-stack.ts'

const [mira, jonas] = ['700100200301', '700100200302'] as const
const ledgerAsMerchant = 'GET /loyalty/v2.0/admin/members/:id/credits'

let stack: HookedStack
/** The database of tests that need several proxies. */
let postgres: Postgres | undefined
after(() => postgres?.stop())
beforeEach(async () => (stack = await startHookedStack()))
afterEach(() => stack.stop())

const signIn = async (customer: string) => {
  const { token, membership } = await stack.browser(loyalty).openSession({ assertion: await stack.assertion(customer) })
  return { membership, browser: stack.browser(loyalty, { token }) }
}

const redeem = async (customer: string, cents: number) => {
  const { browser } = await signIn(customer)
  const redemption = await browser.redeemCredits({ amount: { cents, currency: 'USD' } }, { headers: { 'Idempotency-Key': randomUUID() } })
  return { browser, redemption }
}

/** Waits until the proxy has processed so many deliveries of a topic. */
const actedOn = (topic: string, times = 1) =>
  until(
    async () => (await stack.kept()).filter(({ body, state }) => state === 'delivered' && body.includes(`"topic":"${topic}"`)).length,
    (count) => count >= times,
  )

describe('a redemption', () => {
  test('is settled by the event of the service, even if the shopper’s own ledger cannot be read', async () => {
    // Every read of the shopper's own ledger fails once the redemption was sent.
    await stack.fault({ match: { method: 'POST', path: '*/redemption' }, delay_ms: 20 })
    const { browser, redemption } = await redeem(mira, 1050)
    await stack.fault({ match: { method: 'GET', path: `*/storefront/members/${mira}/credits` }, status: 400 })
    const settled = await until(
      () => browser.getRedemption({ id: redemption.id }),
      ({ state }) => state === 'settled',
    )

    assert.match(settled.code ?? '', /^REDEEM\+\d+$/)
    assert.deepEqual(settled.code_value, { cents: 1050, currency: 'USD' })
    assert.deepEqual((await browser.getMembership({ parts: 'program' })).pending, [])
  })

  test('is settled by the merchant’s ledger without a code, and gets the code once the shopper’s own ledger can be read', async () => {
    const entry = { customerId: mira, amount: -10.5, newBalance: 32, reason: 'REDEMPTION', createdAt: new Date().toISOString() }
    await stack.fault({ match: { method: 'GET', path: `*/admin/members/${mira}/credits` }, body: { message: 'ok', data: { credits: [entry] } } })
    const { browser, redemption } = await redeem(mira, 1050)
    await stack.fault({ match: { method: 'GET', path: `*/storefront/members/${mira}/credits` }, status: 400 })
    const settled = await until(
      () => browser.getRedemption({ id: redemption.id }),
      ({ state }) => state === 'settled',
    )
    await stack.mend()
    const { state, code } = await browser.getRedemption({ id: redemption.id })

    assert.equal(settled.code, undefined)
    assert.equal(state, 'settled')
    assert.match(code ?? '', /^REDEEM\+\d+$/)
  })

  test('is settled in the process that holds it, even if another process receives the event', async (t) => {
    postgres = await startPostgres()
    await stack.stop()
    stack = await startHookedStack({ settings: { DATABASE_URL: postgres.url } })
    const { app, operator } = await buildApp(readConfig(stack.settings), { thread: false, log: { write() {} } })
    t.after(() => Promise.all([app.close(), operator.close()]))
    const baseUrl = await app.listen({ port: 0, host: '127.0.0.1' })
    const headers = { Origin: stack.origin, 'X-Storefront-Client': '1' }
    const { token } = await createClient(loyalty, { baseUrl, headers }).openSession({ assertion: await stack.assertion(mira) })
    const browser = createClient(loyalty, { baseUrl, headers: { ...headers, Authorization: `Bearer ${token}` } })

    const { id } = await browser.redeemCredits({ amount: { cents: 1050, currency: 'USD' } }, { headers: { 'Idempotency-Key': randomUUID() } })
    await stack.fault({ match: { method: 'GET', path: `*/storefront/members/${mira}/credits` }, status: 400 })
    const { code } = await until(
      () => browser.getRedemption({ id }),
      ({ state }) => state === 'settled',
    )

    assert.match(code ?? '', /^REDEEM\+\d+$/)
  })

  test('stays open if an event claims a change of credits that the ledger does not show', async () => {
    await stack.fault({ match: { method: 'POST', path: '*/redemption' }, drop: 'before' })
    const { browser, redemption } = await redeem(mira, 700)
    const before = await questionsOf(stack, ledgerAsMerchant)

    const payload = { customerId: mira, amount: -7, newBalance: 0, reason: 'REDEMPTION', redemption: { code: 'REDEEM+1', value: 7 } }
    await stack.post({ payload, metadata: { id: randomUUID(), topic: 'customer.credits.updated' } })
    await until(
      () => questionsOf(stack, ledgerAsMerchant),
      (count) => count > before,
    )

    assert.equal((await browser.getRedemption({ id: redemption.id })).state, 'pending')
    assert.equal((await browser.getMembership({})).member?.credits.cents, 4250)
  })

  test('causes no read of the ledger on another member’s event', async () => {
    await stack.fault({ match: { method: 'POST', path: '*/redemption' }, drop: 'before' })
    await redeem(mira, 700)
    const before = await questionsOf(stack, ledgerAsMerchant)

    await stack.post({ payload: { customerId: jonas }, metadata: { id: randomUUID(), topic: 'customer.credits.updated' } })
    await actedOn('customer.credits.updated')

    assert.equal(await questionsOf(stack, ledgerAsMerchant), before)
  })

  test('causes fewer than 50 reads of the ledger on 200 events of its member', async () => {
    await stack.fault({ match: { method: 'POST', path: '*/redemption' }, drop: 'before' })
    await redeem(mira, 700)
    const before = await questionsOf(stack, ledgerAsMerchant)

    await Promise.all(
      Array.from({ length: 200 }, () => stack.post({ payload: { customerId: mira }, metadata: { id: randomUUID(), topic: 'customer.updated' } })),
    )
    await actedOn('customer.updated', 200)
    await until(
      () => questionsOf(stack, ledgerAsMerchant),
      (count) => count > before,
    )

    const asked = (await questionsOf(stack, ledgerAsMerchant)) - before
    assert.ok(asked < 50, String(asked))
  })
})

test('an event of a member without an open redemption causes no request to the service', async () => {
  await signIn(mira)
  const before = await allQuestions(stack)

  await stack.post({ payload: { customerId: mira }, metadata: { id: randomUUID(), topic: 'customer.credits.updated' } })
  await actedOn('customer.credits.updated')

  assert.equal(await allQuestions(stack), before)
})

describe('shoppers see at once', () => {
  test('a change of the programme, after its event', async () => {
    const { browser } = await signIn(mira)

    await stack.admin('PATCH', 'merchant', { merchantName: 'Kiln, Paper & Moon' })
    const { program } = await until(
      () => browser.getMembership({ parts: 'program' }),
      ({ program }) => program?.name !== 'Kiln & Paper',
    )

    assert.equal(program?.name, 'Kiln, Paper & Moon')
  })

  test('a change of a benefit, after the next event of the merchant', async () => {
    const { membership, browser } = await signIn(jonas)
    const { data } = await stack.admin<{ data: { name: string }[] }>('GET', 'benefits')
    const benefit = membership.benefits.find(({ name }) => data.some((ofMerchant) => ofMerchant.name === name))
    await stack.admin('PATCH', `benefits/${benefit!.type}`, { name: 'Twice the welcome' })
    await until(
      () => stack.admin<{ data: { name: string }[] }>('GET', 'benefits'),
      ({ data }) => data.some(({ name }) => name === 'Twice the welcome'),
    )

    const unheard = await browser.getMembership({ parts: 'benefits' })
    await stack.admin('PATCH', 'merchant', { phone: '+1 503 555 0177' })
    const heard = await until(
      () => browser.getMembership({ parts: 'benefits' }),
      ({ benefits }) => benefits.every(({ name }) => name !== benefit!.name),
    )

    assert.ok(unheard.benefits.some(({ name }) => name === benefit!.name))
    assert.ok(heard.benefits.some(({ name }) => name === 'Twice the welcome'))
  })

  test('their new tier and its benefits', async () => {
    const { membership, browser } = await signIn(mira)
    const platinum = membership.tiers.find(({ name }) => name === 'Platinum')!

    await stack.admin('POST', `members/${mira}/change-tier`, { tierId: platinum.id })
    const moved = await browser.getMembership({})

    assert.equal(moved.tier?.name, 'Platinum')
    assert.notDeepEqual(moved.benefits, membership.benefits)
  })
})

test('shoppers see the service’s current data, in whatever order and however often events come', async () => {
  const { browser } = await signIn(mira)
  const events = ['merchant.updated', 'customer.updated', 'customer.credits.updated', 'customer.cancellation_requested'].map((topic, index) => ({
    payload: { customerId: mira, merchantName: 'Long ago', credit: 0, status: 'CANCELLED', updatedAt: `2020-01-0${index + 1}T00:00:00Z` },
    metadata: { id: randomUUID(), topic, triggeredAt: `2020-01-0${index + 1}T00:00:00Z` },
  }))
  const shown = await browser.getMembership({})

  for (const order of permutations(events)) await Promise.all([...order, order[0]!].map((event) => stack.post(event)))
  await actedOn('customer.cancellation_requested')

  assert.deepEqual(await browser.getMembership({}), shown)
  assert.equal((await stack.kept()).length, 4)
})

const permutations = <One>(all: readonly One[]): One[][] =>
  all.length < 2 ? [[...all]] : all.flatMap((one, index) => permutations(all.filter((_, at) => at !== index)).map((rest) => [one, ...rest]))
