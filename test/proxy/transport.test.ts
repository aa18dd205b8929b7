import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, test, type TestContext } from 'node:test'
import { createTransport, type Observe } from '../../proxy/upstream/transport.ts'
import { protection } from '../../src/contract/protection.ts'
import { tracking } from '../../src/contract/tracking.ts'
import { startStack, until, type Stack } from '../stack.ts'
import { timed } from '../timed.ts'
import { questionsOf } from './questions.ts'
import { refusalOf } from './refusals.ts'

const order = { order_number: 'K-1002', email: 'mira@example.com' }
const reading = 'GET /track/api/order'
const writing = 'POST /protection/api/v1/quotes'

async function start(t: TestContext): Promise<Stack> {
  const stack = await startStack()
  t.after(() => stack.stop())
  return stack
}

/** Starts a service that responds as given, and counts its requests. */
async function startService(t: TestContext, answer: (reply: ServerResponse, asked: number, request: IncomingMessage) => unknown) {
  let asked = 0
  const sockets = new Set<Socket>()
  const server = createServer((request, reply) => void answer(reply, (asked += 1), request)).on('connection', (socket) => sockets.add(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, asked: () => asked }
}

function open(t: TestContext, observe?: Observe) {
  const transport = createTransport('loyalty', observe)
  t.after(() => transport.close())
  return {
    transport,
    get: (url: string) => transport.send(url, { method: 'GET', headers: {} }),
    post: (url: string) => transport.send(url, { method: 'POST', headers: {}, body: '{}' }),
  }
}

describe('a service that fails', () => {
  for (const [what, fault] of [
    ['fails', { status: 503 }],
    ['drops the connection', { drop: 'before' }],
    ['drops the connection after the effect', { drop: 'after' }],
  ] as const) {
    test(`once and ${what} gets a second request for a read`, async (t) => {
      const stack = await start(t)
      await stack.fault({ match: { path: '/track' }, ...fault, times: 1 })

      assert.equal((await stack.browser(tracking).trackOrder(order)).order_number, 'K-1002')
      assert.equal(await questionsOf(stack, reading), 2)
    })

    test(`and ${what} gets no second request for a write`, async (t) => {
      const stack = await start(t)
      await stack.fault({ match: { path: '/protection' }, ...fault, times: 1 })

      await refusalOf(stack.browser(protection).quoteProtection({ cents: 6200, currency: 'USD' }), 'upstream-unavailable')
      assert.equal(await questionsOf(stack, writing), 1)
    })
  }

  test('gets no third request', async (t) => {
    const stack = await start(t)
    await stack.fault({ match: { path: '/track' }, status: 503 })

    await refusalOf(stack.browser(tracking).trackOrder(order), 'upstream-unavailable')

    assert.equal(await questionsOf(stack, reading), 2)
  })

  test('gets no second requests after many reads have failed', async (t) => {
    const { url, asked } = await startService(t, (reply, count) => reply.writeHead(count % 5 === 0 ? 200 : 503).end('{}'))
    const { get } = open(t)

    for (let count = 0; count < 30; count += 1) await get(url)

    assert.ok(asked() > 30 && asked() <= 30 + 3 + 3, String(asked()))
  })

  test('with a refusal gets no second request, and is not considered down', async (t) => {
    const { url, asked } = await startService(t, (reply) => reply.writeHead(422).end('{"error":["No"]}'))
    const { get, transport } = open(t)

    for (let count = 0; count < 10; count += 1) assert.equal((await get(url)).status, 422)

    assert.equal(asked(), 10)
    assert.equal(transport.isCircuitOpen, false)
  })
})

describe('a response', () => {
  test('that is cut short is an error, and a write is sent only once', async (t) => {
    const { url, asked } = await startService(t, (reply) => {
      reply.writeHead(200, { 'Content-Length': '100' })
      reply.write('{"half":')
      reply.destroy()
    })
    const { get, post } = open(t)

    await assert.rejects(post(url), { code: 'upstream-unavailable' })
    assert.equal(asked(), 1)
    await assert.rejects(get(url), { code: 'upstream-unavailable' })
    assert.equal(asked(), 3)
  })

  test('that never begins is an error after eight seconds', async (t) => {
    const { url, asked } = await startService(t, () => {})
    const { post } = open(t)

    const { passed, counted } = await timed(() => assert.rejects(post(url), { code: 'upstream-unavailable', sent: true }))

    assert.ok(passed > 4_000 && counted < 9_000, `${passed} ms, ${counted} of them counted`)
    assert.equal(asked(), 1)
  })

  test('that never ends is an error after eight seconds, too', async (t) => {
    const { url } = await startService(t, (reply) => {
      const drip = setInterval(() => reply.write(' '), 200)
      reply.on('close', () => clearInterval(drip))
      reply.writeHead(200)
    })
    const { post } = open(t)

    const { counted } = await timed(() => assert.rejects(post(url), { code: 'upstream-unavailable' }))

    assert.ok(counted < 9_000, `${counted} ms`)
  })

  test('that redirects is not followed', async (t) => {
    const elsewhere = await startService(t, (reply) => reply.end('{}'))
    const { url } = await startService(t, (reply) => reply.writeHead(302, { Location: elsewhere.url }).end())
    const { get } = open(t)

    assert.equal((await get(url)).status, 302)
    assert.equal(elsewhere.asked(), 0)
  })

  test('that is too large is not read to its end or requested again, and does not make the service count as down', async (t) => {
    const { url, asked } = await startService(t, (reply) => void reply.end(Buffer.alloc(20 * 1024 * 1024, ' ')))
    const { transport, get } = open(t)

    for (let count = 0; count < 5; count += 1) await assert.rejects(get(url), { code: 'upstream-unavailable' })

    assert.deepEqual([asked(), transport.isCircuitOpen], [5, false])
  })

  test('missing because nothing listens is distinguished from one whose request may have taken effect', async (t) => {
    const { post } = open(t)
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const { port } = closed.address() as AddressInfo
    closed.close()
    await once(closed, 'close')

    await assert.rejects(post(`http://127.0.0.1:${port}/`), { code: 'upstream-unavailable', sent: false })
  })
})

test('a service that keeps failing gets no requests for some time, is shown to the operator, and gets requests again after it recovers', async (t) => {
  const stack = await start(t)
  const quote = (cents = 6200) => stack.browser(protection).quoteProtection({ cents, currency: 'USD' })
  const ready = async () => (await (await fetch(`${stack.operator}/readyz`)).json()) as { status: string; upstream: Record<string, string> }
  await stack.fault({ match: { path: '/protection' }, status: 500 })
  for (let count = 0; count < 5; count += 1) await refusalOf(quote(5_000 + count), 'upstream-unavailable')
  const asked = await questionsOf(stack, writing)

  await refusalOf(quote(), 'upstream-unavailable')
  const meanwhile = await ready()
  const unharmed = await stack.browser(tracking).trackOrder(order)
  await stack.mend()
  const quoted = await until(
    () => quote().catch(() => undefined),
    (answer) => answer !== undefined,
  )

  assert.equal(asked, 5)
  assert.equal(meanwhile.status, 'ready')
  assert.equal(meanwhile.upstream.protection, 'failing')
  assert.equal(meanwhile.upstream.track, 'not called yet')
  assert.equal(unharmed.order_number, 'K-1002')
  assert.equal(quoted?.price.cents, 175)
  assert.equal(await questionsOf(stack, writing), 6)
  assert.equal((await ready()).upstream.protection, 'fine')
})

describe('one input on which a service fails, sent a hundred times,', () => {
  test('does not block prices for other shoppers if it is an amount', async (t) => {
    const { url } = await startService(t, async (reply, _, request) => {
      const { cart } = JSON.parse(await text(request)) as { cart: { amount_insured: { cents: number } } }
      if (cart.amount_insured.cents === 6666) reply.writeHead(500).end()
      else reply.writeHead(201, { 'Content-Type': 'application/json' }).end('{"id":1,"token":"t","price":{"cents":175,"currency":"USD"}}')
    })
    const stack = await startStack({ settings: { PROTECTION_BASE_URL: `${url}api/v1` } })
    t.after(() => stack.stop())
    const quote = (cents: number) => stack.browser(protection).quoteProtection({ cents, currency: 'USD' })

    for (let count = 0; count < 100; count += 1) await refusalOf(quote(6666), 'upstream-unavailable')

    assert.equal((await quote(6200)).price.cents, 175)
  })

  test('does not block the orders of other shoppers if it is a key', async (t) => {
    const { url } = await startService(t, (reply, _, request) => {
      if (request.url!.includes('key=the-key-that-hurts')) reply.writeHead(500).end()
      else reply.writeHead(200, { 'Content-Type': 'application/json' }).end('{"shop_order_id":"1","order_number":"K-1","shipments":[],"packages":[]}')
    })
    const stack = await startStack({ settings: { TRACK_BASE_URL: url.slice(0, -1) } })
    t.after(() => stack.stop())
    const track = (key: string) => stack.browser(tracking).trackOrder({ key })

    for (let count = 0; count < 100; count += 1) await refusalOf(track('the-key-that-hurts'), 'upstream-unavailable')

    assert.equal((await track('another-key')).order_number, 'K-1')
  })

  test('does not block prices for other shoppers after the service has recovered from an outage', async (t) => {
    let isWell = false
    let hurt = 0
    const { url } = await startService(t, async (reply, _, request) => {
      const { cart } = JSON.parse(await text(request)) as { cart: { amount_insured: { cents: number } } }
      const isBad = cart.amount_insured.cents === 6666
      if (isBad) hurt += 1
      if (isBad || !isWell) reply.writeHead(500).end()
      else reply.writeHead(201, { 'Content-Type': 'application/json' }).end('{"id":1,"token":"t","price":{"cents":175,"currency":"USD"}}')
    })
    const stack = await startStack({ settings: { PROTECTION_BASE_URL: `${url}api/v1` } })
    t.after(() => stack.stop())
    const quote = (cents: number) => stack.browser(protection).quoteProtection({ cents, currency: 'USD' })
    for (const cents of [6661, 6662, 6663, 6664, 6666]) await refusalOf(quote(cents), 'upstream-unavailable')
    isWell = true

    await until(
      () => refusalOf(quote(6666), 'upstream-unavailable').then(() => hurt),
      (count) => count === 2,
    )

    assert.equal((await quote(6200)).price.cents, 175)
  })
})

test('a service that accepts no connection counts as down after five requests', async (t) => {
  const closed = createServer().listen(0, '127.0.0.1')
  await once(closed, 'listening')
  const { port } = closed.address() as AddressInfo
  closed.close()
  await once(closed, 'close')
  const { transport, post } = open(t)

  for (let count = 0; count < 5; count += 1) await assert.rejects(post(`http://127.0.0.1:${port}/`), { code: 'upstream-unavailable' })

  assert.equal(transport.isCircuitOpen, true)
})

test('a service that hangs gets no requests for some time, too', async (t) => {
  const stack = await start(t)
  await stack.fault({ match: { path: '/protection' }, hold: true })
  const ask = (cents: number) => refusalOf(stack.browser(protection).quoteProtection({ cents, currency: 'USD' }), 'upstream-unavailable')

  await Promise.all([4801, 4802, 4803, 4804, 4805].map(ask))
  const { counted } = await timed(() => ask(4800))

  assert.ok(counted < 1_500, `the sixth need not wait three seconds, and waited ${counted} ms`)
})

describe('a caller that does not wait', () => {
  test('and aborts its requests does not make a service count as down', async (t) => {
    let slow = true
    const { url } = await startService(t, (reply) => void (slow || reply.end('{}')))
    const { transport, get } = open(t)

    for (let count = 0; count < 8; count += 1) {
      const left = new AbortController()
      const asked = transport.send(url, { method: 'GET', headers: {}, signal: left.signal })
      left.abort()
      await assert.rejects(asked, { code: 'upstream-unavailable' })
    }

    slow = false

    assert.equal(transport.isCircuitOpen, false)
    assert.equal((await get(url)).status, 200)
  })
})

test('the proxy stops at once even if browsers hold connections without a complete request', async () => {
  const stack = await startStack()
  const port = Number(new URL(stack.proxy).port)
  const [idle, half] = [connect(port, '127.0.0.1').resume(), connect(port, '127.0.0.1').resume()]
  await Promise.all([once(idle, 'connect'), once(half, 'connect')])
  const cutOff = once(half, 'error') // because of its incomplete request
  half.write('GET /livez HTTP/1.1\r\n')

  const { counted } = await timed(() => Promise.all([stack.stop(), once(idle, 'close'), cutOff]))

  assert.ok(counted < 2_000, `${counted} ms`)
})

test('the proxy finishes open requests before it stops', async () => {
  const stack = await startStack()
  await stack.fault({ match: { path: '/protection' }, hold: true })
  const asked = stack.browser(protection).quoteProtection({ cents: 6200, currency: 'USD' })
  await until(
    () => questionsOf(stack, writing),
    (count) => count === 1,
  )

  const stopped = stack.stop()
  // The proxy no longer listens, but the open request is unfinished.
  await until(
    () => fetch(`${stack.proxy}/livez`).catch(() => undefined),
    (answer) => answer === undefined,
  )
  await stack.mend()

  assert.equal((await asked).price.cents, 175)
  const { counted } = await timed(() => stopped)
  assert.ok(counted < 2_000, `${counted} ms`)
})
