// The size and the depth of a service's response are bounded: a longer or deeper response counts as an outage, which the log names.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, test, type TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import { protection } from '../../src/contract/protection.ts'
import { tracking } from '../../src/contract/tracking.ts'
import { delivered } from '../claims/claims-stack.ts'
import { startStack, until, type Stack } from '../stack.ts'
import { orderOf } from './orders.ts'
import { refusalOf } from './refusals.ts'

const cart = { cents: 6200, currency: 'USD' }
const kilobyte = 1024

/** Starts a service that responds as given, and counts the connections to it. */
async function startService(context: TestContext, answer: (reply: ServerResponse) => void) {
  const service = { address: '', opened: 0, ended: 0 }
  const server = createServer((request, reply) => {
    request.resume()
    answer(reply)
  })
  server.on('connection', (socket) => {
    service.opened += 1
    socket.on('close', () => (service.ended += 1))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(() => {
    server.closeAllConnections()
    server.close()
  })
  service.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return service
}

async function start(context: TestContext, settings: Record<string, string>): Promise<Stack> {
  const stack = await startStack({ settings })
  context.after(() => stack.stop())
  return stack
}

const json = { 'Content-Type': 'application/json' }

/** A quote whose token has this many characters. */
const quoteOf = (characters: number) => JSON.stringify({ token: 't'.repeat(characters), price: { cents: 175, currency: 'USD' } })

/** Writes until the reader closes the connection. */
function goOnForEver(reply: ServerResponse) {
  const piece = Buffer.alloc(64 * kilobyte, ' ')
  const more = () => {
    while (!reply.destroyed && reply.write(piece));
  }
  reply.on('drain', more)
  more()
}

describe('a response of a service', () => {
  test('of 10 MB is read no further than 256 kB, and the log names the service, the operation and the bound', async (context) => {
    const service = await startService(context, (reply) => reply.writeHead(200, json).end(quoteOf(10 * kilobyte ** 2)))
    const stack = await start(context, { PROTECTION_BASE_URL: `${service.address}/api/v1` })

    await refusalOf(stack.browser(protection).quoteProtection(cart), 'upstream-unavailable')

    const line = await until(
      async () => stack.log.find((one) => one.includes('request failed')),
      (found) => found !== undefined,
    )
    assert.match(line!, /protection/)
    assert.match(line!, /quote/)
    assert.match(line!, /262144 bytes/)
    await until(
      async () => service.ended,
      (count) => count >= 1,
    )
  })

  test('that never ends is cut off, and repeated requests do not use more memory', async (context) => {
    const service = await startService(context, (reply) => goOnForEver(reply.writeHead(200, json)))
    const stack = await start(context, { PROTECTION_BASE_URL: `${service.address}/api/v1` })
    const quote = () => refusalOf(stack.browser(protection).quoteProtection(cart), 'upstream-unavailable')
    await quote()
    const before = process.memoryUsage().rss

    for (let round = 0; round < 2; round += 1) await Promise.all(Array.from({ length: 50 }, quote))

    const grown = (process.memoryUsage().rss - before) / kilobyte ** 2
    assert.ok(grown < 200, `${grown} MB more`)
    // How many connections there are is up to the client; none may stay.
    assert.ok(service.opened >= 101, `${service.opened} connections`)
    await until(
      async () => service.opened - service.ended,
      (open) => open === 0,
    )
  })

  test('that is compressed without being requested so is not decompressed', async (context) => {
    const bomb = gzipSync(quoteOf(20 * kilobyte ** 2))
    const service = await startService(context, (reply) => reply.writeHead(200, { ...json, 'Content-Encoding': 'gzip' }).end(bomb))
    const stack = await start(context, { PROTECTION_BASE_URL: `${service.address}/api/v1` })

    await refusalOf(stack.browser(protection).quoteProtection(cart), 'upstream-unavailable')
  })

  test('that lists the contents of an order may have 4 MB', async (context) => {
    const orderOf = (characters: number) =>
      JSON.stringify({ order_number: 'K-1', email: 'mira@example.com', shipments: [], packages: [], note: 'x'.repeat(characters) })
    let characters = 3 * kilobyte ** 2
    const service = await startService(context, (reply) => reply.writeHead(200, json).end(orderOf(characters)))
    const stack = await start(context, { TRACK_BASE_URL: service.address })
    const track = () => stack.browser(tracking).trackOrder({ order_number: 'K-1', email: 'mira@example.com' })

    assert.equal((await track()).order_number, 'K-1')
    characters = 5 * kilobyte ** 2
    await refusalOf(track(), 'upstream-unavailable')
  })

  test('that is an order whose protection was added or refunded may have 4 MB, like any order', async (context) => {
    const order = JSON.stringify({ ...orderOf('9200'), note: 'x'.repeat(3 * kilobyte ** 2) })
    const service = await startService(context, (reply) => reply.writeHead(reply.req.method === 'POST' ? 201 : 200, json).end(order))
    const { backend } = await start(context, { PROTECTION_BASE_URL: `${service.address}/api/v1` })

    await delivered(backend, backend.reportOrder(orderOf('9200')))
    await delivered(backend, backend.reportProtectionAdded({ shopOrderId: '9200' }))
    await delivered(backend, backend.reportProtectionRefund({ shopOrderId: '9200' }))
  })

  for (const [what, status] of [
    ['a success', 200],
    ['a refusal', 422],
  ] as const) {
    test(`that is ${what} and nests 60,000 deep counts as an outage of the service, not as an error of the proxy`, async (context) => {
      const deep = '['.repeat(60_000) + ']'.repeat(60_000)
      const body = status === 200 ? `{"token": "t", "price": {"cents": 175, "currency": "USD"}, "more": ${deep}}` : deep
      const service = await startService(context, (reply) => reply.writeHead(status, json).end(body))
      const stack = await start(context, { PROTECTION_BASE_URL: `${service.address}/api/v1` })

      await refusalOf(stack.browser(protection).quoteProtection(cart), 'upstream-unavailable')
    })
  }

  test('whose list nests 200,000 deep counts as an outage, too', async (context) => {
    const deep = '{"a":'.repeat(200_000) + '1' + '}'.repeat(200_000)
    const service = await startService(context, (reply) => reply.writeHead(200, json).end(`{"order_number": "K-1", "shipments": [${deep}]}`))
    const stack = await start(context, { TRACK_BASE_URL: service.address })

    await refusalOf(stack.browser(tracking).trackOrder({ order_number: 'K-1', email: 'mira@example.com' }), 'upstream-unavailable')
  })
})
