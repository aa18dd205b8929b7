import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { tracking } from '../../src/contract/tracking.ts'
import { startPostgres, type Postgres } from '../postgres.ts'
import { startStack, until, type Stack } from '../stack.ts'
import { refusalOf } from './refusals.ts'

const order = { order_number: 'K-1002', email: 'mira@example.com' }

/** The status and the rate limit headers of a response. */
interface LimitedAnswer {
  status: number
  policy: string | null
  left: string | null
  retry: string | null
}

/** Looks up an order from this forwarded address; resolves to the status and the remaining attempts. */
async function ask(stack: Stack, address: string, proof: object): Promise<LimitedAnswer> {
  const answer = await fetch(`${stack.proxy}/v1/orders/track`, {
    method: 'POST',
    body: JSON.stringify(proof),
    headers: { Origin: stack.origin, 'X-Storefront-Client': '1', 'Content-Type': 'application/json', 'X-Forwarded-For': address },
  })
  await answer.text()
  // 503: the machine is overloaded; that does not count as an attempt.
  if (answer.status === 503) return ask(stack, address, proof)
  const { headers } = answer
  return { status: answer.status, policy: headers.get('RateLimit-Policy'), left: headers.get('RateLimit'), retry: headers.get('Retry-After') }
}

describe('attempts at one instance', () => {
  let stack: Stack
  before(async () => (stack = await startStack({ settings: { TRUST_PROXY: '1' } })))
  after(() => stack.stop())

  test('are shown in headers, only those of the caller, and a successful look-up uses none', async () => {
    const policy = '"address";q=10;w=600, "number";q=5;w=3600, "number-from-anywhere";q=30;w=3600, "email-from-anywhere";q=30;w=3600, "site";q=100;w=600'

    const found = await ask(stack, '192.0.2.1', order)
    const missed = await ask(stack, '192.0.2.1', { ...order, email: 'jonas@example.com' })
    const unknown = await ask(stack, '192.0.2.1', { order_number: 'K-9999', email: 'jonas@example.com' })
    for (let index = 0; index < 4; index += 1) await ask(stack, '192.0.2.1', { order_number: 'K-9999', email: 'jonas@example.com' })
    const refused = await ask(stack, '192.0.2.1', { order_number: '#k-9999', email: 'jonas@example.com' })

    assert.deepEqual([found.status, missed.status, unknown.status, refused.status], [200, 404, 404, 429])
    for (const one of [found, missed, unknown, refused]) assert.equal(one.policy, policy)
    assert.match(found.left!, /^"address";r=10;t=600, "number";r=5;t=3600$/)
    assert.match(missed.left!, /^"address";r=9;t=\d+, "number";r=4;t=3600$/)
    assert.match(unknown.left!, /^"address";r=8;t=\d+, "number";r=4;t=3600$/)
    assert.match(refused.left!, /^"number";r=0;t=\d+$/)
    assert.ok(Number(refused.retry) > 3_500 && Number(refused.retry) <= 3_600, refused.retry!)
  })

  test('are not used up by many simultaneous successful look-ups', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => ask(stack, '192.0.2.2', order)))

    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
    assert.equal(answers.at(-1)!.policy?.startsWith('"address";q=10'), true)
  })

  test('limit simultaneous guesses, and not simultaneous look-ups with the right e-mail address', async () => {
    const shopper = (index: number) => ask(stack, `198.51.100.${index}`, { order_number: 'K-1003', email: 'jonas@example.com' })
    const guesser = (index: number) => ask(stack, '192.0.2.3', { order_number: `K-${7_000 + index}`, email: 'jonas@example.com' })

    const [shoppers, guessers] = await Promise.all([
      Promise.all(Array.from({ length: 60 }, (_, index) => shopper(index))),
      Promise.all(Array.from({ length: 60 }, (_, index) => guesser(index))),
    ])

    assert.ok(shoppers.every(({ status }) => status === 200))
    assert.equal(guessers.filter(({ status }) => status === 404).length, 10)
    assert.equal(guessers.filter(({ status }) => status === 429).length, 50)
  })
})

describe('attempts at several instances', () => {
  let postgres: Postgres
  let one: Stack
  let other: Stack
  before(async () => {
    postgres = await startPostgres()
    const settings = { TRUST_PROXY: '1', DATABASE_URL: postgres.url }
    ;[one, other] = await Promise.all([startStack({ settings }), startStack({ settings })])
  })
  after(async () => {
    await one.stop()
    await other.stop()
    await postgres.stop()
  })
  const miss = (stack: Stack, address: string, number: string) =>
    stack.browser(tracking, { headers: { 'X-Forwarded-For': address } }).trackOrder({ order_number: number, email: 'nobody@example.com' })

  test('count together across the instances', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => ask(index % 2 ? one : other, '192.0.2.1', { tracking_number: `T-${index}` })))

    assert.equal(answers.filter(({ status }) => status === 404).length, 10)
    for (const stack of [one, other]) {
      await refusalOf(miss(stack, '192.0.2.1', 'K-1'), 'rate-limited')
      // The attempt of a successful look-up is given back after its response: wait for that.
      await until(
        () => ask(stack, '192.0.2.2', order),
        ({ left }) => left === '"address";r=10;t=600, "number";r=5;t=3600',
      )
    }
  })

  test('are stored only under digests', async () => {
    await refusalOf(miss(one, '203.0.113.77', 'M-4711'), 'not-found')

    const { Client } = await import('pg')
    const client = new Client({ connectionString: postgres.url })
    await client.connect()
    const { rows } = await client.query<{ name: string }>('select * from tries')
    await client.end()

    assert.ok(rows.length > 0 && rows.every(({ name }) => /^[\w-]{43}$/.test(name)))
  })

  test('are counted by each instance alone while the store is unavailable, and shoppers still find their orders', async () => {
    await postgres.stop()

    const found = await ask(one, '192.0.2.9', order)
    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => ask(one, '192.0.2.8', { tracking_number: `U-${index}` })))

    assert.equal(found.status, 200)
    assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array<number>(10).fill(404), 429, 429])
    assert.ok(one.log.some((line) => line.includes('counted by this instance alone')))
  })
})
