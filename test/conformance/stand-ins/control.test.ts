import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { until } from '../../until.ts'
import { order } from './orders.ts'
import { mira, refused, startServices } from './start.ts'

/** What a socket gets to read of an answer, until its other end or the given time ends it. */
async function askRaw(address: string, method: string, path: string, body?: unknown, timeout = 30_000) {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname).setTimeout(timeout, () => socket.destroy())
  const text = body === undefined ? '' : JSON.stringify(body)
  const headers = ['Host: services', 'X-API-Key: protection-key', 'Content-Type: application/json', 'Accept: application/json', 'Connection: close']
  socket.write(`${method} ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
  const pieces: string[] = []
  socket.setEncoding('latin1').on('data', (piece: string) => pieces.push(piece))
  await once(socket, 'close')
  const [head = '', ...rest] = pieces.join('').split('\r\n\r\n')
  return { head, body: rest.join('\r\n\r\n'), pieces: pieces.length }
}

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

  test('an answer that is held comes once the faults are taken away', async () => {
    const { admin, control, list } = await startServices()
    await control('POST', 'faults', { hold: true, times: 1 })
    const answered: string[] = []
    const held = admin.getMerchant({}).then(() => answered.push('the held one'))
    // The first to come is the one that is held.
    while ((await list('faults')).length > 0);
    await admin.getMerchant({}).then(() => answered.push('a later one'))
    await control('DELETE', 'faults')
    await held
    assert.deepEqual(answered, ['a later one', 'the held one'])
  })

  test('an answer cut in the middle ends before its length, and its effect stays', async () => {
    const { address, protection, control, list } = await startServices()
    const reported = order()
    await control('POST', 'faults', { match: { path: '/protection' }, truncate: true, times: 1 })
    const { head, body } = await askRaw(address, 'POST', '/protection/api/v1/orders', reported)
    assert.match(head, /^HTTP\/1\.1 201 /)
    assert.equal(body.length, Math.floor(Number(/content-length: (\d+)/i.exec(head)?.[1]) / 2))
    assert.ok(JSON.stringify(await protection.createOrder(reported)).startsWith(body))
    assert.equal((await list('orders')).filter(({ shop_order_id }) => shop_order_id === '9001').length, 1)
  })

  test('a given answer is cut as well, and nothing is done', async () => {
    const { address, control, list } = await startServices()
    await control('POST', 'faults', { match: { path: '/protection' }, status: 503, body: '{"error":["Down"]}', truncate: true })
    const { head, body } = await askRaw(address, 'POST', '/protection/api/v1/orders', order())
    assert.match(head, /^HTTP\/1\.1 503 /)
    assert.equal(body, '{"error":')
    assert.ok(!(await list('orders')).some(({ shop_order_id }) => shop_order_id === '9001'))
  })

  test('an answer drips byte by byte, and is whole in the end', async () => {
    const { address, control } = await startServices()
    await control('POST', 'faults', { match: { path: '/track' }, drip_ms: 2 })
    const { body, pieces } = await askRaw(address, 'GET', '/track/api/order?key=wrong')
    assert.equal(body, '{"error":["Order not found"]}')
    assert.ok(pieces > body.length / 2, `${pieces} pieces`)
  })

  test('a long answer drips in pieces, so that it ends within a minute', async () => {
    const { address, control } = await startServices()
    await control('POST', 'faults', { match: { path: '/track' }, body: 'x'.repeat(6000), drip_ms: 30_000 })
    const { body } = await askRaw(address, 'GET', '/track/api/order?key=wrong', undefined, 1000)
    assert.equal(body.length, 3000)
  })

  test('an answer in protected words is in them when it is cut or drips', async () => {
    const { address, control, protection } = await startServices()
    await protection.createOrder(order())
    await control('POST', 'faults', { match: { path: '/protection' }, drip_ms: 1 })
    const { body } = await askRaw(address, 'PATCH', '/protection/api/v1/orders/9001/add_protection')
    assert.deepEqual((JSON.parse(body) as { amount_protected: unknown }).amount_protected, { cents: 4800, currency: 'USD' })
  })

  test('an answer may hide that the effect took place', async () => {
    const { admin, protection, control, list } = await startServices()
    await control('POST', 'faults', { match: { path: '/protection' }, status: 500, body: { error: ['Late'] }, after_effect: true, times: 1 })
    await assert.rejects(protection.createOrder(order()), refused(500, { error: ['Late'] }))
    assert.ok((await list('orders')).some(({ shop_order_id }) => shop_order_id === '9001'))
    await control('POST', 'faults', { match: { path: '/loyalty' }, body: '{"message":', after_effect: true, times: 1 })
    await assert.rejects(admin.issueCredits({ id: mira, amount: 5 }), SyntaxError)
    await control('POST', 'faults', { match: { path: '/loyalty' }, body: { data: 7 } })
    assert.equal(await admin.getMerchant({}), 7)
  })

  test('a path is the same however it is written', async () => {
    const { address, control } = await startServices()
    await control('POST', 'faults', { match: { path: '/protection/api/v1/orders/*/add_insurance' }, status: 418 })
    for (const path of [
      '/protection/api/v1/orders/9001/add_insurance',
      '/%70rotection/api/v1/orders/%39001/add_insurance',
      'http://services/protection/api/v1/orders/9001/add_insurance?a',
    ])
      assert.match((await askRaw(address, 'PATCH', path)).head, /^HTTP\/1\.1 418 /, path)
    assert.match((await askRaw(address, 'PATCH', '/protection/api/v1/orders/9001/add%5fprotection')).head, /^HTTP\/1\.1 404 /)

    await control('DELETE', 'faults')
    await control('POST', 'faults', { match: { path: '/track/%61pi' }, status: 418 })
    assert.match((await askRaw(address, 'GET', '/track/api/order')).head, /^HTTP\/1\.1 418 /)
    await control('POST', 'faults', { match: {}, status: 500 })
    for (const path of ['/%5fcontrol/faults', 'http://services/_control/faults']) assert.match((await askRaw(address, 'DELETE', path)).head, /^HTTP\/1\.1 204 /)
  })

  test('of one merchant leave the other alone', async () => {
    const { address, control } = await startServices({ neighbour: { loyaltyKey: 'their-loyalty', protectionKey: 'their-key' } })
    const ask = async (path: string, headers: Record<string, string> = {}) => (await fetch(`${address}${path}`, { headers })).status
    const asked = async () => [
      await ask('/loyalty/v2.0/admin/merchant', { 'X-Loyalty-Api-Key': 'loyalty-key' }),
      await ask('/loyalty/v2.0/admin/merchant', { 'X-Loyalty-Api-Key': 'their-loyalty' }),
      await ask('/protection/api/v1/quotes', { 'X-API-Key': 'protection-key' }),
      await ask('/protection/api/v1/quotes', { 'X-API-Key': 'their-key' }),
      await ask('/track/api/order'),
      await ask('/track/kiln-and-paper/api/order'),
      await ask('/track/moss-and-tin/api/order'),
      await ask('/loyalty/v2.0/admin/merchant', { 'X-Loyalty-Api-Key': 'nobody' }),
    ]
    assert.deepEqual(await asked(), [200, 200, 405, 405, 422, 422, 422, 401])
    await control('POST', 'faults', { match: { merchant: 'moss-and-tin' }, status: 418 })
    assert.deepEqual(await asked(), [200, 418, 405, 418, 422, 422, 418, 401])
    await control('DELETE', 'faults')
    await control('POST', 'faults', { match: { merchant: 'kiln-and-paper' }, status: 418 })
    assert.deepEqual(await asked(), [418, 200, 418, 405, 418, 418, 422, 401])
    assert.deepEqual(await control('POST', 'faults', { match: { merchant: 'nobody' } }).then(({ status, body }) => [status, body]), [
      400,
      { error: ['merchant takes one of kiln-and-paper, moss-and-tin'] },
    ])
  })

  test('an answer may come late when all is done', async () => {
    const { protection, control, list } = await startServices()
    await control('POST', 'faults', { match: { path: '/protection' }, delay_ms: 60_000, after_effect: true, times: 1 })
    const asked = new AbortController()
    const answer = protection.createOrder(order(), { signal: asked.signal })
    await until(
      () => list('orders'),
      (orders) => orders.some(({ shop_order_id }) => shop_order_id === '9001'),
    )
    asked.abort(new Error('left'))
    await assert.rejects(answer, { message: 'left' })
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
      [{ truncate: 'half' }, /^truncate /],
      [{ drip_ms: 0 }, /^drip_ms /],
      [{ times: 0 }, /^times /],
    ] as const) {
      const { status, body } = await control('POST', 'faults', fault)
      assert.equal(status, 400)
      assert.match((body as { error: string[] }).error[0] ?? '', named)
    }
  })
})

describe('what is nowhere', () => {
  test('is refused in plain form, and the first page names the services', async () => {
    const { address } = await startServices()
    const services = { loyalty: '/loyalty', protection: '/protection/api/v1', track: '/track', control: '/_control' }
    const root = await fetch(`${address}/`)
    assert.deepEqual([root.status, await root.json()], [200, { services }])
    for (const path of ['/nowhere', '/_control/nowhere']) {
      const answer = await fetch(address + path)
      assert.deepEqual([answer.status, await answer.json()], [404, { error: [`Path is unknown: services are at ${Object.values(services).join(', ')}`] }])
    }
  })

  test('takes other methods where its head can be asked for as well', async () => {
    const { address } = await startServices()
    const headers = { 'X-Loyalty-Api-Key': 'loyalty-key' }
    const posted = await fetch(`${address}/loyalty/v2.0/admin/merchant`, { method: 'POST', headers })
    assert.deepEqual([posted.status, posted.headers.get('allow')], [405, 'GET, HEAD, PATCH'])
    assert.equal((await fetch(`${address}/loyalty/v2.0/admin/merchant`, { method: 'HEAD', headers })).status, 200)
    assert.match((await askRaw(address, 'GET', 'http://services/protection/api/v1/quotes')).head, /^HTTP\/1\.1 405 [^]*allow: POST/i)
  })
})

describe('state', () => {
  test('tells each list by name, and refuses an unknown one', async () => {
    const { control } = await startServices()
    const { body } = await control('GET', 'state?of=tiers,orders')
    const { totals, tiers, orders } = body as { totals: { tiers: number; orders: number }; tiers: unknown[]; orders: unknown[] }
    assert.deepEqual(Object.keys(body), ['totals', 'tiers', 'orders'])
    assert.deepEqual([totals.tiers, totals.orders], [tiers.length, orders.length])
    for (const query of [
      'of=secrets',
      'of=__proto__',
      'of=constructor',
      'of=toString',
      'of=',
      'of=tiers&of=orders',
      'merchant=kiln-and-paper&merchant=kiln-and-paper',
    ])
      assert.equal((await control('GET', `state?${query}`)).status, 400, query)
    const claim = await control('POST', 'claims?merchant=a&merchant=b', { shop_order_id: '580001001', resolution: 'refund' })
    assert.equal(claim.status, 400)
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
