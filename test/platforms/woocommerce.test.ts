import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { pickupMethods, woocommerce } from '../../proxy/platforms/woocommerce.ts'
import type { OrderReport } from '../../proxy/reports/report-bodies.ts'
import { orderSchema, orderUpdateSchema } from '../../proxy/upstream/protection.schema.ts'
import type { OrderDto } from '../../proxy/upstream/protection.ts'
import { protection } from '../../src/contract/protection.ts'
import { until, type Stack } from '../stack.ts'
import { known, map, reportOf, sealedQuote, whyHeld, worksOf } from './mapping.ts'
import type { Payload } from './payloads.ts'
import { fromWooCommerce, settled, startPlatformStack, jobs } from './sending.ts'
import { wooAddress as address, wooFee as fee, wooOrder } from './woocommerce-payloads.ts'

const usd = (cents: number) => ({ cents, currency: 'USD' })
const quotes = new Map([['token', sealedQuote({ amount: usd(4500), price: usd(150), variant: null })]])
describe('an order of WooCommerce', () => {
  test('has every field that the service requires, with each amount to the cent', () => {
    const { order, update, version } = reportOf(wooOrder(727n), {}, woocommerce)

    assert.deepEqual(orderSchema.safeParse(order).error?.issues, undefined)
    assert.deepEqual(orderUpdateSchema.safeParse(update).error?.issues, undefined)
    assert.equal(version, Date.parse('2026-11-20T15:00:01Z'))
    assert.deepEqual(order, {
      shop_order_id: '727',
      shop_order_number: '727',
      subtotal_price: usd(4500),
      total_discounts_price: usd(300),
      total_shipping_price: usd(600),
      total_tax_price: usd(135),
      total_price: usd(5235),
      financial_status: 'paid',
      customer: { shop_customer_id: 'guest:727', first_name: 'Mira', last_name: 'Okafor', email: 'mira@example.com', phone_number: '+1 503 555 0118' },
      shipping_address: {
        address1: '2210 SE Clay Street',
        province_code: 'US-OR',
        city: 'Portland',
        postal_code: '97214',
        country_code: 'US',
        phone_number: '+1 503 555 0118',
      },
      created_at: '2026-11-20T15:00:00.000Z',
      line_items: [
        {
          shop_line_item_id: '315',
          shop_product_id: '93',
          shop_variant_id: '93',
          name: 'Stoneware mug',
          unit_price: usd(2400),
          total_price: usd(4500),
          quantity: 2,
          image_url: 'https://shop.example/mug.jpg',
          grams: 1,
          is_insured: false,
        },
      ],
    })
  })

  test('is protected by a fee with the quote, which covers the shipped goods', () => {
    const { order, paid } = reportOf(wooOrder(1n, { fee_lines: [fee('token')] }), { quotes }, woocommerce)

    assert.equal(order.purchased_quote_token, 'token')
    assert.deepEqual(order.amount_insured, usd(4500))
    assert.deepEqual(paid, {
      lines: [
        {
          id: '318',
          quantity: 1,
          amount: usd(150),
          asked: usd(150),
          token: 'token',
          bound: { quote: 'seal', sealedAt: Date.parse('2026-11-20T14:30:00Z'), amount: usd(150) },
        },
      ],
    })
    assert.deepEqual(
      order.line_items.map((line) => [line.shop_line_item_id, line.is_insured]),
      [
        ['315', true],
        ['318', false],
      ],
    )
  })

  test('is not protected by goods, by the meta field of the order, or by a fee whose token does not open, and a note says so', () => {
    const [mugs] = wooOrder(1n).line_items as Payload[]
    const { meta_data } = fee('token')
    const forged = fee('forged')
    for (const [changes, marked] of [
      [{ line_items: [{ ...mugs, meta_data }] }, '315'],
      [{ meta_data }, undefined],
      [{ fee_lines: [forged] }, '318'],
    ] as const) {
      const mapping = map('order.created', wooOrder(1n, changes), { quotes }, woocommerce)
      assert.ok('jobs' in mapping)
      const { order, paid } = worksOf(mapping)[0]!.body as OrderReport
      assert.deepEqual([paid, order.purchased_quote_token, order.amount_insured], [undefined, undefined, undefined])
      assert.equal(mapping.notes![0]?.split(' ')[0], marked)
    }
  })

  test('can get back the sealed price of its fee and the tax on it at most, whatever the fee charges', () => {
    const boundOf = (changes: Payload, order: Payload = {}) =>
      reportOf(wooOrder(1n, { fee_lines: [{ ...fee('token'), ...changes }], ...order }), { quotes }, woocommerce).paid!.lines[0]!.bound!.amount

    assert.deepEqual(boundOf({ total_tax: '0.12' }), usd(162))
    assert.deepEqual(boundOf({ total: '300.00', total_tax: '24.00' }), usd(162))
    assert.deepEqual(boundOf({ total: '1.39', total_tax: '0.11' }, { prices_include_tax: true }), usd(150))
  })

  test('keeps its protection if a line of goods is known to pay for it', () => {
    const mapping = map('order.updated', wooOrder(1n), { order: known({ paying: '315' }) }, woocommerce)

    assert.deepEqual(
      worksOf(mapping).map(({ kind }) => kind),
      ['order'],
    )
  })

  test('is covered with its taxes if the prices of the shop include them', () => {
    const { order } = reportOf(wooOrder(1n, { prices_include_tax: true, fee_lines: [fee('token')] }), { quotes }, woocommerce)

    assert.deepEqual(order.amount_insured, usd(4635))
  })

  for (const method of pickupMethods)
    test(`that is collected (${method}) is not reported, and its protection is refunded`, () => {
      const collected = wooOrder(1n, { fee_lines: [fee('token')], shipping_lines: [{ id: 317n, method_title: 'Pick-up', method_id: method, total: '0.00' }] })

      const mapping = map('order.created', collected, { quotes }, woocommerce)

      assert.ok('jobs' in mapping)
      assert.deepEqual(mapping.notes, ['nothing in this order is shipped, so it is not reported'])
      assert.deepEqual(
        mapping.jobs.map(({ kind }) => kind),
        ['platform-refund'],
      )
    })

  test('is reported if one part is collected and another part is sent', () => {
    const ways = ['local_pickup', 'flat_rate'].map((method_id, id) => ({ id, method_id, method_title: 'Way', total: '0.00' }))

    assert.equal(reportOf(wooOrder(1n, { shipping_lines: ways }), {}, woocommerce).order.shop_order_id, '1')
  })

  test('counts refunds, of which WooCommerce reports only the sum', () => {
    const { money } = reportOf(wooOrder(1n, { refunds: [{ id: 9, reason: '', total: '-40.00' }] }), {}, woocommerce)

    assert.deepEqual(money, { total: usd(5235), refunded: usd(4000) })
  })

  test('loses its protection if the fee is removed', () => {
    const mapping = map('order.updated', wooOrder(1n), { quotes, order: known({ paying: '318' }) }, woocommerce)

    assert.deepEqual(
      worksOf(mapping).map(({ kind }) => kind),
      ['order', 'refund-protection'],
    )
  })

  test('loses its protection if it is refunded', () => {
    const mapping = map(
      'order.updated',
      wooOrder(1n, { status: 'refunded', fee_lines: [fee('token')] }),
      { quotes, order: known({ paying: '318' }) },
      woocommerce,
    )

    assert.deepEqual(
      worksOf(mapping).map(({ kind }) => kind),
      ['order', 'refund-protection'],
    )
  })

  test('goes to the billing address if it has no other, and is not reported without a shipping method', () => {
    const nowhere = { ...address, address_1: '', city: '', state: '', postcode: '', country: '' }
    const { order } = reportOf(wooOrder(1n, { shipping: nowhere }), {}, woocommerce)

    assert.equal(order.shipping_address.address1, '2210 SE Clay Street')
    assert.deepEqual(worksOf(map('order.created', wooOrder(1n, { shipping_lines: [] }), {}, woocommerce)), [])
    assert.match(whyHeld('order.created', wooOrder(1n, { shipping: nowhere, billing: nowhere }), {}, woocommerce), /^shipping is missing: add it to the order/)
  })

  test('has a status of WooCommerce, or one that a plugin added, which says nothing about the payment', () => {
    const statusOf = (status: string, order = {}) => reportOf(wooOrder(1n, { status, ...order }), {}, woocommerce).order.financial_status

    assert.deepEqual(['pending', 'on-hold', 'checkout-draft', 'processing', 'completed', 'refunded', 'cancelled', 'failed'].map(statusOf), [
      'pending',
      'pending',
      'pending',
      'paid',
      'paid',
      'refunded',
      'voided',
      'voided',
    ])
    // Paid on delivery: WooCommerce notes no day of payment until the order is completed.
    assert.equal(statusOf('processing', { payment_method: 'cod', date_paid: null, date_paid_gmt: null }), 'pending')
    assert.equal(statusOf('processing', { date_paid: '2026-10-01T12:00:00', date_paid_gmt: '2026-10-01T12:00:00' }), 'paid')
    assert.equal(statusOf('wc-partial-shipped', { date_paid: '2026-10-01T12:00:00', date_paid_gmt: '2026-10-01T12:00:00' }), 'paid')
    assert.equal(statusOf('wc-partial-shipped', { date_paid: null, date_paid_gmt: null }), 'pending')
    assert.equal(statusOf('constructor', { date_paid: null, date_paid_gmt: null }), 'pending')
    assert.match(whyHeld('order.created', wooOrder(1n, { status: '' }), {}, woocommerce), /^status is missing/)
  })
})

describe('a webhook of WooCommerce', () => {
  let stack: Stack
  before(async () => {
    stack = await startPlatformStack()
  })
  after(() => stack.stop())

  const heldOrder = async (id: bigint) =>
    (await stack.state<{ orders: (OrderDto & { is_protected: boolean })[] }>('orders')).orders.find(({ shop_order_id }) => shop_order_id === String(id))

  test('brings a protected order to the service, and its changes', async () => {
    const seal = await stack.browser(protection).quoteProtection({ cents: 4500, currency: 'USD' })
    const now = new Date().toISOString().slice(0, 19)
    const order = wooOrder(900_001n, { date_created_gmt: now, date_modified_gmt: now, fee_lines: [fee(seal.token, (seal.price.cents / 100).toFixed(2))] })

    assert.equal((await fromWooCommerce(stack, 'order.created', order)).status, 200)
    const held = await until(
      () => heldOrder(900_001n),
      (one) => one !== undefined,
    )
    assert.equal(held!.is_protected, true)

    const later = new Date(Date.now() + 5_000).toISOString().slice(0, 19)
    assert.equal((await fromWooCommerce(stack, 'order.updated', { ...order, date_modified_gmt: later, status: 'cancelled' })).status, 200)
    await until(
      () => heldOrder(900_001n),
      (one) => one?.financial_status === 'voided',
    )
    // Late, and older: it changes nothing.
    await fromWooCommerce(stack, 'order.updated', { ...order, date_modified_gmt: '2026-11-20T15:00:00', status: 'pending' })
    await settled(stack, '900001')
    assert.equal((await heldOrder(900_001n))!.financial_status, 'voided')
  })

  test('that is only a ping is answered, and nothing is stored', async () => {
    const ping = { 'X-WC-Webhook-Topic': undefined, 'X-WC-Webhook-Signature': undefined, 'Content-Type': 'application/x-www-form-urlencoded' }

    assert.equal((await fromWooCommerce(stack, 'order.created', 'webhook_id=3', { headers: ping })).status, 200)
    assert.equal((await jobs(stack)).filter(({ businessKey: order }) => order === null).length, 0)
  })

  test('is refused with 401 and not stored if it is not signed or names another topic', async () => {
    const order = wooOrder(900_002n)
    const refused = [
      await fromWooCommerce(stack, 'order.created', order, { secret: 'somebody-elses-secret' }),
      await fromWooCommerce(stack, 'order.created', order, { headers: { 'X-WC-Webhook-Signature': undefined } }),
      await fromWooCommerce(stack, 'order.created', order, { headers: { 'X-WC-Webhook-Signature': undefined, 'X-WC-Webhook-Topic': undefined } }),
      await fromWooCommerce(stack, 'order.created', order, { headers: { 'X-WC-Webhook-Topic': undefined } }),
      await fromWooCommerce(stack, 'order.created', order, { path: 'order-updated' }),
    ]

    assert.deepEqual(
      refused.map(({ status }) => status),
      [401, 401, 401, 401, 401],
    )
    assert.deepEqual(await jobs(stack, { businessKey: '900002' }), [])
    assert.equal((await fromWooCommerce(stack, 'coupon.created', { id: 1n })).status, 404)
  })
})

describe('a platform that is not set up', () => {
  test('gets 404 with the code not-configured', async () => {
    const stack = await startPlatformStack({ settings: { WOOCOMMERCE_SECRETS: undefined } })
    try {
      const answer = await fromWooCommerce(stack, 'order.created', wooOrder(1n))

      assert.equal(answer.status, 404)
      assert.equal(((await answer.json()) as { code: string }).code, 'not-configured')
    } finally {
      await stack.stop()
    }
  })
})
