// Past its capacity the proxy refuses requests at once: prices last, not all of one network, and no server because of shoppers. Half a body holds no place.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, test, type TestContext } from 'node:test'
import { fromShopify, platformSettings } from '../platforms/sending.ts'
import { startStack, until, type Stack } from '../stack.ts'

const { SHOPIFY_SHOP, SHOPIFY_APP_SECRETS } = platformSettings
let stack: Stack
before(async () => {
  stack = await startStack({ settings: { MAX_REQUESTS: '4', TRUST_PROXY: '1', LOG_LEVEL: 'warn', SHOPIFY_SHOP, SHOPIFY_APP_SECRETS } })
})
after(() => stack.stop())

const [ada, bo, cy, di] = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4'] as const
const headers = (address: string) => ({
  Origin: stack.origin,
  'X-Forwarded-For': address,
  'X-Storefront-Client': '1',
  'Content-Type': 'application/json',
})
const track = (address: string) =>
  fetch(`${stack.proxy}/v1/orders/track`, {
    method: 'POST',
    headers: headers(address),
    body: JSON.stringify({ order_number: 'K-1002', email: 'mira@example.com' }),
  })
/** The same look-up by another spelling of its path. */
const trackByOtherName = (address: string) =>
  fetch(`${stack.proxy}/%76%31/orders/track`, {
    method: 'POST',
    headers: headers(address),
    body: JSON.stringify({ order_number: 'K-1002', email: 'mira@example.com' }),
  })
const price = (address: string) => fetch(`${stack.proxy}/v1/protection/quotes?cents=6200&currency=USD`, { headers: headers(address) })
/** Sends half a body from this address, and no more of it; resolves to what the proxy has answered so far. */
async function sendHalf(context: TestContext, address: string, path = '/v1/orders/track', more: Record<string, string> = {}) {
  const socket = connect(Number(new URL(stack.proxy).port), '127.0.0.1')
  context.after(() => socket.destroy())
  let answer = ''
  socket.setEncoding('latin1').on('data', (part: string) => (answer += part))
  socket.on('error', () => {})
  const lines = Object.entries({ ...headers(address), ...more, Host: 'proxy', 'Content-Length': '200' }).map(([name, value]) => `${name}: ${value}\r\n`)
  await once(socket, 'connect')
  await new Promise((resolve) => socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n{`, resolve))
  return { answer: () => answer }
}

/** The statuses of a webhook, a report of the shop and a claim. */
async function askAsServers(): Promise<number[]> {
  const { status: ofWebhook } = await fromShopify(stack, 'orders/create', '{"id":1}')
  const ofReport = await stack.backend.compareOrders({ orders: [] }).then(
    () => 200,
    ({ status }: { status: number }) => status,
  )
  const { status: ofClaim } = await fetch(`${stack.proxy}/v1/claims/orders/1/refund`, {
    method: 'POST',
    body: '{}',
    headers: { 'X-API-Key': stack.settings.CLAIMS_API_KEYS!, 'Content-Type': 'application/json' },
  })
  return [ofWebhook, ofReport, ofClaim]
}

const times = <Value>(count: number, act: () => Promise<Value>) => Array.from({ length: count }, act)

test('a proxy with all places taken refuses the next request at once, counts it, keeps places for prices and for other networks, and recovers', async () => {
  await stack.fault({ match: { path: '/track/*' }, hold: true })
  await stack.fault({ match: { path: '*/quotes' }, hold: true })

  // One of two places for other requests is the most of one network; the services hold the answers of all that are let in.
  const orders = [times(2, () => track(ada)), times(2, () => track(bo))]
  const refused = [await Promise.race(orders[0]!), await Promise.race(orders[1]!), await track(cy)]
  const refusedByOtherName = await trackByOtherName(di)
  const prices = times(3, () => price(di))
  const refusedPrice = await Promise.race(prices)
  const alive = await fetch(`${stack.proxy}/livez`)
  await stack.mend()
  const answered = await Promise.all([...orders.flat(), ...prices])

  for (const answer of [...refused, refusedByOtherName, refusedPrice]) {
    assert.equal(answer.status, 503)
    assert.equal(answer.headers.get('retry-after'), '2')
    assert.equal(answer.headers.get('access-control-allow-origin'), stack.origin)
    assert.match(answer.headers.get('content-type')!, /^application\/problem\+json/)
  }
  assert.equal(((await refusedPrice.json()) as { code: string }).code, 'overloaded')
  const metrics = await (await fetch(`${stack.operator}/metrics`)).text()
  assert.match(metrics, /^storefront_request_seconds_count\{method="POST",route="\/v1\/orders\/track",status="503"\} 4$/m)
  const [line] = await until(
    async () => stack.log.filter((each) => each.includes('requests were refused')),
    (lines) => lines.length > 0,
  )
  assert.equal((JSON.parse(line!) as { refused: number }).refused, 4)
  assert.equal(alive.status, 200)
  const statuses = answered.map(({ status }) => status)
  assert.deepEqual(statuses.slice(0, 4).sort(), [200, 200, 503, 503])
  assert.deepEqual(statuses.slice(4).sort(), [200, 200, 503])
  const later = await Promise.all([track(ada), price(di)])
  assert.deepEqual(
    later.map(({ status }) => status),
    [200, 200],
  )
})

test('half bodies that arrive hold no place, for any sender: shoppers, webhooks, reports and claims are answered', async (context) => {
  const key = { Authorization: `Bearer ${stack.settings.MERCHANT_API_KEYS}` }
  for (const address of [ada, bo, cy, di]) {
    for (const path of ['/v1/orders/track', '/v1/orders/track/enrichment', '/v1/nothing']) await sendHalf(context, address, path)
    await sendHalf(context, address, '/v1/merchant/orders', key)
  }

  const answers = [await track(ada), await price(bo), await track(cy)]

  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  )
  assert.deepEqual(await askAsServers(), [200, 200, 422])
})

test('shoppers with all places leave those of webhooks, reports and claims', async (context) => {
  context.after(() => stack.mend())
  await stack.fault({ match: { path: '/track/*' }, hold: true })
  await stack.fault({ match: { path: '*/quotes' }, hold: true })
  const all = [track(ada), track(bo), price(cy), price(di), price('192.0.2.5')]
  const refused = await Promise.race(all)

  assert.equal(((await refused.json()) as { code: string }).code, 'overloaded')
  assert.deepEqual(await askAsServers(), [200, 200, 422])
  await stack.mend()
  await Promise.all(all)
})

test('of more than 512 bodies that arrive, the oldest of the busiest network is refused, and others are answered', async (context) => {
  const first = await sendHalf(context, bo)
  const halves: Awaited<ReturnType<typeof sendHalf>>[] = []
  for (let count = 0; count < 256; count += 1) halves.push(await sendHalf(context, ada))
  for (let count = 0; count < 256; count += 1) halves.push(await sendHalf(context, `198.51.100.${count}`))
  const refused = await until(
    async () => halves.filter(({ answer }) => answer() !== ''),
    (found) => found.length > 0,
  )

  assert.equal(refused.length, 1)
  assert.equal(refused[0], halves[0])
  assert.match(refused[0]!.answer(), /^HTTP\/1\.1 503 /)
  assert.match(refused[0]!.answer(), /"overloaded"/)
  assert.equal(first.answer(), '')
  assert.equal((await track(cy)).status, 200)
})

test('a proxy that is about to shut down ends the connection of a request that it refuses', async (context) => {
  const leaving = await startStack({ settings: { MAX_REQUESTS: '2', LOG_LEVEL: 'error' } })
  context.after(() => leaving.stop())
  await leaving.fault({ match: { path: '*/quotes' }, hold: true })
  const ask = () => fetch(`${leaving.proxy}/v1/protection/quotes?cents=6200&currency=USD`, { headers: { Origin: leaving.origin } })
  const answers = times(2, ask)
  const before = await Promise.race(answers)

  leaving.leave()
  const after = await ask()
  await leaving.mend()
  await Promise.all(answers)

  assert.deepEqual([before.status, before.headers.get('connection')], [503, 'keep-alive'])
  assert.deepEqual([after.status, after.headers.get('connection')], [503, 'close'])
})
