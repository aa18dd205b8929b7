import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { DatabaseSync } from '@photostructure/sqlite'
import { Pool } from 'undici'
import { loyaltyEvents } from '../../proxy/upstream/loyalty-events.schema.ts'
import { runs } from '../properties/runs.ts'
import { allQuestions } from '../proxy/questions.ts'
import { startStack, until } from '../stack.ts'
import { startHookedStack, type HookedStack } from './hooked-stack.ts'

const older = 'a-token-from-before-this-one'
const mira = '700100200301'
const { numRuns: deliveriesAtOnce } = runs(1_000)

let stack: HookedStack
before(async () => (stack = await startHookedStack({ tokens: (token) => `${older},${token}` })))
after(() => stack.stop())

/** The stored deliveries whose body contains this id. */
async function keptOf(id: string) {
  return (await stack.kept()).filter(({ body }) => body.includes(id))
}

/** A delivery as the service writes it. */
const delivery = (topic: string, { payload = {}, metadata = {}, ...beside }: { payload?: object; metadata?: object; [name: string]: unknown } = {}) => ({
  payload: { merchantId: 'kiln-and-paper', customerId: mira, createdAt: '2026-01-02T03:04:05.000Z', updatedAt: '2026-01-02T03:04:05.000Z', ...payload },
  metadata: { id: randomUUID(), topic, retryCount: 0, shopDomain: 'kiln.example', version: '2.0.0', triggeredAt: '2026-01-02T03:04:06.000Z', ...metadata },
  ...beside,
})

describe('a delivery', () => {
  for (const [what, header, inBody, status] of [
    ['with the token in the header', () => stack.token, undefined, 200],
    ['with the token in the body', null, () => stack.token, 200],
    ['with the older token', older, undefined, 200],
    ['with the right token in the body and another in the header', 'another-token-of-nobody', () => stack.token, 200],
    ['without a token', null, undefined, 401],
    ['with another token', 'another-token-of-nobody', () => 'another-token-of-nobody', 401],
    ['with part of the token', () => stack.token.slice(0, -1), undefined, 401],
    ['with all tokens in one header', () => `${older},${stack.token}`, undefined, 401],
    ['with a list of tokens in the body', null, () => [stack.token], 401],
    ['with an empty token', '', () => '', 401],
  ] as const) {
    test(`${what} is ${status === 200 ? 'stored' : 'refused, and nothing of it is stored'}`, async () => {
      const event = delivery('customer.credits.updated', inBody && { token: inBody() })

      const answer = await stack.post(event, { token: typeof header === 'function' ? header() : header })

      assert.equal(answer.status, status, await answer.clone().text())
      const kept = await keptOf(event.metadata.id)
      assert.equal(kept.length, status === 200 ? 1 : 0)
      if (status === 401) assert.equal(((await answer.json()) as { code: string }).code, 'key-required')
    })
  }

  test('that is not a JSON object is refused: with 400 if its token is right, otherwise with 401', async () => {
    const before = (await stack.kept()).length
    for (const body of ['', 'no JSON', '{"metadata":', '[]', '"text"', '7', 'null', `${'['.repeat(100)}${']'.repeat(100)}`, '['.repeat(200_000)]) {
      const known = await stack.post(body)
      const unknown = await stack.post(body, { token: null })

      assert.deepEqual([body.slice(0, 20), known.status, unknown.status], [body.slice(0, 20), 400, 401])
    }
    assert.equal((await stack.kept()).length, before)
  })

  test('of 256 KiB is accepted, and a larger one is refused', async () => {
    const sized = (size: number) => {
      const event = delivery('something.new')
      return JSON.stringify({ ...event, filling: 'x'.repeat(size - JSON.stringify({ ...event, filling: '' }).length) })
    }

    assert.equal((await stack.post(sized(256 * 1024))).status, 200)
    assert.equal((await stack.post(sized(256 * 1024 + 1))).status, 413)
  })

  test('is accepted with any content type', async () => {
    for (const type of ['text/plain', 'application/vnd.webhook+json; charset=utf-8', 'application/octet-stream'])
      assert.equal((await stack.post(delivery('customer.updated'), { headers: { 'Content-Type': type } })).status, 200)
  })
})

describe('recognising repeated deliveries', () => {
  test('a delivery with a known id is not stored again, on any retry and with the token in the header or the body', async () => {
    const event = delivery('customer.ordered')
    for (const retryCount of [0, 1, 2]) await stack.post(delivery('customer.ordered', { ...event, metadata: { ...event.metadata, retryCount } }))
    await stack.post({ ...event, token: stack.token }, { token: null })

    assert.equal((await keptOf(event.metadata.id)).length, 1)
  })

  test('events with the same contents but different ids are both stored', async () => {
    const [one, other] = [delivery('customer.ordered'), delivery('customer.ordered')]
    await stack.post(one)
    await stack.post(other)

    assert.deepEqual([(await keptOf(one.metadata.id)).length, (await keptOf(other.metadata.id)).length], [1, 1])
  })

  test('events of different topics under the same id are both stored', async () => {
    const event = delivery('customer.credits.updated')
    await stack.post(event)
    await stack.post(delivery('customer.updated', { ...event, metadata: { ...event.metadata, topic: 'customer.updated' } }))

    assert.equal((await keptOf(event.metadata.id)).length, 2)
  })

  test('deliveries without an id are compared by their contents', async () => {
    const customerId = '8123456789012345678'
    const flat = (createdAt: string, retryCount = 0) =>
      `{"event":"customer.credits.updated","data":{"customerId":${customerId},"createdAt":"${createdAt}"},"retryCount":${retryCount}}`
    for (const body of [flat('2026-01-01'), flat('2026-01-01', 1), flat('2026-01-02'), flat('2026-01-01', 2)]) await stack.post(body)

    assert.equal((await keptOf(customerId)).length, 2)
  })

  test('a delivery that comes fifty times at once is stored once', async () => {
    const event = delivery('customer.updated')

    const answers = await Promise.all(Array.from({ length: 50 }, () => stack.post(event)))

    assert.ok(answers.every(({ status }) => status === 200))
    assert.equal((await keptOf(event.metadata.id)).length, 1)
  })
})

describe('a stored delivery', () => {
  test('has only the topic, the customer and the time of an unknown event, and no other personal data', async () => {
    const people = { email: 'mira@secret.example', firstName: 'Mira-in-person', phone: '+1 503 555 0118' }
    const event = delivery('customer.address_changed', { payload: { customerId: mira, ...people }, more: people, triggeredAt: people.firstName })
    const before = await allQuestions(stack)

    await stack.post({ ...event, token: stack.token })

    const [job] = await keptOf(event.metadata.id)
    assert.match(job!.body, new RegExp(`"topic":"customer.address_changed","customer":"${mira}"`))
    for (const value of [...Object.values(people), stack.token]) assert.ok(!job!.body.includes(value), job!.body)
    assert.equal(await allQuestions(stack), before)
  })

  test('records only the arrival of an event without a topic', async () => {
    const before = (await stack.kept()).length
    await stack.post({ hello: randomUUID() })
    await stack.post({ hello: randomUUID() })

    const [job, ...others] = await stack.kept()
    assert.equal(others.length, before + 1)
    assert.ok(!job!.body.includes('hello'))
  })

  test('has the customer of a known event, and no other personal data', async () => {
    const people = { email: 'mira@secret.example', firstName: 'Mira-in-person', cancelToken: 'a-secret-of-the-service', amount: 31.75 }
    for (const topic of Object.keys(loyaltyEvents)) {
      const event = delivery(topic, { payload: { ...people, newData: people, oldData: people } })
      await stack.post(event)

      const [job] = await keptOf(event.metadata.id)
      assert.match(job!.body, new RegExp(mira))
      for (const value of Object.values(people)) assert.ok(!job!.body.includes(String(value)), `${topic}: ${job!.body}`)
    }
  })

  test('has all digits of the customer’s id', async () => {
    const event = JSON.stringify(delivery('customer.updated', { payload: { customerId: 'HERE' } })).replace('"HERE"', '9007199254740993123')
    await stack.post(event)

    const [job] = await keptOf('9007199254740993123')
    assert.equal((JSON.parse(job!.body) as { customer: string }).customer, '9007199254740993123')
  })

  test('has the time of the event in either spelling of the field', async () => {
    const times = ['2026-02-01T00:00:00Z', '2026-02-02T00:00:00Z']
    await stack.post(delivery('customer.updated', { metadata: { triggeredAt: times[0] } }))
    await stack.post(delivery('customer.updated', { metadata: { triggeredAt: undefined, triggerredAt: times[1] } }))

    for (const time of times) assert.equal((await keptOf(`"triggeredAt":"${time}"`)).length, 1)
  })
})

test('a delivery is answered with 503 and Retry-After while the store cannot be used, and accepted afterwards', async () => {
  const event = delivery('customer.updated')
  const other = new DatabaseSync(`${stack.settings.DATA_DIR}/store.db`, { timeout: 5_000 })
  other.exec('begin immediate')
  let refused: Response
  try {
    refused = await stack.post(event)
  } finally {
    other.exec('rollback')
    other.close()
  }

  assert.equal(refused.status, 503)
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  await until(
    () => stack.post(event),
    ({ status }) => status === 200,
  )
  assert.equal((await keptOf(event.metadata.id)).length, 1)
})

test(`${deliveriesAtOnce} deliveries at the same time are all stored`, async () => {
  const events = Array.from({ length: deliveriesAtOnce }, (_, index) => delivery('customer.credits.updated', { payload: { customerId: String(index % 100) } }))
  const pool = new Pool(stack.proxy, { connections: 200 })
  const headers = { 'Content-Type': 'application/json', 'X-Loyalty-Webhook-Token': stack.token }
  const deliver = async (event: object): Promise<void> => {
    const { statusCode, body } = await pool.request({ method: 'POST', path: '/v1/webhooks/loyalty', headers, body: JSON.stringify(event) })
    await body.dump()
    // The service repeats a delivery that is not answered with success (A54).
    if (statusCode === 503) return deliver(event)
    assert.equal(statusCode, 200)
  }

  await Promise.all(events.map(deliver))
  await pool.close()

  const kept = new Set((await stack.kept()).flatMap(({ body }) => (JSON.parse(body) as { id?: string }).id ?? []))
  assert.deepEqual(
    events.filter(({ metadata }) => !kept.has(metadata.id)),
    [],
  )
})

test('deliveries are answered with 404 if no token is set', async (t) => {
  const unset = await startStack()
  t.after(() => unset.stop())

  const answer = await fetch(`${unset.proxy}/v1/webhooks/loyalty`, { method: 'POST', body: '{}' })

  assert.equal(answer.status, 404)
  assert.equal(((await answer.json()) as { code: string }).code, 'not-configured')
})

test('the log contains neither tokens nor customer ids', () => {
  for (const secret of [stack.token, older, mira]) assert.ok(!stack.log.some((line) => line.includes(secret)))
})
