import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '../until.ts'
import { watchShop, type WatchedShop } from './recording-proxy.ts'
import { delivery, mug, poster } from './shopper.ts'

interface OrderPayload {
  id: number
  name: string
  total_price: string
  line_items: { id: number; quantity: number; discount_allocations: { amount: string }[] }[]
  shipping_address: { city: string; province_code: string }
}

/** A shop with one order of two mugs and a poster, and its platform asked with the merchant's key. */
async function openPlatform() {
  const watched = await watchShop()
  await watched.shopper.ajax('/cart/add.js', { items: [{ id: mug, quantity: 2 }, { id: poster }] })
  await watched.shopper.submit('/checkout', delivery)
  const order = JSON.parse((await watched.webhook('orders-create')).text) as OrderPayload
  const mugs = order.line_items.find(({ quantity }) => quantity === 2)!
  const ask = (path: string, body?: unknown, key?: string) => askPlatform(watched, path, body, key)
  const refund = (key: string, cents: number, quantity = 1) =>
    ask('/refunds', { key, order_id: String(order.id), note: 'claim 7', lines: [{ id: String(mugs.id), quantity, amount: { cents, currency: 'USD' } }] })
  return { ...watched, watched, order, mugs, ask, refund }
}

async function askPlatform({ shop, settings }: WatchedShop, path: string, body?: unknown, key = settings.MERCHANT_API_KEYS!) {
  const answer = await fetch(`${shop}/platform${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { Authorization: `Bearer ${key}`, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return {
    status: answer.status,
    body: (await answer.json()) as { id?: string; error?: string[]; order?: OrderPayload; orders?: OrderPayload[]; pictures?: Record<string, string> },
  }
}

describe("the platform's side of the shop", () => {
  test('is refused without a key', async () => {
    const { ask, watched } = await openPlatform()

    const answers = [await ask('/orders', undefined, 'guess'), await ask('/refunds', {}, ''), await ask('/credits', {}, watched.settings.PROTECTION_API_KEY)]

    assert.deepEqual(
      answers.map(({ status }) => status),
      [401, 401, 401],
    )
  })

  test('refunds once if requested twice under one key, with the same answer, and reports it once', async () => {
    const { refund, webhooks, webhook, shopper } = await openPlatform()

    const answers = await Promise.all([refund('one', 2400), refund('one', 2400), refund('one', 2400)])
    await webhook('refunds-create')
    await refund('another', 1000, 0)
    const refunds = await until(
      async () =>
        webhooks
          .filter(({ path }) => path === 'refunds-create')
          .map(({ text }) => (JSON.parse(text) as { transactions: { amount: string }[] }).transactions[0]?.amount),
      ({ length }) => length > 1,
    )

    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1)
    assert.match((await shopper.get('/back-room')).text, /Stoneware mug × 2[\s\S]*\$34\.00 given back/)
    assert.deepEqual(refunds, ['24.00', '10.00'])
  })

  test('refuses, in words, what was never bought, what is no longer there and a key that was used for something else', async () => {
    const { ask, refund, order, mugs } = await openPlatform()
    await refund('one', 4800, 2)

    const refused = [
      await refund('one', 2400),
      await refund('two', 1),
      await ask('/refunds', { key: 'three', order_id: '1', lines: [{ id: '1', quantity: 1, amount: { cents: 1, currency: 'USD' } }] }),
      await ask('/orders', { key: 'four', order_id: String(order.id), lines: [{ id: '1', quantity: 1 }] }),
      await ask('/credits', { key: 'five', order_id: String(order.id), amount: { cents: 100, currency: 'EUR' } }),
    ]

    assert.deepEqual(
      refused.map(({ status, body }) => [status, body.error?.join()]),
      [
        [422, 'Key one was used for something else.'],
        [422, `Of line ${mugs.id} 0 USD are left, not 1.`],
        [422, 'There is no order 1.'],
        [422, 'Order K-2001 has no line 1.'],
        [422, 'amount.currency: is not USD, the only currency of this shop'],
      ],
    )
  })

  test('sends again at no cost: a new order at the same address, reported like any other, that can be shipped', async () => {
    const { ask, order, mugs, webhooks, webhook, shopper } = await openPlatform()
    const asked = { key: 'one', order_id: String(order.id), note: 'claim 7', lines: [{ id: String(mugs.id), quantity: 1 }] }

    const answers = [await ask('/orders', asked), await ask('/orders', asked)]
    await shopper.submit('/back-room/orders/K-2002/shipments', {})
    await webhook('fulfillments-create')

    const [made, repeated] = answers.map(({ body }) => body.order!)
    assert.deepEqual(made, repeated)
    assert.deepEqual([made!.name, made!.total_price, made!.shipping_address], ['K-2002', '0.00', order.shipping_address])
    assert.deepEqual(
      made!.line_items.map(({ quantity, discount_allocations }) => [quantity, discount_allocations[0]?.amount]),
      [[1, '24.00']],
    )
    assert.equal(webhooks.filter(({ path }) => path === 'orders-create').length, 2)
    assert.match((await shopper.get('/back-room')).text, /Robin Hale, \$0\.00, in place of K-2001/)
  })

  test('sends again to another address where one is given', async () => {
    const { ask, order, mugs } = await openPlatform()
    const shipping_address = {
      address1: '9 Elm Row',
      city: 'Reno',
      province_code: 'US-NV',
      postal_code: '89501',
      country_code: 'US',
      phone_number: '+1 775 555 0100',
    }

    const { body } = await ask('/orders', { key: 'one', order_id: String(order.id), lines: [{ id: String(mugs.id), quantity: 1 }], shipping_address })

    assert.deepEqual([body.order!.shipping_address.city, body.order!.shipping_address.province_code], ['Reno', 'NV'])
  })

  test('issues store credit once, and the back room lists it', async () => {
    const { ask, order, shopper } = await openPlatform()
    const asked = { key: 'one', order_id: String(order.id), note: 'claim 7', amount: { cents: 2600, currency: 'USD' } }

    const [one, two] = [await ask('/credits', asked), await ask('/credits', asked)]

    assert.ok(one.body.id && one.body.id === two.body.id)
    assert.equal((await shopper.get('/back-room')).text.match(/Store credit<\/span><span>\$26\.00/g)?.length, 1)
  })

  test('lists the orders of a time, and the pictures of one', async () => {
    const { ask, order, mugs, shop } = await openPlatform()
    const day = 86_400_000
    const at = (offset: number) => new Date(Date.now() + offset).toISOString()

    const today = await ask(`/orders?from=${at(-day)}&to=${at(day)}`)
    const yesterday = await ask(`/orders?from=${at(-2 * day)}&to=${at(-day)}`)
    const { body } = await ask(`/orders/${order.id}/pictures`)

    assert.deepEqual([today.body.orders, yesterday.body.orders], [[order], []])
    assert.equal(body.pictures?.[mugs.id], `${shop}/images/mug.svg`)
  })
})
