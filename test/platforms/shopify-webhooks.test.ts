import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { OrderFacts } from '../../proxy/reports/report-facts.ts'
import type { OrderDto, ShipmentInput } from '../../proxy/upstream/protection.ts'
import { until, type Stack } from '../stack.ts'
import { timed } from '../timed.ts'
import { address, eventPayload, fulfillmentPayload, lineOf, moneySet, orderPayload, sign, toBody, type Payload } from './payloads.ts'
import { fact, fromShopify, secrets, settled, shop, startPlatformStack, jobs } from './sending.ts'

type HeldOrder = OrderDto & { protected: boolean }
interface Held {
  orders: HeldOrder[]
  shipments: ShipmentInput[]
  events: { shop_shipment_id: string; shop_shipment_event_id: string; status: string }[]
}

describe('a webhook of Shopify', () => {
  let stack: Stack
  let next = 820982911946154500n
  before(async () => {
    stack = await startPlatformStack()
  })
  after(() => stack.stop())

  /** What the service holds of an order. */
  async function at(id: bigint) {
    const all = await stack.state<Held>('orders,shipments,events')
    const shipments = all.shipments.filter(({ shop_order_id }) => shop_order_id === String(id))
    return {
      orders: all.orders.filter(({ shop_order_id }) => shop_order_id === String(id)),
      shipments,
      events: all.events.filter((event) => shipments.some(({ shop_shipment_id }) => shop_shipment_id === event.shop_shipment_id)),
    }
  }
  const newId = () => (next += 8n)
  const stored = async (id: bigint) => (await jobs(stack, { businessKey: String(id) })).map(({ kind, state, notes }) => ({ kind, state, notes }))

  test('brings an order with an id of 18 digits, its parcel and its event to the service, although they arrive in reverse order', async () => {
    const id = newId()
    const order = orderPayload(id)
    const parcel = fulfillmentPayload(id + 1n, order)

    const answers = [
      await fromShopify(stack, 'fulfillment_events/create', eventPayload(id + 2n, parcel, 'in_transit')),
      await fromShopify(stack, 'fulfillments/create', parcel),
      await fromShopify(stack, 'orders/create', order),
    ]

    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    )
    const { orders, shipments, events } = await until(
      () => at(id),
      (found) => found.events.length === 1,
    )
    assert.deepEqual(orders[0]!.total_price, { cents: 5400, currency: 'USD' })
    assert.equal(orders[0]!.shop_order_number, '1001')
    assert.equal(shipments[0]!.tracking_number, `1Z999AA1${id + 1n}`)
    assert.equal(shipments[0]!.line_items[0]!.shop_line_item_id, String(id * 10n + 1n))
    assert.equal(events[0]!.shop_shipment_event_id, String(id + 2n))
  })

  test('changes nothing when it comes again with the same id or the same body', async () => {
    const id = newId()
    const body = toBody(orderPayload(id))
    const first = { 'X-Shopify-Webhook-Id': `once-${id}` }

    const answers = [
      await fromShopify(stack, 'orders/create', body, { headers: first }),
      await fromShopify(stack, 'orders/create', body, { headers: first }),
      await fromShopify(stack, 'orders/create', body),
    ]
    await settled(stack, String(id))

    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    )
    assert.deepEqual(
      (await stored(id)).map(({ kind, state }) => `${kind} ${state}`),
      ['order delivered', 'webhook delivered'],
    )
  })

  test('is accepted with the new secret of the platform, and with the previous one', async () => {
    for (const secret of secrets) assert.equal((await fromShopify(stack, 'orders/create', orderPayload(newId()), { secret })).status, 200)
  })

  test('is accepted with names of its topic and headers that platforms have used, or will use', async () => {
    const order = orderPayload(newId())
    const coming = {
      'X-Shopify-Topic': undefined,
      'X-Shopify-Hmac-Sha256': undefined,
      'X-Shopify-Shop-Domain': undefined,
      'X-Shopify-Webhook-Id': undefined,
      'Shopify-Topic': 'orders/create',
      'Shopify-Hmac-Sha256': sign(toBody(order), secrets[0]),
      'Shopify-Shop-Domain': shop,
      'Shopify-Event-Id': 'event-1',
    }

    assert.equal((await fromShopify(stack, 'orders/create', order, { headers: coming })).status, 200)
    assert.equal((await fromShopify(stack, 'orders/create', orderPayload(newId()), { path: 'orders_create' })).status, 200)
    assert.equal((await fromShopify(stack, 'orders/create', orderPayload(newId()), { headers: { 'Content-Type': 'text/plain' } })).status, 200)
    assert.equal((await fromShopify(stack, 'orders/create', orderPayload(newId()), { headers: { 'Content-Type': undefined } })).status, 200)
  })

  test('is refused with 401 and not stored unless it is signed, unchanged, from this shop and about this topic', async () => {
    const id = newId()
    const order = orderPayload(id)
    const refused = {
      'signed with another secret': await fromShopify(stack, 'orders/create', order, { secret: 'shpss-somebody-elses' }),
      'not signed': await fromShopify(stack, 'orders/create', order, { headers: { 'X-Shopify-Hmac-Sha256': undefined } }),
      'signed with nothing': await fromShopify(stack, 'orders/create', order, { headers: { 'X-Shopify-Hmac-Sha256': '' } }),
      'of another body': await fromShopify(stack, 'orders/create', toBody(order).replace('54.00', '5.40'), {
        headers: { 'X-Shopify-Hmac-Sha256': sign(toBody(order), secrets[0]) },
      }),
      'about another topic': await fromShopify(stack, 'orders/create', order, { path: 'orders-updated' }),
      'about no topic': await fromShopify(stack, 'orders/create', order, { headers: { 'X-Shopify-Topic': undefined } }),
      'from no shop': await fromShopify(stack, 'orders/create', order, { headers: { 'X-Shopify-Shop-Domain': undefined } }),
      'of a shop that it does not name': await fromShopify(stack, 'shop/redact', order),
      'from another shop': await fromShopify(stack, 'orders/create', order, { headers: { 'X-Shopify-Shop-Domain': 'moss-and-tin.myshopify.com' } }),
      empty: await fromShopify(stack, 'orders/create', ''),
    }

    for (const [how, { status }] of Object.entries(refused)) assert.equal(status, 401, how)
    assert.deepEqual(await stored(id), [])
    // The refused webhooks are not remembered either: the true one is accepted.
    assert.equal((await fromShopify(stack, 'orders/create', order)).status, 200)
  })

  test('about an unknown topic gets 404', async () => {
    assert.equal((await fromShopify(stack, 'products/create', { id: 1n })).status, 404)
    // It describes an edit and not the order. The order's own update arrives, too.
    assert.equal((await fromShopify(stack, 'orders/edited', { order_edit: { id: 1n, order_id: 2n } })).status, 404)
  })

  test('larger than any order gets 413', async () => {
    assert.equal((await fromShopify(stack, 'orders/create', Buffer.alloc(2 * 1024 * 1024 + 1, ' '))).status, 413)
  })

  test('of an order of 500 lines is accepted', async () => {
    const id = newId()
    const line_items = Array.from({ length: 500 }, (_, index) => lineOf(id * 1000n + BigInt(index), { note: 'x'.repeat(1_500) }))

    assert.equal((await fromShopify(stack, 'orders/create', orderPayload(id, { line_items }))).status, 200)
    const { orders } = await until(
      () => at(id),
      (found) => found.orders.length === 1,
    )
    assert.equal(orders[0]!.line_items.length, 500)
  })

  test('that cannot be reported is held with the field and the remedy, and blocks no others', async () => {
    const [first, second, third, other] = [newId(), newId(), newId(), newId()]

    await fromShopify(stack, 'orders/create', orderPayload(first, { shipping_address: null }))
    await fromShopify(stack, 'orders/create', orderPayload(second, { currency: 'XQZ' }))
    await fromShopify(stack, 'orders/create', orderPayload(third, { financial_status: 'on_the_moon' }))
    await fromShopify(stack, 'orders/create', orderPayload(other))

    await until(
      () => at(other),
      (found) => found.orders.length === 1,
    )
    for (const id of [first, second, third]) await settled(stack, String(id))
    const why = async (id: bigint) => (await stored(id)).map(({ state, notes }) => `${state}: ${notes.join()}`).join()
    assert.match(
      await why(first),
      /^held: shopify orders\/create: shipping_address is missing: add it to the order at the platform; its update is reported by itself$/,
    )
    assert.match(await why(second), /^held: shopify orders\/create: currency "XQZ" is no known currency: update the proxy/)
    assert.match(await why(third), /^held: shopify orders\/create: financial_status "on_the_moon" is no known status: update the proxy/)
  })

  test('that is not JSON, or names no order, is held, too', async () => {
    const before = (await jobs(stack, { states: ['held'], kind: 'webhook' })).filter(({ businessKey: order }) => order === null).length

    assert.equal((await fromShopify(stack, 'orders/create', '<order/>')).status, 200)
    assert.equal((await fromShopify(stack, 'orders/create', '[]')).status, 200)
    assert.equal((await fromShopify(stack, 'orders/create', { id: '../../etc' })).status, 200)
    assert.equal((await fromShopify(stack, 'orders/create', `${'['.repeat(100_000)}`)).status, 200)

    await until(
      () => jobs(stack, { states: ['held'], kind: 'webhook' }),
      (held) => held.filter(({ businessKey: order }) => order === null).length >= before + 3,
    )
  })

  test('of a held order is superseded once a later one was reported', async () => {
    const id = newId()
    await fromShopify(stack, 'orders/create', orderPayload(id, { shipping_address: null }))
    await until(
      () => jobs(stack, { businessKey: String(id) }),
      ([one]) => one?.state === 'held',
    )

    await fromShopify(stack, 'orders/updated', orderPayload(id, { updated_at: '2026-11-20T12:00:00-05:00' }))

    const all = await until(
      () => stored(id),
      (some) => some.length === 3 && some.every(({ state }) => state !== 'waiting'),
    )
    assert.deepEqual(all.map(({ kind, state }) => `${kind} ${state}`).sort(), ['order delivered', 'webhook delivered', 'webhook superseded'])
  })

  test('of a held order stays held when an earlier one arrives late', async () => {
    const id = newId()
    await fromShopify(stack, 'orders/updated', orderPayload(id, { shipping_address: null, updated_at: '2026-11-20T12:00:00-05:00' }))
    await until(
      () => stored(id),
      ([one]) => one?.state === 'held',
    )

    await fromShopify(stack, 'orders/create', orderPayload(id))

    const all = await until(
      () => stored(id),
      (some) => some.length === 3 && some.every(({ state }) => state !== 'waiting'),
    )
    assert.deepEqual(all.map(({ kind, state }) => `${kind} ${state}`).sort(), ['order delivered', 'webhook held', 'webhook superseded'])
  })

  test('leads to the same order at the service, whichever comes first and however often', async () => {
    const created = (id: bigint) => orderPayload(id)
    const updated = (id: bigint) =>
      orderPayload(id, {
        updated_at: '2026-11-20T16:00:00-05:00',
        financial_status: 'partially_refunded',
        shipping_address: { ...address, city: 'Salem' },
        current_total_price_set: moneySet('30.00'),
      })
    const orders: ((id: bigint) => Payload)[][] = [
      [created, updated],
      [updated, created],
      [created, updated, created],
      [updated, updated, created, updated],
    ]
    const ids = orders.map(newId)

    for (const [index, payloads] of orders.entries()) {
      for (const payload of payloads) {
        const id = ids[index]!
        await fromShopify(stack, payload === created ? 'orders/create' : 'orders/updated', payload(id))
        await settled(stack, String(id))
      }
    }

    const ends = await Promise.all(ids.map(async (id) => (await at(id)).orders.map((one) => [one.shipping_address.city, one.financial_status])))
    assert.deepEqual(
      ends,
      orders.map(() => [['Salem', 'paid']]),
    )
  })

  test('of a parcel without a tracking number waits for the one with the number, and is then superseded', async () => {
    const id = newId()
    const order = orderPayload(id)
    const bare = fulfillmentPayload(id + 1n, order, { tracking_number: null, tracking_numbers: [], tracking_url: null, tracking_urls: [] })
    await fromShopify(stack, 'orders/create', order)
    await fromShopify(stack, 'fulfillments/create', bare)
    const waiting = await until(
      () => jobs(stack, { businessKey: String(id), states: ['waiting'] }),
      ([one]) => (one?.notes.length ?? 0) > 0,
    )
    assert.match(waiting[0]!.notes.join(), /no tracking number yet/)

    await fromShopify(stack, 'fulfillments/update', fulfillmentPayload(id + 1n, order, { updated_at: '2026-11-21T10:00:00-05:00' }))

    const all = await until(
      () => jobs(stack, { businessKey: String(id) }),
      (some) => some.every(({ state }) => state !== 'waiting'),
    )
    assert.ok(all.some(({ state, kind }) => kind === 'webhook' && state === 'superseded'))
    assert.equal((await at(id)).shipments.length, 1)
  })

  test('of a parcel in two boxes creates one shipment for each box', async () => {
    const id = newId()
    const order = orderPayload(id)
    await fromShopify(stack, 'orders/create', order)
    await fromShopify(
      stack,
      'fulfillments/create',
      fulfillmentPayload(id + 1n, order, { tracking_numbers: [`1Z999AA1${id + 1n}`, 'SECOND'], tracking_company: null }),
    )

    const { shipments } = await until(
      () => at(id),
      (found) => found.shipments.length === 2,
    )
    assert.deepEqual(
      shipments.map((one) => [one.shop_shipment_id, one.tracking_number, one.tracking_company]),
      [
        [String(id + 1n), `1Z999AA1${id + 1n}`, 'Other'],
        [`${id + 1n}-2`, 'SECOND', 'Other'],
      ],
    )
  })

  test('of a cancelled parcel subtracts its goods, which are counted once for any number of boxes', async () => {
    const id = newId()
    const order = orderPayload(id)
    const parcel = fulfillmentPayload(id + 1n, order, { tracking_numbers: [`1Z999AA1${id + 1n}`, 'SECOND'] })
    const shipped = async () => (await fact<OrderFacts>(stack, `order:${id}`))?.shipped
    await fromShopify(stack, 'orders/create', order)
    await fromShopify(stack, 'fulfillments/create', parcel)
    await until(
      () => at(id),
      ({ shipments }) => shipments.length === 2,
    )
    await settled(stack, String(id))
    assert.deepEqual(await shipped(), { [`${id * 10n + 1n}`]: 2 })

    await fromShopify(stack, 'fulfillments/update', { ...parcel, status: 'cancelled', updated_at: '2026-11-21T12:00:00-05:00' })
    await settled(stack, String(id))
    assert.deepEqual(await shipped(), { [`${id * 10n + 1n}`]: 0 })

    // A webhook from before the cancellation arrives late.
    await fromShopify(stack, 'fulfillments/update', { ...parcel, updated_at: '2026-11-21T11:00:00-05:00' })
    await settled(stack, String(id))
    assert.deepEqual(await shipped(), { [`${id * 10n + 1n}`]: 0 })
  })

  test('of a parcel that failed first and was sent later reports the parcel', async () => {
    const id = newId()
    const order = orderPayload(id)
    await fromShopify(stack, 'orders/create', order)
    await fromShopify(stack, 'fulfillments/create', fulfillmentPayload(id + 1n, order, { status: 'failure' }))
    await settled(stack, String(id))
    await fromShopify(stack, 'fulfillments/update', fulfillmentPayload(id + 1n, order, { updated_at: '2026-11-21T10:00:00-05:00' }))

    await until(
      () => at(id),
      ({ shipments }) => shipments.length === 1,
    )
    await settled(stack, String(id))
    assert.deepEqual((await fact<OrderFacts>(stack, `order:${id}`))?.shipped, { [`${id * 10n + 1n}`]: 2 })
  })

  test('is answered before the service answers', async () => {
    await stack.fault({ match: { path: '/protection' }, hold: true })

    const { result: answers, counted } = await timed(() =>
      Promise.all(Array.from({ length: 10 }, () => fromShopify(stack, 'orders/create', orderPayload(newId())))),
    )

    await stack.mend()
    assert.ok(answers.every(({ status }) => status === 200))
    assert.ok(counted < 3_000, `${counted} ms`)
  })
})
