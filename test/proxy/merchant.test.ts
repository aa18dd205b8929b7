import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { merchant } from '../../proxy/merchant/merchant.ts'
import type { OrderInput } from '../../proxy/upstream/protection.ts'
import { toProtectedNaming } from '../../proxy/upstream/naming.ts'
import type { Problem } from '../../src/contract/problem.ts'
import { protection } from '../../src/contract/protection.ts'
import { tracking } from '../../src/contract/tracking.ts'
import { startStack, until, type Stack } from '../stack.ts'
import { orderOf, protectedOrderOf, shipmentOf } from './orders.ts'
import { allQuestions, questionsOf } from './questions.ts'
import { refusalOf } from './refusals.ts'

interface HeldOrder {
  shop_order_id: string
  is_protected: boolean
  financial_status: string
  line_items: unknown[]
  purchased_quote_token: string | null
  insurance_paid?: { cents: number }
}

let stack: Stack
let count = 0
before(async () => (stack = await startStack()))
after(() => stack.stop())
afterEach(() => stack.mend())

const newId = () => `9900${(count += 1)}`
const quote = (cents = 4800, currency = 'USD') => stack.browser(protection).quoteProtection({ cents, currency })
const ended = ({ id }: { id: string }) =>
  until(
    () => stack.backend.getReport({ id }),
    ({ state }) => state !== 'waiting',
  )
const held = async (id: string) => (await stack.state<{ orders: HeldOrder[] }>('orders')).orders.filter(({ shop_order_id }) => shop_order_id === id)
const upstreamTokens = async () => (await stack.state<{ quotes: { token: string }[] }>('quotes')).quotes.map(({ token }) => token)
const send = (path: string, body: unknown, { method = 'POST', key = stack.settings.MERCHANT_API_KEYS! }: { method?: string; key?: string } = {}) =>
  fetch(`${stack.proxy}/v1/merchant/${path}`, {
    method,
    body: JSON.stringify(body),
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
  })

describe('the merchant’s routes', () => {
  test('require a key on every route', async () => {
    for (const { method, path } of Object.values(merchant)) {
      for (const authorization of [
        undefined,
        'Bearer ',
        'Bearer wrong',
        `Basic ${stack.settings.MERCHANT_API_KEYS}`,
        `Bearer ${stack.settings.MERCHANT_API_KEYS}x`,
        stack.settings.MERCHANT_API_KEYS,
      ]) {
        const answer = await fetch(stack.proxy + path.replace(/:\w+/, 'x'), {
          method,
          body: method === 'GET' ? undefined : '{',
          headers: { 'Content-Type': 'application/json', ...(authorization && { Authorization: authorization }) },
        })
        assert.deepEqual([path, answer.status, ((await answer.json()) as Problem).code], [path, 401, 'key-required'])
      }
    }
  })

  test('are not for browsers', async () => {
    const answer = await fetch(`${stack.proxy}/v1/merchant/reports/x`, {
      headers: { Origin: stack.origin, Authorization: `Bearer ${stack.settings.MERCHANT_API_KEYS}` },
    })

    assert.equal(answer.headers.get('access-control-allow-origin'), null)
  })

  test('accept either of two keys while a key is replaced', async (t) => {
    const changing = await startStack({ settings: { MERCHANT_API_KEYS: 'the-new-key-of-the-backend,the-old-key-of-the-backend' } })
    t.after(() => changing.stop())

    for (const key of ['the-new-key-of-the-backend', 'the-old-key-of-the-backend']) {
      const answer = await fetch(`${changing.proxy}/v1/merchant/reports/x`, { headers: { Authorization: `Bearer ${key}` } })
      assert.equal(answer.status, 404)
    }
  })
})

describe('reportOrder', () => {
  test('is accepted at once, then delivered with the service’s own token, once', async () => {
    const { token, price } = await quote()
    const [upstream] = (await upstreamTokens()).slice(-1)
    const id = newId()

    const answer = await send('orders', protectedOrderOf(id, token))
    const accepted = (await answer.json()) as { id: string }
    const report = await ended(accepted)

    assert.equal(answer.status, 202)
    assert.deepEqual([report.state, report.protected, report.attempts, report.notes], ['delivered', true, 1, []])
    assert.equal(report.shop_order_id, id)
    const orders = await held(id)
    assert.equal(orders.length, 1)
    assert.deepEqual([orders[0]!.is_protected, orders[0]!.purchased_quote_token, orders[0]!.insurance_paid?.cents], [true, upstream, price.cents])
  })

  test('accepts the service’s own token too', async () => {
    await quote()
    const [upstream] = (await upstreamTokens()).slice(-1)
    const id = newId()

    const report = await ended(await stack.backend.reportOrder(protectedOrderOf(id, upstream!)))

    assert.equal(report.protected, true)
  })

  test('of a protected order without a token is delivered unprotected, with a note', async () => {
    const { purchased_quote_token: _, ...order } = protectedOrderOf(newId(), '')

    const report = await ended(await stack.backend.reportOrder(order))

    assert.deepEqual([report.state, report.protected], ['delivered', false])
    assert.match(report.notes.join(), /without protection: there is no quote token/)
  })

  test('without a token is delivered as an unprotected order', async () => {
    const id = newId()

    const report = await ended(await stack.backend.reportOrder(orderOf(id)))

    assert.deepEqual([report.state, report.protected], ['delivered', false])
    assert.equal((await held(id))[0]!.is_protected, false)
  })

  for (const [what, change, note] of [
    ['for another amount', { amount_insured: { cents: 480_000, currency: 'USD' } }, /covers 48\.00 USD, not 4800\.00 USD/],
    ['in another currency', { amount_insured: { cents: 4800, currency: 'EUR' } }, /covers 48\.00 USD, not 48\.00 EUR/],
    ['in another currency of the shopper', { amount_insured_presentment: { cents: 4800, currency: 'JPY' } }, /covers 48\.00 USD, not 4800 JPY/],
    ['without an amount', { amount_insured: undefined }, /covers 48\.00 USD: refund/],
    ['two days later', { created_at: new Date(Date.now() + 2 * 86_400_000).toISOString() }, /minutes before the order/],
    ['a day before it was quoted', { created_at: new Date(Date.now() - 86_400_000).toISOString() }, /minutes before the order/],
  ] as const) {
    test(`with a seal moved to an order ${what} is delivered without protection, and its note says why`, async () => {
      const { token } = await quote()
      const id = newId()

      const report = await ended(await stack.backend.reportOrder(protectedOrderOf(id, token, change)))

      assert.deepEqual([report.state, report.protected], ['delivered', false])
      assert.match(report.notes.join('\n'), note)
      const [order] = await held(id)
      assert.deepEqual([order?.is_protected, order?.purchased_quote_token], [false, null])
    })
  }

  test('checks the seal against the amount that the shopper saw', async () => {
    const { token } = await quote(4200, 'EUR')

    const report = await ended(
      await stack.backend.reportOrder(protectedOrderOf(newId(), token, { amount_insured_presentment: { cents: 4200, currency: 'EUR' } })),
    )

    assert.equal(report.protected, true)
  })

  test('of a second order with the same seal is delivered without protection', async () => {
    const { token } = await quote()
    const first = await ended(await stack.backend.reportOrder(protectedOrderOf(newId(), token)))
    const second = await ended(await stack.backend.reportOrder(protectedOrderOf(newId(), token)))

    assert.deepEqual([first.protected, second.protected], [true, false])
    assert.match(second.notes.join(), /spent by another order/)
  })

  test('protects one of twenty simultaneous orders with the same seal', async () => {
    const { token } = await quote()
    const ids = Array.from({ length: 20 }, newId)

    const reports = await Promise.all(ids.map(async (id) => ended(await stack.backend.reportOrder(protectedOrderOf(id, token)))))

    assert.ok(reports.every(({ state }) => state === 'delivered'))
    assert.equal(reports.filter((report) => report.protected).length, 1)
  })

  test('with a seal that was changed, or that is not of a quote, is delivered without protection', async () => {
    const { token } = await quote()
    const { key } = await stack.backend.linkOrder({ shopOrderId: '1', order_number: 'K-1', email: 'mira@example.com' })

    for (const wrong of [`${token.slice(0, -4)}AAAA`, key]) {
      const report = await ended(await stack.backend.reportOrder(protectedOrderOf(newId(), wrong)))
      assert.deepEqual([report.state, report.protected], ['delivered', false])
      assert.match(report.notes.join(), /not sealed here, or was changed/)
    }
  })

  test('whose token the service refuses is delivered without protection, with a note to refund the price', async () => {
    const report = await ended(await stack.backend.reportOrder(protectedOrderOf(newId(), '$pq$1$no-such-token')))

    assert.deepEqual([report.state, report.protected], ['delivered', false])
    assert.match(report.notes.join(), /refund what was paid/)
  })

  test('sent twice is one report with one id', async () => {
    const { token } = await quote()
    const order = protectedOrderOf(newId(), token)
    const asked = await questionsOf(stack, 'POST /protection/api/v1/orders')

    const accepted = await Promise.all([stack.backend.reportOrder(order), stack.backend.reportOrder(order)])
    const report = await ended(accepted[0])
    const later = await stack.backend.reportOrder(order)

    assert.deepEqual([accepted[1], later, report.protected], [accepted[0], accepted[0], true])
    assert.equal((await held(order.shop_order_id)).length, 1)
    assert.equal(await questionsOf(stack, 'POST /protection/api/v1/orders'), asked + 1)
  })

  test('sent twice with one Idempotency-Key is one report, and another report with the same key is refused', async () => {
    const order = orderOf(newId())
    const update = { ...order, shopOrderId: order.shop_order_id }
    const keyed = (name: string, body: Parameters<Stack['backend']['reportOrderUpdate']>[0]) =>
      stack.backend.reportOrderUpdate(body, { headers: { 'Idempotency-Key': name } })
    await ended(await stack.backend.reportOrder(order))

    const first = await keyed('one', { ...update, financial_status: 'paid' })
    const second = await keyed('another', { ...update, financial_status: 'refunded' })
    const again = await keyed('one', { ...update, financial_status: 'paid' })
    await Promise.all([first, second].map(ended))

    assert.deepEqual([again, second.id === first.id], [first, false])
    assert.equal((await held(order.shop_order_id))[0]!.financial_status, 'refunded')
    await refusalOf(keyed('one', { ...update, financial_status: 'voided' }), 'idempotency-mismatch')
    await refusalOf(keyed('x'.repeat(256), update), 'invalid-request')
  })

  test('sent again with other contents updates the order and keeps its protection', async () => {
    const { token } = await quote()
    const order = protectedOrderOf(newId(), token)
    await ended(await stack.backend.reportOrder(order))

    const report = await ended(await stack.backend.reportOrder({ ...order, financial_status: 'refunded' }))

    assert.deepEqual([report.state, report.protected], ['delivered', true])
    const [now] = await held(order.shop_order_id)
    assert.deepEqual([now!.financial_status, now!.is_protected], ['refunded', true])
  })

  test('of 500 lines is delivered', async () => {
    const order = orderOf(newId())
    const line_items = Array.from({ length: 500 }, (_, index) => ({ ...order.line_items[0]!, shop_line_item_id: `${order.shop_order_id}-${index}` }))

    const report = await ended(await stack.backend.reportOrder({ ...order, line_items }))

    assert.equal(report.state, 'delivered')
    assert.equal((await held(order.shop_order_id))[0]!.line_items.length, 500)
  })

  for (const id of ['K/1002?x=1#y', 'K 1002 %2F ÄØ 注文 📦', `gid://shopify/Order/${'9'.repeat(200)}`, "O'Brien; drop table work--", '...']) {
    test(`with the id ${id.slice(0, 30)} is delivered, and so are the later reports of the order`, async () => {
      const { shop_order_id, created_at: _, ...fields } = orderOf(id)
      const shipment = shipmentOf(`${id}-s`, orderOf(id))

      const reports = [
        await stack.backend.reportOrder(orderOf(id)),
        await stack.backend.reportOrderUpdate({ ...fields, shopOrderId: shop_order_id, financial_status: 'voided' }),
        await stack.backend.reportShipment(shipment),
        await stack.backend.reportShipmentEvent({
          shopShipmentId: shipment.shop_shipment_id,
          shop_shipment_event_id: id,
          status: 'delivered',
          created_at: shipment.created_at,
        }),
      ]

      assert.deepEqual(await Promise.all(reports.map(async (report) => (await ended(report)).state)), Array(4).fill('delivered'))
      assert.equal((await held(id))[0]!.financial_status, 'voided')
    })
  }

  for (const [what, fault, most] of [
    ['failed twice', { status: 503, times: 2 }, 3],
    ['lost the connection before its job', { drop: 'before', times: 1 }, 2],
    ['lost the connection after its job', { drop: 'after', times: 1 }, 2],
  ] as const) {
    test(`is delivered, once, after the service ${what}`, async () => {
      const { token } = await quote()
      const id = newId()
      await stack.fault({ match: { method: 'POST', path: '/protection/api/v1/orders' }, ...fault })

      const report = await ended(await stack.backend.reportOrder(protectedOrderOf(id, token)))

      assert.deepEqual([report.state, report.protected, report.attempts], ['delivered', true, most])
      assert.equal((await held(id)).length, 1)
    })
  }

  test('that the service refuses permanently is failed, with the service’s error text', async () => {
    await stack.fault({ match: { method: 'POST', path: '/protection/api/v1/orders' }, status: 422, body: { error: ['Line items are strange'] }, times: 1 })

    const report = await ended(await stack.backend.reportOrder(orderOf(newId())))

    assert.equal(report.state, 'failed')
    assert.match(report.notes.join(), /422: Line items are strange/)
    assert.ok(report.settled_at)
  })

  test('in the protected naming is delivered as protected', async () => {
    const { token } = await quote()
    const id = newId()

    const answer = await send('orders', toProtectedNaming(protectedOrderOf(id, token)))

    assert.equal((await ended((await answer.json()) as { id: string })).protected, true)
  })

  test('with both namings is accepted if their values agree, and refused if not', async () => {
    const { token } = await quote()
    const order = protectedOrderOf(newId(), token)
    const before = await questionsOf(stack, 'POST /protection/api/v1/orders')

    const contradiction = await send('orders', { ...order, amount_protected: { cents: 1, currency: 'USD' } })
    const inLine = await send('orders', { ...order, line_items: order.line_items.map((line) => ({ ...line, is_protected: false })) })
    const problems = (await Promise.all([contradiction.json(), inLine.json()])) as Problem[]

    assert.deepEqual([contradiction.status, inLine.status], [400, 400])
    assert.match(problems[0]!.errors!.join(), /amount_insured and amount_protected say different things/)
    assert.match(problems[1]!.errors!.join(), /line_items\.0\.is_insured and is_protected/)
    assert.equal(await questionsOf(stack, 'POST /protection/api/v1/orders'), before)
    const agreeing = await send('orders', { ...order, amount_protected: { currency: 'USD', cents: 4800 } })
    assert.equal((await ended((await agreeing.json()) as { id: string })).protected, true)
  })

  for (const [field, changes] of [
    ['shop_order_id', { shop_order_id: '' }],
    ['shop_order_id', { shop_order_id: '..' }],
    ['shop_order_id', { shop_order_id: 'K-1\u0000' }],
    ['shop_order_id', { shop_order_id: 'K-\ud800' }],
    ['total_price.cents', { total_price: { cents: 54.5, currency: 'USD' } }],
    ['total_price.currency', { total_price: { cents: 5400, currency: 'dollars' } }],
    ['financial_status', { financial_status: 'mostly paid' }],
    ['customer.email', { customer: { ...orderOf('1').customer, email: 'mira' } }],
    ['shipping_address.country_code', { shipping_address: { ...orderOf('1').shipping_address, country_code: 'USA' } }],
    ['line_items', { line_items: 'two mugs' }],
    ['line_items.0.image_url', { line_items: [{ ...orderOf('1').line_items[0], image_url: 'javascript:alert(1)' }] }],
    ['created_at', { created_at: 'today' }],
  ] as const) {
    test(`names ${field} when it is ${JSON.stringify(Object.values(changes)[0]).slice(0, 40)}, and sends nothing`, async () => {
      const before = await allQuestions(stack)

      const problem = await refusalOf(stack.backend.reportOrder(orderOf(newId(), changes as Partial<OrderInput>)), 'invalid-request')

      assert.ok(
        problem.errors?.some((line) => line.startsWith(`${field} `)),
        JSON.stringify(problem),
      )
      assert.equal(await allQuestions(stack), before)
    })
  }
})

describe('a report about an existing order', () => {
  test('is delivered in the order of reporting, even while the service fails', async () => {
    const { token } = await quote()
    const order = protectedOrderOf(newId(), token)
    const shipment = shipmentOf(newId(), order)
    const event = {
      shopShipmentId: shipment.shop_shipment_id,
      shop_shipment_event_id: 'e-1',
      status: 'in_transit' as const,
      created_at: new Date().toISOString(),
    }
    const { shop_order_id: _, amount_insured: __, purchased_quote_token: ___, created_at: ____, ...fields } = order
    await stack.fault({ match: { method: 'POST', path: '/protection/api/v1/orders' }, status: 503, times: 1 })

    const accepted = [
      await stack.backend.reportOrder(order),
      await stack.backend.reportShipment(shipment),
      await stack.backend.reportShipmentEvent(event),
      await stack.backend.reportShipmentEvent(event),
      await stack.backend.reportShipmentUpdate({ ...shipment, shopShipmentId: shipment.shop_shipment_id, tracking_number: '1Z999AA1NEW' }),
      await stack.backend.reportOrderUpdate({ ...fields, shopOrderId: order.shop_order_id, financial_status: 'refunded' }),
      await stack.backend.reportProtectionRefund({ shopOrderId: order.shop_order_id }),
    ]
    const reports = await Promise.all(accepted.map(ended))

    assert.deepEqual(
      reports.map(({ kind, state }) => [kind, state]),
      ['order', 'shipment', 'shipment-event', 'shipment-event', 'shipment-update', 'order-update', 'refund-protection'].map((kind) => [kind, 'delivered']),
    )
    const { shipments, events } = await stack.state<{ shipments: { tracking_number: string }[]; events: { shop_shipment_id: string }[] }>('shipments,events')
    assert.ok(shipments.some(({ tracking_number }) => tracking_number === '1Z999AA1NEW'))
    assert.equal(events.filter(({ shop_shipment_id }) => shop_shipment_id === shipment.shop_shipment_id).length, 1)
    assert.equal((await held(order.shop_order_id))[0]!.is_protected, false)
  })

  test('is refused if its body has another id than its path', async () => {
    const order = orderOf(newId())
    const { shop_order_id: _, created_at: __, ...fields } = order
    const shipment = shipmentOf(newId(), order)

    for (const [path, method, body, field] of [
      [`orders/${order.shop_order_id}`, 'PATCH', { ...fields, shop_order_id: 'another' }, 'shop_order_id'],
      [`shipments/${shipment.shop_shipment_id}`, 'PATCH', { ...shipment, shop_shipment_id: 'another' }, 'shop_shipment_id'],
      [
        `shipments/${shipment.shop_shipment_id}/events`,
        'POST',
        { shop_shipment_id: 'another', shop_shipment_event_id: 'e', status: 'delivered', created_at: shipment.created_at },
        'shop_shipment_id',
      ],
      [`orders/${order.shop_order_id}/refund_protection`, 'PATCH', { shop_order_id: 'another' }, 'shop_order_id'],
    ] as const) {
      const answer = await send(path, body, { method })
      const problem = (await answer.json()) as Problem
      assert.deepEqual([answer.status, problem.errors], [400, [`${field} is another one than in the address`]])
    }
    assert.equal((await send(`orders/${order.shop_order_id}`, { ...fields, shop_order_id: order.shop_order_id }, { method: 'PATCH' })).status, 202)
  })

  test('of an unreported order waits visibly with a note about the reason, and does not block other orders', async () => {
    const { shop_order_id, created_at: _, ...fields } = orderOf(newId())

    const accepted = await stack.backend.reportOrderUpdate({ ...fields, shopOrderId: shop_order_id })
    const waiting = await until(
      () => stack.backend.getReport(accepted),
      ({ attempts }) => attempts > 0,
    )
    const other = await ended(await stack.backend.reportOrder(orderOf(newId())))

    assert.deepEqual([waiting.state, waiting.notes], ['waiting', [`the service does not know order ${shop_order_id} yet: it has to be reported too`]])
    assert.ok(Date.parse(waiting.next_try_at!) > Date.parse(waiting.accepted_at))
    assert.equal(other.state, 'delivered')
  })

  test('is delivered after the order’s own report was refused and then corrected', async () => {
    const order = orderOf(newId())
    await stack.fault({ match: { method: 'POST', path: '/protection/api/v1/orders' }, status: 422, body: { error: ['Line items are strange'] }, times: 1 })

    const refused = await ended(await stack.backend.reportOrder(order))
    const shipment = await stack.backend.reportShipment(shipmentOf(newId(), order))
    await until(
      () => stack.backend.getReport(shipment),
      ({ attempts }) => attempts > 0,
    )
    const mended = await ended(await stack.backend.reportOrder({ ...order, shop_order_number: 'K-mended' }))

    assert.deepEqual([refused.state, mended.state, (await ended(shipment)).state], ['failed', 'delivered', 'delivered'])
  })

  test('may add and refund protection repeatedly', async () => {
    const id = newId()
    await ended(await stack.backend.reportOrder(orderOf(id)))

    for (const covered of [true, false, true, false]) {
      const report = await ended(await stack.backend[covered ? 'reportProtectionAdded' : 'reportProtectionRefund']({ shopOrderId: id }))
      assert.deepEqual([report.state, report.protected, (await held(id))[0]!.is_protected], ['delivered', covered, covered])
    }
  })

  test('is accepted under either name of the path', async () => {
    const id = newId()
    await ended(await stack.backend.reportOrder(orderOf(id)))

    const added = (await (await send(`orders/${id}/add_insurance`, {}, { method: 'PATCH' })).json()) as { id: string }
    assert.deepEqual((await ended(added)).protected, true)
    const refunded = (await (await send(`orders/${id}/refund_insurance`, {}, { method: 'PATCH' })).json()) as { id: string }
    assert.deepEqual((await ended(refunded)).protected, false)
  })

  test('is failed, with a note, if the service can no longer protect the order', async () => {
    const id = newId()
    await ended(await stack.backend.reportOrder(orderOf(id, { financial_status: 'voided' })))

    const report = await ended(await stack.backend.reportProtectionAdded({ shopOrderId: id }))

    assert.deepEqual([report.state, report.protected], ['failed', false])
    assert.match(report.notes.join(), /not eligible/)
  })

  test('that comes before the order waits for the order, and leads to the same state', async () => {
    const { token } = await quote()
    const order = protectedOrderOf(newId(), token)
    const shipment = shipmentOf(newId(), order)
    const { shop_order_id, amount_insured: _, purchased_quote_token: __, created_at: ___, ...fields } = order
    const event = {
      shopShipmentId: shipment.shop_shipment_id,
      shop_shipment_event_id: 'first',
      status: 'in_transit' as const,
      created_at: new Date().toISOString(),
    }

    const early = [
      await stack.backend.reportShipmentEvent(event),
      await stack.backend.reportShipment(shipment),
      await stack.backend.reportOrderUpdate({ ...fields, shopOrderId: shop_order_id, financial_status: 'refunded' }),
    ]
    for (const { id } of early)
      await until(
        () => stack.backend.getReport({ id }),
        ({ attempts }) => attempts > 0,
      )
    const late = await stack.backend.reportOrder(order)
    const reports = await Promise.all([...early, late].map(ended))

    assert.deepEqual(
      reports.map(({ state }) => state),
      ['delivered', 'delivered', 'delivered', 'delivered'],
    )
    assert.equal((await held(shop_order_id))[0]!.is_protected, true)
  })

  test('may update the address without a phone number, and the service keeps the earlier phone number', async () => {
    const { shop_order_id: id, created_at: _, ...fields } = orderOf(newId())
    await ended(await stack.backend.reportOrder({ ...fields, shop_order_id: id, created_at: new Date().toISOString() }))
    const { phone_number, ...shipping_address } = fields.shipping_address

    const updated = await ended(await stack.backend.reportOrderUpdate({ ...fields, shopOrderId: id, shipping_address: { ...shipping_address, city: 'Salem' } }))

    const { orders } = await stack.state<{ orders: { shop_order_id: string; shipping_address: object }[] }>('orders')
    assert.equal(updated.state, 'delivered')
    assert.deepEqual(orders.find(({ shop_order_id }) => shop_order_id === id)!.shipping_address, { ...shipping_address, city: 'Salem', phone_number })
  })

  test('never protects an order whose token was refused, and the order itself may be reported again', async () => {
    const order = protectedOrderOf(newId(), 'a-token-that-nobody-made')
    const { shop_order_id: id, amount_insured: _, purchased_quote_token: __, created_at: ___, ...fields } = order
    await ended(await stack.backend.reportOrder(order))

    const updated = await ended(await stack.backend.reportOrderUpdate({ ...fields, shopOrderId: id }))
    const again = await ended(await stack.backend.reportOrder(order))

    assert.deepEqual([updated.state, again.state, again.protected], ['delivered', 'delivered', false])
    const { orders } = await stack.state<{ orders: { shop_order_id: string; line_items: { is_insured: boolean }[] }[] }>('orders')
    assert.deepEqual(
      orders.filter(({ shop_order_id }) => shop_order_id === id).map(({ line_items }) => line_items.map(({ is_insured }) => is_insured)),
      [[false]],
    )
  })

  test('that protects an order is delivered if the service acted but its response was lost', async () => {
    const id = newId()
    await ended(await stack.backend.reportOrder(orderOf(id)))
    await stack.fault({ match: { method: 'PATCH', path: '/protection/api/v1/orders' }, drop: 'after', times: 1 })

    const report = await ended(await stack.backend.reportProtectionAdded({ shopOrderId: id }))

    assert.deepEqual([report.state, report.protected, (await held(id))[0]!.is_protected], ['delivered', true, true])
  })

  test('is not found by an unknown id', async () => {
    await refusalOf(stack.backend.getReport({ id: 'no-such-report' }), 'not-found')
  })
})

describe('verifyQuote', () => {
  const amount = { cents: 4800, currency: 'USD' }

  test('returns the price to charge, and the service’s token for a merchant that reports directly to the service', async () => {
    const { token, price, expires_at } = await quote()

    const verified = await stack.backend.verifyQuote({ token, amount })

    assert.deepEqual([verified.valid, verified.reason, verified.price, verified.amount, verified.currency], [true, null, price, amount, 'USD'])
    assert.equal(verified.expires_at, expires_at)
    assert.ok((await upstreamTokens()).includes(verified.purchased_quote_token!))
  })

  test('says why a seal does not cover an amount, and returns no token', async () => {
    const { token } = await quote()

    for (const [asked, other] of [
      [token, { cents: 4801, currency: 'USD' }],
      [token, { cents: 4800, currency: 'EUR' }],
      [`${token}x`, amount],
      ['anything', amount],
    ] as const) {
      const { valid, reason, purchased_quote_token } = await stack.backend.verifyQuote({ token: asked, amount: other })
      assert.deepEqual([valid, purchased_quote_token], [false, null])
      assert.ok(reason)
    }
  })

  test('says that a seal was spent, and by which order', async () => {
    const { token } = await quote()
    const id = newId()
    await ended(await stack.backend.reportOrder(protectedOrderOf(id, token)))

    const { valid, reason, price, purchased_quote_token } = await stack.backend.verifyQuote({ token, amount })

    assert.deepEqual([valid, reason, purchased_quote_token], [false, `the quote was spent by order ${id}`, null])
    assert.ok(price)
  })

  test('refuses an expired quote', async (t) => {
    const hasty = await startStack({ settings: { QUOTE_TTL: '0' } })
    t.after(() => hasty.stop())
    const { token } = await hasty.browser(protection).quoteProtection(amount)

    const { valid, reason } = await until(
      () => hasty.backend.verifyQuote({ token, amount }),
      (verified) => !verified.valid,
    )

    assert.equal(valid, false)
    assert.match(reason ?? '', /holds for 0/)
  })
})

describe('linkOrder', () => {
  test('returns a link for the owner, and a key to share that shows no items', async () => {
    const { key, share_key, url } = await stack.backend.linkOrder({ shopOrderId: '580001002', order_number: 'K-1002', email: 'mira@example.com' })
    const track = (one: string) => stack.browser(tracking).trackOrder({ key: one })

    assert.equal(url, `${stack.origin}/track#key=${key}`)
    assert.equal((await track(key)).packages[0]?.items.length, 1)
    assert.deepEqual([(await track(share_key)).proof, (await track(share_key)).packages[0]?.items], ['tracking', []])
    for (const one of [key, share_key]) assert.ok(!Buffer.from(one.split('.')[3]!, 'base64url').includes('mira'))
  })

  test('leads to the page of TRACK_PAGE_URL: a path of the first origin, or an address of its own', async (t) => {
    for (const [setting, page] of [
      ['/pages/track', `${stack.origin}/pages/track`],
      ['https://help.example.com/orders?lang=en', 'https://help.example.com/orders?lang=en'],
    ] as const) {
      const elsewhere = await startStack({ settings: { TRACK_PAGE_URL: setting } })
      t.after(() => elsewhere.stop())
      const { key, url } = await elsewhere.backend.linkOrder({ shopOrderId: '580001002', order_number: 'K-1002', email: 'mira@example.com' })

      assert.equal(url, `${page.replace(stack.origin, elsewhere.origin)}#key=${key}`)
    }
  })

  test('names the invalid fields', async () => {
    const problem = await refusalOf(stack.backend.linkOrder({ shopOrderId: '1', order_number: '', email: 'mira' }), 'invalid-request')

    assert.deepEqual(
      problem.errors?.map((line) => line.split(' ')[0]),
      ['order_number', 'email'],
    )
  })
})
