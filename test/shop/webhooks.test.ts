import '@shopify/shopify-api/adapters/node'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ApiVersion, shopifyApi } from '@shopify/shopify-api'
import { until } from '../until.ts'
import { watchShop, type Arrived, type WatchedShop } from './recording-proxy.ts'
import { delivery, mug, song } from './shopper.ts'

interface MoneySet {
  shop_money: { amount: string; currency_code: string }
  presentment_money: { amount: string; currency_code: string }
}

interface OrderPayload {
  id: number
  name: string
  updated_at: string
  financial_status: string
  cancelled_at: string | null
  total_price_set: MoneySet
  current_total_price_set: MoneySet
  note_attributes: { name: string; value: string }[]
  shipping_address: { province_code: string; country_code: string } | null
  line_items: {
    id: number
    price_set: MoneySet
    quantity: number
    current_quantity: number
    requires_shipping: boolean
    properties: { name: string; value: string }[]
  }[]
}

const read = <Payload = OrderPayload>({ text }: Arrived) => JSON.parse(text) as Payload

const protectionVariant = 9900000150

/** Buys a mug and protects it; answers the order's number. */
async function buy({ shopper }: WatchedShop, id = mug): Promise<string> {
  await shopper.ajax('/cart/add.js', {
    items: [
      { id, quantity: 2 },
      { id: protectionVariant, properties: { _protection_quote: 'a sealed quote' } },
    ],
  })
  const { path } = await shopper.submit('/checkout', delivery)
  return /K-\d+/.exec(path)![0]
}

describe("the webhooks of the shop's platform", () => {
  test('are signed over their bodies so that the platform’s own library takes them, with the topic that the address names', async () => {
    const watched = await watchShop()
    const number = await buy(watched)
    await watched.shopper.submit(`/back-room/orders/${number}/shipments`, {})
    await watched.webhook('fulfillments-create')
    await watched.webhook('orders-updated')
    const { settings, webhooks } = watched
    const shopify = shopifyApi({
      apiKey: 'key',
      apiSecretKey: settings.SHOPIFY_APP_SECRETS!,
      apiVersion: ApiVersion.April26,
      hostName: 'proxy.example',
      isEmbeddedApp: false,
      logger: { log: () => {} },
    })

    for (const { path, headers, text } of webhooks) {
      const said = (rawBody: string) =>
        shopify.webhooks.validate({ rawBody, rawRequest: { headers, method: 'POST', url: `/${path}` } as never, rawResponse: {} as never })
      assert.equal((await said(text)).valid, true)
      assert.equal(headers['x-shopify-shop-domain'], 'kiln-and-paper.myshopify.com')
      assert.equal((await said(`${text} `)).valid, false)
      assert.equal(String(headers['x-shopify-topic']).replace(/[/_]/g, '-'), path)
    }
    assert.deepEqual(webhooks.map(({ path }) => path).sort(), ['fulfillments-create', 'orders-create', 'orders-updated'])
  })

  test('contain the goods, the payment and the consent of an order', async () => {
    const watched = await watchShop()
    await buy(watched)

    const order = read(await watched.webhook('orders-create'))

    assert.deepEqual(
      [order.name, order.financial_status, order.total_price_set.presentment_money],
      ['K-2001', 'paid', { amount: '54.00', currency_code: 'USD' }],
    )
    assert.deepEqual(
      order.line_items.map(({ price_set, quantity, requires_shipping, properties }) => [price_set.shop_money.amount, quantity, requires_shipping, properties]),
      [
        ['24.00', 2, true, []],
        ['1.50', 1, false, [{ name: '_protection_quote', value: 'a sealed quote' }]],
      ],
    )
    assert.deepEqual(order.note_attributes, [{ name: '_protection_quote', value: 'a sealed quote' }])
    assert.deepEqual([order.shipping_address?.province_code, order.shipping_address?.country_code], ['CA', 'US'])
  })

  test('name no place to send to where nothing is sent', async () => {
    const watched = await watchShop()
    await watched.shopper.ajax('/cart/add.js', { id: song })
    await watched.shopper.submit('/checkout', delivery)

    assert.equal(read(await watched.webhook('orders-create')).shipping_address, null)
  })

  test('come again unchanged, under the same id, until they are taken', async () => {
    const watched = await watchShop()
    watched.answers.push(503, 0)
    await buy(watched)

    await until(
      () => watched.shopper.get('/back-room'),
      ({ text }) => text.includes('taken, on its way'),
    )

    const [first, ...again] = watched.webhooks
    assert.equal(again.length, 2)
    for (const one of again) {
      assert.equal(one.text, first!.text)
      for (const name of ['x-shopify-webhook-id', 'x-shopify-hmac-sha256', 'x-shopify-triggered-at'])
        assert.equal(one.headers[name], first!.headers[name], name)
    }
  })

  test('are given up when all tries are used up, and the back room says so and what to do', async () => {
    const watched = await watchShop([10])
    watched.answers.push(500, 401)
    await buy(watched)

    const { text } = await until(
      () => watched.shopper.get('/back-room'),
      ({ text }) => text.includes('not taken'),
    )

    assert.match(text, /The proxy answered 401\. No more tries; <code>storefront-proxy reconcile<\/code>/)
    assert.equal(watched.webhooks.length, 2)
  })

  test('contain what is left of an order after a refund, in a newer state than before', async () => {
    const watched = await watchShop()
    const number = await buy(watched)
    const before = read(await watched.webhook('orders-create'))
    const [line] = before.line_items

    await watched.shopper.submit(`/back-room/orders/${number}/lines/${line!.id}/refund`, {})
    const refund = read<{ order_id: number; refund_line_items: { line_item_id: number; quantity: number; subtotal_set: MoneySet }[] }>(
      await watched.webhook('refunds-create'),
    )
    const after = read(await watched.webhook('orders-updated'))

    assert.equal(refund.order_id, before.id)
    assert.deepEqual(
      refund.refund_line_items.map(({ line_item_id, quantity, subtotal_set }) => [line_item_id, quantity, subtotal_set.shop_money.amount]),
      [[line!.id, 2, '48.00']],
    )
    assert.deepEqual(
      [after.financial_status, after.total_price_set.shop_money.amount, after.current_total_price_set.shop_money.amount],
      ['partially_refunded', '54.00', '6.00'],
    )
    assert.deepEqual([after.line_items[0]!.quantity, after.line_items[0]!.current_quantity], [2, 0])
    assert.ok(Date.parse(after.updated_at) > Date.parse(before.updated_at))
  })

  test('tell of a cancelled order that all was given back, and it cannot be shipped any more', async () => {
    const watched = await watchShop()
    const number = await buy(watched)

    await watched.shopper.submit(`/back-room/orders/${number}/cancellation`, {})
    const cancelled = read(await watched.webhook('orders-cancelled'))
    await watched.shopper.submit(`/back-room/orders/${number}/shipments`, {})

    assert.ok(cancelled.cancelled_at)
    assert.deepEqual([cancelled.financial_status, cancelled.current_total_price_set.shop_money.amount], ['refunded', '0.00'])
    assert.ok(!watched.webhooks.some(({ path }) => path === 'fulfillments-create'))
    assert.match((await watched.shopper.get(`/orders/${number}/thank-you`)).text, /Your order is cancelled[\s\S]*given you everything back/)
  })

  test('tell of each scan of a parcel, none at the same second as another', async () => {
    const watched = await watchShop()
    const number = await buy(watched)
    await watched.shopper.submit(`/back-room/orders/${number}/shipments`, {})
    const { id } = read<{ id: number }>(await watched.webhook('fulfillments-create'))

    for (const step of ['scan', 'out', 'nonsense', 'deliver']) await watched.shopper.submit(`/back-room/orders/${number}/shipments/${id}`, { step })
    const events = await until(
      async () =>
        watched.webhooks.filter(({ path }) => path === 'fulfillment-events-create').map(read<{ fulfillment_id: number; status: string; happened_at: string }>),
      ({ length }) => length === 3,
    )

    assert.deepEqual(
      events.sort((a, b) => a.happened_at.localeCompare(b.happened_at)).map(({ fulfillment_id, status }) => [fulfillment_id, status]),
      [
        [id, 'in_transit'],
        [id, 'out_for_delivery'],
        [id, 'delivered'],
      ],
    )
    assert.equal(new Set(events.map(({ happened_at }) => happened_at)).size, 3)
  })
})
