// Reports are accepted whatever fails behind the proxy, and refused as a whole if they cannot be stored.
import assert from 'node:assert/strict'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { DatabaseSync } from '@photostructure/sqlite'
import { orderPayload } from '../platforms/payloads.ts'
import { fromShopify, startPlatformStack } from '../platforms/sending.ts'
import { orderOf } from '../proxy/orders.ts'
import { startStack, until, type Stack, type StackOptions } from '../stack.ts'
import { timed } from '../timed.ts'

async function start(context: TestContext, options: StackOptions = {}): Promise<Stack> {
  const stack = await startStack(options)
  context.after(() => stack.stop())
  return stack
}

async function listen(context: TestContext, server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  context.after(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`
}

const settled = (stack: Stack, id: string) =>
  until(
    () => stack.backend.getReport({ id }),
    ({ state }) => state !== 'waiting',
  )

describe('with a protection service that accepts connections and never answers', () => {
  test('reports and webhooks are answered at once', async (context) => {
    const sockets: Socket[] = []
    const silent = createServer((socket) => void sockets.push(socket.on('error', () => {})))
    const service = await listen(context, silent)
    const stack = await startPlatformStack({ settings: { PROTECTION_BASE_URL: service } })
    context.after(() => stack.stop())
    const times: number[] = []

    for (let number = 4100; number < 4120; number += 1) {
      const { counted } = await timed(async () => {
        if (number % 2 === 0) await stack.backend.reportOrder(orderOf(String(number)))
        else assert.equal((await fromShopify(stack, 'orders/create', orderPayload(BigInt(number)))).status, 200)
      })
      times.push(counted)
    }

    // The proxy has called the service and waits for it up to five seconds; a platform gives up after five seconds, too.
    assert.ok(sockets.length > 0)
    assert.ok(times.sort((a, b) => a - b)[10]! < 1_000, `half of the answers took more than ${times[10]} ms`)
    // Otherwise the proxy would wait for the requests under way when it stops.
    for (const socket of sockets) socket.destroy()
  })
})

describe('a store that another program has locked', () => {
  test('refuses a report with 503, stores nothing of it, and accepts the same report afterwards', async (context) => {
    const stack = await start(context, { thread: true })
    const store = new DatabaseSync(join(stack.settings.DATA_DIR!, 'store.db'))
    context.after(() => store.close())
    const rows = () =>
      ['work', 'lanes', 'deliveries', 'facts'].map((table) => (store.prepare(`select count(*) as rows from ${table}`).get() as { rows: number }).rows)
    const order = orderOf('4200')
    const before = rows()

    store.exec('begin exclusive')
    const refused = await fetch(`${stack.proxy}/v1/merchant/orders`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${stack.settings.MERCHANT_API_KEYS}` },
      body: JSON.stringify(order),
    })
    store.exec('rollback')

    assert.equal(refused.status, 503)
    assert.ok(Number(refused.headers.get('Retry-After')) > 0)
    assert.equal(((await refused.json()) as { code: string }).code, 'overloaded')
    assert.ok(
      stack.log.some((line) => line.includes('database is locked')),
      'the log names the fault of the store',
    )
    assert.deepEqual(rows(), before)
    const { id } = await stack.backend.reportOrder(order)
    assert.equal((await settled(stack, id)).state, 'delivered')
  })

  test('refuses a webhook with 503, so that its platform sends it again, and accepts it then', async (context) => {
    const stack = await startPlatformStack({ thread: true })
    context.after(() => stack.stop())
    const store = new DatabaseSync(join(stack.settings.DATA_DIR!, 'store.db'))
    context.after(() => store.close())
    const delivery = { headers: { 'X-Shopify-Webhook-Id': 'the-same' } }

    store.exec('begin exclusive')
    const refused = await fromShopify(stack, 'orders/create', orderPayload(4300n), delivery)
    store.exec('rollback')
    const taken = await fromShopify(stack, 'orders/create', orderPayload(4300n), delivery)

    assert.deepEqual([refused.status, taken.status], [503, 200])
    await until(
      () => stack.state<{ orders: { shop_order_id: string }[] }>('orders'),
      ({ orders }) => orders.some(({ shop_order_id }) => shop_order_id === '4300'),
    )
  })
})

describe('a report that the service does not accept yet', () => {
  test('is sent again after a 401, because a key can be corrected', async (context) => {
    const stack = await start(context)
    await stack.fault({ match: { method: 'POST', path: '/protection/api/v1/orders' }, status: 401, times: 1 })

    const { id } = await stack.backend.reportOrder(orderOf('4400'))
    const { state, attempts, notes } = await settled(stack, id)

    assert.equal(state, 'delivered')
    assert.equal(attempts, 2)
    assert.match(notes.join(), /401.*key/)
  })

  test('is not sent again before the time in Retry-After of the service', async (context) => {
    const asked: number[] = []
    const service = createHttpServer((request, response) => {
      request.resume().on('end', () => {
        asked.push(performance.now())
        if (asked.length === 1) response.writeHead(429, { 'Retry-After': '3' }).end('{"error": ["Too many requests"]}')
        else response.writeHead(201, { 'Content-Type': 'application/json' }).end('{}')
      })
    })
    const stack = await start(context, { settings: { PROTECTION_BASE_URL: await listen(context, service) } })

    const { id } = await stack.backend.reportOrder(orderOf('4500'))
    assert.equal((await settled(stack, id)).state, 'delivered')

    assert.equal(asked.length, 2)
    // Without Retry-After, the second try would come within a second.
    assert.ok(asked[1]! - asked[0]! >= 2_990, `asked again after ${asked[1]! - asked[0]!} ms`)
  })
})
