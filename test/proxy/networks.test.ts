import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { buildApp } from '../../proxy/app.ts'
import { readConfig } from '../../proxy/config/config.ts'
import { createAddressReader } from '../../proxy/http/client-address.ts'
import { startStack, type Stack } from '../stack.ts'

/** Makes a failing look-up with this forwarded address; resolves to the status. */
async function miss(stack: Stack, forwarded: string, proof: object): Promise<number> {
  const answer = await fetch(`${stack.proxy}/v1/orders/track`, {
    method: 'POST',
    body: JSON.stringify(proof),
    headers: { Origin: stack.origin, 'X-Storefront-Client': '1', 'Content-Type': 'application/json', 'X-Forwarded-For': forwarded },
  })
  await answer.text()
  // 503: the machine is overloaded; that does not count as an attempt.
  return answer.status === 503 ? miss(stack, forwarded, proof) : answer.status
}

/** Counts the statuses of misses (404) and of limited requests (429). */
const tally = (statuses: readonly number[]) => [404, 429].map((status) => statuses.filter((one) => one === status).length)
const fifty = Array.from({ length: 50 }, (_, index) => index)
let numbers = 0
const unknownNumber = () => ({ tracking_number: `NONE-${(numbers += 1)}` })

describe('fifty misses with fifty forwarded addresses', () => {
  let stack: Stack
  before(async () => (stack = await startStack({ settings: { TRUST_PROXY: '1', TRACK_TRIES: '10,5,30,30,20' } })))
  after(() => stack.stop())

  test('are limited like those of one address if only its ports and spellings differ', async () => {
    const spellings = (port: number) => [`192.0.2.7:${port}`, `::ffff:192.0.2.7`, `[::ffff:c000:207]:${port}`, '::FFFF:C000:0207', '0:0:0:0:0:ffff:192.0.2.7']

    const statuses = await Promise.all(fifty.map((index) => miss(stack, spellings(4_000 + index)[index % 5]!, unknownNumber())))

    assert.deepEqual(tally(statuses), [10, 40])
  })

  test('are limited like those of one site if the networks are in one IPv6 /48', async () => {
    const statuses = await Promise.all(fifty.map((index) => miss(stack, `2001:db8:7:${index.toString(16)}::${index}`, unknownNumber())))

    assert.deepEqual(tally(statuses), [20, 30])
  })

  test('are limited per e-mail address if they guess the orders of one person', async () => {
    const guess = (index: number) => ({ order_number: `K-${60_000 + index}`, email: index % 2 ? 'victim@example.com' : 'VICTIM@example.com' })

    const statuses = await Promise.all(fifty.map((index) => miss(stack, `198.51.100.${index}`, guess(index))))

    assert.deepEqual(tally(statuses), [30, 20])
  })

  test('do not limit other addresses', async () => {
    for (const forwarded of ['192.0.2.8', '2001:db8:8::1']) assert.equal(await miss(stack, forwarded, unknownNumber()), 404)
  })
})

for (const [who, remoteAddress] of [
  ['a caller that connects to the proxy directly', '203.0.113.9'],
  ['a caller whose address a container network has translated', '172.17.0.1'],
] as const)
  test(`fifty misses of ${who} are limited, whatever addresses it forwards`, async (t) => {
    const stack = await startStack({ settings: { TRUST_PROXY: '1' } })
    const { app } = await buildApp(readConfig({ ...stack.settings, DATA_DIR: `${stack.settings.DATA_DIR}/other` }), { log: { write: () => {} }, thread: false })
    t.after(async () => {
      await app.close()
      await stack.stop()
    })
    // Injected, because a test machine has no public address to call from.
    const statuses = await Promise.all(
      fifty.map(async (index) => {
        const { statusCode } = await app.inject({
          method: 'POST',
          url: '/v1/orders/track',
          remoteAddress,
          headers: { origin: stack.origin, 'x-storefront-client': '1', 'x-forwarded-for': `198.51.100.${index}` },
          payload: unknownNumber(),
        })
        return statusCode
      }),
    )

    assert.deepEqual(tally(statuses), [10, 40])
  })

describe('the address behind a request', () => {
  const read = (trusted: string | undefined, peer: string, forwarded?: string) =>
    createAddressReader(trusted)({ socket: { remoteAddress: peer } as Socket, headers: { 'x-forwarded-for': forwarded } })

  for (const [what, trusted, peer, forwarded, address] of [
    ['is the peer’s if no proxy is trusted', undefined, '127.0.0.1', '198.51.100.1', '127.0.0.1'],
    ['is the last one, added by a proxy on the same machine', '1', '127.0.0.1', '6.6.6.6, 198.51.100.1', '198.51.100.1'],
    ['is the last but one behind two proxies, if the last is named', '2, 10.0.0.5', '::ffff:10.0.0.5', '6.6.6.6, 198.51.100.1, 192.0.2.40', '198.51.100.1'],
    ['is the peer’s if there are fewer forwarded addresses than hops', '2,10.0.0.5', '10.0.0.5', '198.51.100.1', '10.0.0.5'],
    ['is the peer’s if there is no forwarded address', '1', '127.0.0.1', undefined, '127.0.0.1'],
    ['is the peer’s with 0 hops', '0', '127.0.0.1', '198.51.100.1', '127.0.0.1'],
    ['is the peer’s with a number of hops, if the peer is public', '1', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['is the peer’s with a number of hops, if the peer is private and not named', '1', '10.0.0.5', '198.51.100.1', '10.0.0.5'],
    ['is the peer’s if another proxy is named beside the number of hops', '1,10.0.0.4', '127.0.0.1', '198.51.100.1', '127.0.0.1'],
    ['is the peer’s if the forwarded value is not an address', '1', '127.0.0.1', 'unknown', '127.0.0.1'],
    ['is the last one, added by a named proxy', '203.0.113.9', '203.0.113.9', '6.6.6.6, 198.51.100.1', '198.51.100.1'],
    ['is the last one before all named proxies', '203.0.113.0/24, 10.0.0.5', '10.0.0.5', '6.6.6.6, 198.51.100.1, 203.0.113.40:51234', '198.51.100.1'],
    ['is the peer’s if another proxy is named', '203.0.113.9', '203.0.113.10', '198.51.100.1', '203.0.113.10'],
    ['is found behind a named network', 'uniquelocal,loopback', 'fd00::7', '2001:DB8::1', '2001:db8:0:0:0:0:0:1'],
  ] as const)
    test(what, () => {
      assert.equal(read(trusted, peer, forwarded), address)
    })
})

describe('the requests that one network may make per minute', () => {
  let stack: Stack
  before(async () => (stack = await startStack({ settings: { TRUST_PROXY: '1', NETWORK_RATES: '40,20' } })))
  after(() => stack.stop())

  const quote = async (from: string, cents: number) =>
    (await fetch(`${stack.proxy}/v1/protection/quotes?cents=${cents}&currency=USD`, { headers: { Origin: stack.origin, 'X-Forwarded-For': from } })).status

  test('include a limited number of quotes, counted for each network', async () => {
    const statuses = await Promise.all(fifty.map((index) => quote('192.0.2.1', 5_000 + index)))

    assert.deepEqual(
      [200, 429].map((status) => statuses.filter((one) => one === status).length),
      [40, 10],
    )
    assert.equal(await quote('192.0.2.2', 5_000), 200)
  })

  test('include a limited number of look-ups by keys of the service, while links sealed by the proxy always pass', async () => {
    const statuses = await Promise.all(fifty.map((index) => miss(stack, '192.0.2.1', { key: `not-a-key-${index}` })))
    const { key } = await stack.backend.linkOrder({ shopOrderId: '1', order_number: 'K-1002', email: 'mira@example.com' })

    assert.deepEqual(tally(statuses), [20, 30])
    assert.equal(await miss(stack, '192.0.2.1', { key }), 200)
  })

  test('include a limited number of sealed keys that are wrong or have expired, while other links and typed numbers still find an order', async () => {
    const details = { order_number: 'K-1002', email: 'mira@example.com' }
    const { key } = await stack.backend.linkOrder({ shopOrderId: '1', ...details })

    const statuses = await Promise.all(fifty.map((index) => miss(stack, '192.0.2.5', { key: `${key.slice(0, -22)}${String(index).padStart(22, 'A')}` })))

    assert.deepEqual(tally(statuses), [20, 30])
    assert.equal(await miss(stack, '192.0.2.5', { key }), 200)
    assert.equal(await miss(stack, '192.0.2.5', details), 200)
  })
})

test('by default, five hundred shoppers behind one address all get a price', async (t) => {
  const stack = await startStack({ settings: { LOG_LEVEL: 'error' } })
  t.after(() => stack.stop())
  const statuses = []
  for (let from = 0; from < 500; from += 50)
    statuses.push(
      ...(await Promise.all(
        fifty.map(
          async (index) =>
            (await fetch(`${stack.proxy}/v1/protection/quotes?cents=${5_000 + from + index}&currency=USD`, { headers: { Origin: stack.origin } })).status,
        ),
      )),
    )

  // 503: the machine is overloaded.
  assert.deepEqual(
    [...new Set(statuses)].filter((status) => status !== 503),
    [200],
  )
})

describe('a key', () => {
  let stack: Stack
  before(async () => (stack = await startStack()))
  after(() => stack.stop())

  const ask = async (key: string) => {
    const began = performance.now()
    const answer = await fetch(`${stack.proxy}/v1/orders/track`, {
      method: 'POST',
      body: JSON.stringify({ key }),
      headers: { Origin: stack.origin, 'X-Storefront-Client': '1', 'Content-Type': 'application/json' },
    })
    const { errors } = (await answer.json()) as { errors?: string[] }
    return { status: answer.status, errors, took: performance.now() - began }
  }

  test('that is unknown gets its response after the same time as any other miss', async () => {
    for (const key of ['unknown-key', `${'a'.repeat(40)}..b.c.d`]) {
      const { status, took } = await ask(key)

      assert.equal(status, 404)
      // Timers may fire up to a millisecond early.
      assert.ok(took >= 499, `${took} ms`)
    }
  })

  for (const [what, key] of [
    ['a space', 'a key'],
    ['a line break', 'key\n'],
    ['a null', 'key\0'],
    ['a letter beyond ASCII', 'schlüssel'],
  ] as const)
    test(`with ${what} is refused`, async () => {
      const { status, errors } = await ask(key)

      assert.equal(status, 400)
      assert.match(errors?.[0] ?? '', /^key holds a space or another character/)
    })
})
