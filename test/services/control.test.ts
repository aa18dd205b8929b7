import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { order } from './orders.ts'
import { mira, refused, startServices } from './start.ts'

describe('faults', () => {
  test('a status with its body is answered as often as ordered', async () => {
    const { admin, control } = await startServices()
    await control('POST', 'faults', { match: { method: 'get', path: '/loyalty' }, status: 503, body: { message: 'Down', data: {} }, times: 2 })
    await assert.rejects(admin.getMerchant({}), refused(503, { message: 'Down', data: {} }))
    await assert.rejects(admin.getMerchant({}), refused(503))
    assert.equal((await admin.getMerchant({})).merchantName, 'Kiln & Paper')
  })

  test('a path with * strikes what it stands for, and nothing else', async () => {
    const { admin, control } = await startServices()
    await control('POST', 'faults', { match: { path: '/loyalty/v2.0/admin/members/*/credits' }, status: 500 })
    await assert.rejects(admin.listCredits({ id: mira }), refused(500))
    assert.equal((await admin.getMember({ id: mira })).firstName, 'Mira')
  })

  test('a connection dropped before leaves nothing, one dropped after leaves the effect', async () => {
    const { protection, control, list } = await startServices()
    const stored = async () => (await list('orders')).some(({ shop_order_id }) => shop_order_id === '9001')
    for (const [drop, effect] of [
      [true, false],
      ['before', false],
      ['after', true],
    ] as const) {
      await control('POST', 'faults', { match: { path: '/protection' }, drop, times: 1 })
      await assert.rejects(protection.createOrder(order()), TypeError)
      assert.equal(await stored(), effect)
    }
  })

  test('a delay holds the answer back', async () => {
    const { admin, control } = await startServices()
    await control('POST', 'faults', { delay_ms: 60, times: 1 })
    const start = performance.now()
    await admin.getMerchant({})
    assert.ok(performance.now() - start >= 55)
  })

  test('end when they are taken back', async () => {
    const { admin, control } = await startServices()
    await control('POST', 'faults', { match: {}, drop: true })
    await assert.rejects(admin.getMerchant({}), TypeError)
    assert.equal((await control('DELETE', 'faults')).status, 204)
    assert.equal((await admin.getMerchant({})).merchantName, 'Kiln & Paper')
  })

  test('an order that is not understood is refused by name', async () => {
    const { control } = await startServices()
    for (const [fault, named] of [
      [{ dropp: true }, /dropp/],
      [{ status: 'down' }, /^status /],
      [{ match: { verb: 'GET' } }, /verb/],
      [{ delay_ms: -1 }, /^delay_ms /],
      [{ drop: 'during' }, /^drop /],
    ] as const) {
      const { status, body } = await control('POST', 'faults', fault)
      assert.equal(status, 400)
      assert.match((body as { error: string[] }).error[0] ?? '', named)
    }
  })
})

describe('state', () => {
  test('tells each list by name, and refuses an unknown one', async () => {
    const { control } = await startServices()
    const { body } = await control('GET', 'state?of=tiers,orders')
    const { totals, tiers, orders } = body as { totals: { tiers: number; orders: number }; tiers: unknown[]; orders: unknown[] }
    assert.deepEqual(Object.keys(body), ['totals', 'tiers', 'orders'])
    assert.deepEqual([totals.tiers, totals.orders], [tiers.length, orders.length])
    assert.equal((await control('GET', 'state?of=secrets')).status, 400)
  })

  test('counts long lists and shows the newest', async () => {
    const { control, protection } = await startServices()
    for (let cents = 1; cents <= 105; cents++) await protection.quote({ cart: { amount_insured: { cents, currency: 'USD' } } })
    const { totals, quotes } = (await control('GET', 'state?of=quotes')).body as { totals: { quotes: number }; quotes: { amount: { cents: number } }[] }
    assert.deepEqual([totals.quotes, quotes.length, quotes.at(-1)?.amount.cents], [105, 100, 105])
  })

  test('counts what was asked of the services', async () => {
    const { admin, list } = await startServices()
    await admin.getMember({ id: mira })
    await admin.getMember({ id: mira })
    assert.deepEqual(await list('requests'), [{ operation: 'GET /loyalty/v2.0/admin/members/:id', count: 2 }])
  })

  test('a reset brings everything back to the start, faults and unfinished work too', async () => {
    const { admin, protection, control, list, pass } = await startServices()
    const before = (await list('orders')).length
    await protection.createOrder(order())
    await admin.issueCredits({ id: mira, amount: 5 })
    await control('POST', 'faults', { match: {}, status: 500 })
    assert.equal((await control('POST', 'reset')).status, 204)
    pass(10_000)
    assert.equal((await admin.listCredits({ id: mira })).credits[0]?.newBalance, 42.5)
    assert.equal((await admin.getMember({ id: mira })).credit, 42.5)
    assert.equal((await list('orders')).length, before)
  })

  test('is open to any page, and the services are not', async () => {
    const { address } = await startServices()
    const asked = { method: 'OPTIONS', headers: { Origin: 'https://page.example.com', 'Access-Control-Request-Method': 'DELETE' } }
    assert.equal((await fetch(`${address}/_control/faults`, asked)).headers.get('access-control-allow-origin'), '*')
    assert.equal((await fetch(`${address}/track/api/order`, asked)).headers.get('access-control-allow-origin'), null)
  })
})
