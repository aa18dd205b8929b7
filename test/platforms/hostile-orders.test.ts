import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readConfig } from '../../proxy/config/config.ts'
import { createSealer } from '../../proxy/identity/seal.ts'
import { until } from '../stack.ts'
import { chargeOf, lineOf, moneySet, orderPayload, type Payload } from './payloads.ts'
import { heldOrder, useRefundingStack } from './refunding.ts'
import { fromShopify, fromWooCommerce, jobs } from './sending.ts'
import { wooFee, wooOrder } from './woocommerce-payloads.ts'

const { started, newId, quote } = useRefundingStack(6_000_000_000_000_000_000n)

/** A gift card for 500 dollars with these line properties, which any shopper can set with `POST /cart/add.js`. */
const giftCard = (id: bigint, properties: Record<string, string>, changes: Payload = {}) =>
  lineOf(id, {
    product_id: 8_100_000_050n,
    variant_id: 4_100_000_050n,
    title: 'Gift card',
    name: 'Gift card - $500',
    sku: 'GIFT-500',
    quantity: 1,
    current_quantity: 1,
    grams: 0,
    requires_shipping: false,
    gift_card: true,
    price: '500.00',
    price_set: moneySet('500.00'),
    properties: Object.entries(properties).map(([name, value]) => ({ name, value })),
    ...changes,
  })

const placed = (id: bigint, line_items: Payload[], changes: Payload = {}) => {
  const now = new Date().toISOString()
  return orderPayload(id, { created_at: now, updated_at: now, line_items, ...changes })
}

/** Waits until no job of an order is waiting. */
const ended = (id: bigint) =>
  until(
    () => jobs(started.stack, { businessKey: String(id) }),
    (all) => all.length > 0 && all.every(({ state }) => state !== 'waiting'),
  )

/** The refunds that were requested from the shop, whatever it answered. */
const refundsAsked = (id: bigint) =>
  started.resolver.asked.filter(({ path, body }) => path.endsWith('/refund') && body.order_id === String(id)).map(({ body }) => body.lines)

/** The service's own token of a quote, which the proxy has not sealed. */
async function rawToken(cents: number) {
  const answer = await fetch(`${started.stack.settings.PROTECTION_BASE_URL}/quotes`, {
    method: 'POST',
    headers: { 'X-API-Key': started.stack.settings.PROTECTION_API_KEY!, 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify({ cart: { amount_insured: { cents, currency: 'USD' } } }),
  })
  return ((await answer.json()) as { token: string }).token
}

describe('goods that a shopper marks as protection at Shopify', () => {
  const marks: Record<string, Record<string, string>> = {
    'a token that nobody sealed': { _protection_quote: 'x' },
    'no token but the terms': { _protection_terms: '4800 USD 2026-11-21' },
    'both properties': { _protection_quote: 'x', _protection_terms: '4800 USD 2026-11-21' },
  }
  for (const [what, properties] of Object.entries(marks)) {
    test(`are not refunded when bought alone, with ${what}`, async () => {
      const id = newId()

      await fromShopify(started.stack, 'orders/create', placed(id, [giftCard(id + 1n, properties)], { shipping_address: null }))

      await ended(id)
      assert.deepEqual(refundsAsked(id), [])
    })

    test(`are not refunded when bought beside others, with ${what}, and the order is reported`, async () => {
      const id = newId()

      await fromShopify(started.stack, 'orders/create', placed(id, [lineOf(id + 1n), giftCard(id + 2n, properties)]))

      await ended(id)
      assert.deepEqual(refundsAsked(id), [])
      const held = await heldOrder(started.stack, id)
      assert.deepEqual([held!.is_protected, held!.line_items.length], [false, 2])
    })
  }

  test('are not refunded when they ship', async () => {
    const id = newId()
    const kiln = lineOf(id + 2n, { price: '900.00', price_set: moneySet('900.00'), quantity: 1, properties: [{ name: '_protection_quote', value: 'x' }] })

    await fromShopify(started.stack, 'orders/create', placed(id, [lineOf(id + 1n), kiln]))

    await ended(id)
    assert.deepEqual(refundsAsked(id), [])
  })

  test('are not refunded with a sealed quote of the same order, of another order, or by the terms in the cart', async () => {
    const used = newId()
    const sealed = await quote(4800)
    const { token } = sealed
    await fromShopify(
      started.stack,
      'orders/create',
      placed(used, [lineOf(used + 1n), chargeOf(used + 2n, sealed), giftCard(used + 3n, { _protection_quote: token })]),
    )
    await ended(used)
    assert.deepEqual([refundsAsked(used).length, (await heldOrder(started.stack, used))!.is_protected], [0, true])

    for (const [value, note_attributes] of [
      [token, []],
      [(await quote(4800)).token, []],
      ['x', [{ name: '_protection_quote', value: (await quote(4800)).token }]],
    ] as const) {
      const id = newId()
      await fromShopify(started.stack, 'orders/create', placed(id, [lineOf(id + 1n), giftCard(id + 2n, { _protection_quote: value })], { note_attributes }))
      await ended(id)
      assert.deepEqual(refundsAsked(id), [])
      assert.equal((await heldOrder(started.stack, id))!.is_protected, false)
    }
  })

  test('are not refunded when they ship, although their token is of this shop and names their variant', async () => {
    const id = newId()
    const shipping = chargeOf(id + 2n, await quote(1000), { requires_shipping: true })

    await fromShopify(started.stack, 'orders/create', placed(id, [lineOf(id + 1n), shipping]))

    await ended(id)
    assert.deepEqual([refundsAsked(id).length, (await heldOrder(started.stack, id))!.line_items.length], [0, 2])
  })

  test("are not refunded with the service's own token, which does not protect an order either", async () => {
    const id = newId()
    const card = giftCard(id + 2n, { _protection_quote: await rawToken(4800) })

    await fromShopify(started.stack, 'orders/create', placed(id, [lineOf(id + 1n), card]))

    await ended(id)
    assert.deepEqual(refundsAsked(id), [])
    assert.equal((await heldOrder(started.stack, id))!.is_protected, false)
  })
})

describe('a refund of protection by machine', () => {
  /** The notes of an order's held jobs. */
  const heldOf = async (id: bigint) => (await jobs(started.stack, { businessKey: String(id), states: ['held'] })).map(({ notes }) => notes.join())

  test('is at most the sealed price and its tax: a higher payment is held, with the remedy', async () => {
    const id = newId()
    const sealed = await quote(4800)
    const dear = chargeOf(id + 2n, sealed, { price: '40.00', price_set: moneySet('40.00'), tax_lines: [{ price: '4.00', price_set: moneySet('4.00') }] })

    await fromShopify(started.stack, 'orders/create', placed(id, [lineOf(id + 1n), dear]))

    await ended(id)
    const most = sealed.price.cents + sealed.price.cents / 10
    assert.deepEqual(
      (refundsAsked(id) as { amount: { cents: number } }[][]).flat().map(({ amount }) => amount.cents),
      [most],
    )
    const [note, ...others] = await heldOf(id)
    assert.equal(others.length, 0)
    assert.match(
      note!,
      new RegExp(`a person decides: if it was paid for protection, give back ${((4400 - most) / 100).toFixed(2)} USD of order ${id} .*then drop this$`),
    )
  })

  test('is not made for a quote that another order has used, or a second time for the same quote', async () => {
    const sealed = await quote(4800)
    const [first, second, third] = [newId(), newId(), newId()]
    await fromShopify(started.stack, 'orders/create', placed(first, [lineOf(first + 1n), chargeOf(first + 2n, sealed)]))
    await ended(first)
    await fromShopify(started.stack, 'orders/create', placed(second, [lineOf(second + 1n), chargeOf(second + 2n, sealed)]))
    await ended(second)

    assert.deepEqual([(await heldOrder(started.stack, first))!.is_protected, refundsAsked(second)], [true, []])
    assert.match((await heldOf(second)).join(), new RegExp(`its quote belongs to order ${first}`))

    const cheap = await quote(1000)
    await fromShopify(started.stack, 'orders/create', placed(third, [lineOf(third + 1n), chargeOf(third + 2n, cheap), chargeOf(third + 3n, cheap)]))
    await ended(third)
    assert.equal(refundsAsked(third).length, 1)
    assert.match((await heldOf(third)).join(), /its quote has given money back before/)
  })

  /** A quote as an earlier version sealed it: without a variant, and valid for so many seconds. */
  const olderSeal = async (cents: number, left = 86_400) => {
    const { sessionKeys, publicUrl } = readConfig(started.stack.settings)
    const upstream = await rawToken(cents)
    const { price, variant } = await quote(cents)
    const claims = { upstream, amount: { cents, currency: 'USD' }, price, until: Math.floor(Date.now() / 1000) + left }
    return { token: await createSealer(sessionKeys, publicUrl).seal('quote', claims), price, variant }
  }
  const book = { title: 'E-book', name: 'E-book', variant_id: 4_100_000_051n, price: '500.00', price_set: moneySet('500.00') }

  test('is not made for an e-book with an expired seal of an earlier version: it is goods, and no job is held for a person', async () => {
    const id = newId()

    await fromShopify(started.stack, 'orders/create', placed(id, [lineOf(id + 1n), chargeOf(id + 2n, await olderSeal(4800, -1), book)]))

    await ended(id)
    assert.deepEqual([refundsAsked(id), await heldOf(id), (await heldOrder(started.stack, id))!.is_protected], [[], [], false])
    const [webhook] = await jobs(started.stack, { businessKey: String(id), kind: 'webhook' })
    assert.match(webhook!.notes.join(), /treated as goods in spite of the properties of protection, since its quote was sealed by an earlier version/)
  })

  test('is not made for an e-book with a valid seal of an earlier version, and the person who decides sees both prices', async () => {
    const id = newId()
    const sealed = await olderSeal(4800)

    await fromShopify(started.stack, 'orders/create', placed(id, [lineOf(id + 1n), chargeOf(id + 2n, sealed, book)]))

    await ended(id)
    assert.deepEqual(refundsAsked(id), [])
    const asks = (sealed.price.cents / 100).toFixed(2)
    assert.match((await heldOf(id)).join(), new RegExp(`give back 500\\.00 USD of order ${id} \\(line ${id + 2n}, whose quote asks ${asks} USD\\)`))
  })

  test('is not made for a line without a token, although its cart has one: it is goods, and a note says so', async () => {
    const id = newId()
    const sealed = await quote(1000)
    const stripped = chargeOf(id + 2n, sealed, { properties: [{ name: '_protection_terms', value: '1000 USD 2026-11-21' }] })

    await fromShopify(
      started.stack,
      'orders/create',
      placed(id, [lineOf(id + 1n), stripped], { note_attributes: [{ name: '_protection_quote', value: sealed.token }] }),
    )

    await ended(id)
    assert.deepEqual([refundsAsked(id), await heldOf(id), (await heldOrder(started.stack, id))!.is_protected], [[], [], false])
    const [webhook] = await jobs(started.stack, { businessKey: String(id), kind: 'webhook' })
    assert.match(webhook!.notes.join(), /treated as goods in spite of the properties of protection, since no token on it was sealed here/)
  })

  test('is not made by a seal without a variant from an earlier version, although that seal still protects', async () => {
    const [fitting, other] = [newId(), newId()]

    await fromShopify(started.stack, 'orders/create', placed(fitting, [lineOf(fitting + 1n), chargeOf(fitting + 2n, await olderSeal(4800))]))
    await fromShopify(started.stack, 'orders/create', placed(other, [lineOf(other + 1n), chargeOf(other + 2n, await olderSeal(1000))]))
    await Promise.all([ended(fitting), ended(other)])

    assert.equal((await heldOrder(started.stack, fitting))!.is_protected, true)
    assert.deepEqual([(await heldOrder(started.stack, other))!.is_protected, refundsAsked(other)], [false, []])
    assert.match((await heldOf(other)).join(), /no sealed quote says how much of it may be given back, so a person decides/)
  })
})

describe('goods that are marked as protection at WooCommerce', () => {
  const goods = (token: string): Payload => ({
    id: 320n,
    name: 'Gift card',
    product_id: 94n,
    quantity: 1,
    subtotal: '500.00',
    total: '500.00',
    total_tax: '0.00',
    meta_data: [{ id: 1, key: '_protection_quote', value: token }],
  })
  const now = () => new Date().toISOString().slice(0, 19)

  test('are not refunded, alone or beside others, with a false token or a sealed one', async () => {
    for (const token of ['x', (await quote(4500)).token, await rawToken(4500)]) {
      for (const alone of [true, false]) {
        const id = newId()
        const order = wooOrder(id, { date_created_gmt: now(), date_modified_gmt: now() })
        const lines = [...(alone ? [] : (order.line_items as Payload[])), goods(token)]
        await fromWooCommerce(started.stack, 'order.created', { ...order, line_items: lines, ...(alone && { shipping_lines: [] }) })
        await ended(id)
        assert.deepEqual(refundsAsked(id), [])
        if (!alone) assert.equal((await heldOrder(started.stack, id))!.is_protected, false)
      }
    }
  })

  test("do not protect an order by a fee with the service's own token", async () => {
    const id = newId()
    const order = wooOrder(id, { date_created_gmt: now(), date_modified_gmt: now(), fee_lines: [wooFee(await rawToken(4500))] })

    await fromWooCommerce(started.stack, 'order.created', order)

    await ended(id)
    assert.deepEqual([refundsAsked(id).length, (await heldOrder(started.stack, id))!.is_protected], [0, false])
  })
})
