// Past its capacity the proxy refuses requests at once: prices last, and not all of one network.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startStack, type Stack } from '../stack.ts'

let stack: Stack
before(async () => (stack = await startStack({ settings: { MAX_REQUESTS: '4', TRUST_PROXY: '1', LOG_LEVEL: 'error' } })))
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
const price = (address: string) => fetch(`${stack.proxy}/v1/protection/quotes?cents=6200&currency=USD`, { headers: headers(address) })
const times = <Value>(count: number, act: () => Promise<Value>) => Array.from({ length: count }, act)

test('a proxy with all places taken refuses the next request at once, keeps places for prices and for other networks, and recovers', async () => {
  await stack.fault({ match: { path: '/track/*' }, hold: true })
  await stack.fault({ match: { path: '*/quotes' }, hold: true })

  // One of two places for other requests is the most of one network; the services hold the answers of all that are let in.
  const orders = [times(2, () => track(ada)), times(2, () => track(bo))]
  const refused = [await Promise.race(orders[0]!), await Promise.race(orders[1]!), await track(cy)]
  const prices = times(3, () => price(di))
  const refusedPrice = await Promise.race(prices)
  const alive = await fetch(`${stack.proxy}/livez`)
  await stack.mend()
  const answered = await Promise.all([...orders.flat(), ...prices])

  for (const answer of [...refused, refusedPrice]) {
    assert.equal(answer.status, 503)
    assert.equal(answer.headers.get('retry-after'), '2')
    assert.equal(answer.headers.get('access-control-allow-origin'), stack.origin)
    assert.match(answer.headers.get('content-type')!, /^application\/problem\+json/)
  }
  assert.equal(((await refusedPrice.json()) as { code: string }).code, 'overloaded')
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
