import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { protection } from '../../src/contract/protection.ts'
import { fulfillmentPayload, lineOf, moneySet, orderPayload, type Payload } from '../platforms/payloads.ts'
import { fromShopify, fromWooCommerce, jobs, platformSettings, secrets, settled, shop } from '../platforms/sending.ts'
import { wooFee, wooOrder } from '../platforms/woocommerce-payloads.ts'
import { doubtsAbout, startClaims, usd, type ClaimsStack } from './claims-stack.ts'

describe('a claim about an order with a refund that names no line', { concurrency: true }, () => {
  let stack: ClaimsStack
  before(async () => {
    const { WOOCOMMERCE_SECRETS } = platformSettings
    stack = await startClaims({ settings: { WOOCOMMERCE_SECRETS, SHOPIFY_SHOP: shop, SHOPIFY_APP_SECRETS: secrets.join(',') } })
  })
  after(() => stack.stop())

  const paidOut = (id: bigint) => [...stack.resolver.done.values()].filter(({ body }) => body.order_id === String(id)).map(({ what }) => what)

  /** Claims one piece of a line for 50.00 USD, or for another amount. */
  const claim = (id: bigint, how: string, line: bigint, cents = 5000) =>
    stack.ask(`${id}/${how}`, {
      shop_order_id: String(id),
      refundable: { id: `${id}-${line}` },
      line_items: [{ shop_line_item_id: String(line), quantity_to_issue: 1, to_issue_amount: usd(cents) }],
    })

  const isDoubted = async (id: bigint, how: string, line: bigint, amount: string) => {
    assert.equal(await doubtsAbout(stack, `${how}/${id}-${line}`), `the order shows ${amount} given back, and not for which line`)
  }

  describe('of WooCommerce, which shows only the sum', () => {
    const wooLine = (id: bigint) => ({
      ...{ id, name: 'Mug', product_id: 93n, variation_id: 0, quantity: 1, sku: 'M', price: 50, needs_shipping: true, grams: 300, meta_data: [] },
      ...{ subtotal: '50.00', subtotal_tax: '0.00', total: '50.00', total_tax: '0.00' },
    })
    const sentAt = '2026-11-21T09:00:00'
    const parcel = { id: 's1', tracking_number: 'TN', tracking_company: 'DHL', tracking_url: '', date_created_gmt: sentAt, date_modified_gmt: sentAt }
    const base = {
      ...{ total: '106.00', total_tax: '0.00', cart_tax: '0.00', discount_total: '0.00', date_paid_gmt: '2026-11-20T15:00:01' },
      line_items: [wooLine(1n), wooLine(2n)],
    }
    /** Sends the order in a state that is so many seconds old, and waits until the service has it. */
    async function send(id: bigint, seconds: number, changes: Payload = {}) {
      const state = { ...base, number: String(id), date_modified_gmt: `2026-11-22T15:00:0${seconds}`, ...changes }
      const shipments = [{ ...parcel, id: `s${id}`, line_items: [] }]
      assert.equal((await fromWooCommerce(stack, 'order.updated', wooOrder(id, { storefront_shipments: shipments, ...state }))).status, 200)
      await settled(stack, String(id))
    }

    for (const [id, how] of [
      [9001n, 'refund'],
      [9002n, 'reorder'],
    ] as const)
      test(`waits for a person, if it asks for a ${how}: the shop may have refunded this very line`, async () => {
        await send(id, 1)
        await send(id, 2, { refunds: [{ id: 55, reason: '', total: '-50.00' }] })

        assert.equal((await claim(id, how, 1n)).status, 503)
        await isDoubted(id, how, 1n, '50.00 USD')
        assert.deepEqual(paidOut(id), [])
      })

    test('is resolved if an earlier claim explains the refund, and waits once more is refunded', async () => {
      await send(9003n, 1)
      assert.equal((await claim(9003n, 'refund', 1n, 3000)).status, 200)
      await send(9003n, 2, { refunds: [{ id: 55, reason: '', total: '-30.00' }] })

      assert.equal((await claim(9003n, 'refund', 2n, 2000)).status, 200)
      const refunds = [{ id: 57, total: '-10.00' }, { id: 56, total: '-20.00' }, { id: 55, total: '-30.00' }] // prettier-ignore
      await send(9003n, 3, { refunds, line_items: [wooLine(1n), wooLine(2n), wooLine(3n)], total: '156.00' })
      assert.equal((await claim(9003n, 'refund', 3n, 100)).status, 503)
      await isDoubted(9003n, 'refund', 3n, '10.00 USD')
      assert.deepEqual(paidOut(9003n), ['refund', 'refund'])
    })

    test('is resolved if the proxy itself refunded protection that was paid twice', async () => {
      const { token, price } = await stack.browser(protection).quoteProtection({ cents: 10_000, currency: 'USD' })
      const cost = (price.cents / 100).toFixed(2)
      const now = new Date().toISOString().slice(0, 19)
      const order = { date_created_gmt: now, date_modified_gmt: now, fee_lines: [4n, 5n].map((fee) => ({ ...wooFee(token, cost), id: fee })) }
      await send(9004n, 0, order)
      assert.deepEqual(
        (await jobs(stack, { businessKey: '9004', kind: 'platform-refund' })).map(({ state }) => state),
        ['delivered'],
      )
      const after = new Date(Date.now() + 5000).toISOString().slice(0, 19)
      await send(9004n, 0, { ...order, date_modified_gmt: after, refunds: [{ id: 55, total: `-${cost}` }] })

      assert.equal((await claim(9004n, 'refund', 1n)).status, 200)
    })
  })

  describe('of Shopify', () => {
    /** Sends the order of two lines at 50.00 with 4.00 of tax each, its parcel, and then its refunds. */
    async function sendWithRefund(id: bigint, refund: Payload) {
      const item = (line: bigint) => lineOf(line, { quantity: 1, current_quantity: 1, price: '50.00', price_set: moneySet('50.00') })
      const totals = { subtotal_price_set: moneySet('100.00'), total_tax_set: moneySet('8.00'), total_price_set: moneySet('114.00') }
      const order = orderPayload(id, { line_items: [item(1n), item(2n)], ...totals })
      const refunds = [{ id: 8n, order_id: id, created_at: '2026-11-24T10:00:00-05:00', refund_line_items: [], ...refund }]
      for (const [topic, payload] of [
        ['orders/create', order],
        ['fulfillments/create', fulfillmentPayload(id + 1n, order)],
        ['orders/updated', { ...order, updated_at: '2026-11-24T10:00:00-05:00', financial_status: 'partially_refunded', refunds }],
      ] as const) {
        assert.equal((await fromShopify(stack, topic, payload)).status, 200)
        await settled(stack, String(id))
      }
    }
    const returned = (amount: string) => ({ transactions: [{ id: 9n, kind: 'refund', status: 'success', amount, currency: 'USD' }] })
    const ofSecondLine = { refund_line_items: [{ id: 1n, line_item_id: 2n, quantity: 1, subtotal_set: moneySet('50.00'), total_tax_set: moneySet('4.00') }] }
    const ofShipping = { kind: 'shipping_refund', amount: '-6.00', amount_set: moneySet('-6.00'), tax_amount_set: moneySet('0.00') }

    test('waits for a person if the shop refunded an amount', async () => {
      await sendWithRefund(73_0001n, returned('50.00'))

      assert.equal((await claim(73_0001n, 'refund', 1n)).status, 503)
      await isDoubted(73_0001n, 'refund', 1n, '50.00 USD')
      assert.deepEqual(paidOut(73_0001n), [])
    })

    test('is resolved if the refund is that of another line with its tax, and of the shipping', async () => {
      await sendWithRefund(74_0001n, { ...returned('60.00'), ...ofSecondLine, order_adjustments: [ofShipping] })

      assert.equal((await claim(74_0001n, 'refund', 1n)).status, 200)
    })

    test('waits for a person if the refund of another line gave back more than that', async () => {
      await sendWithRefund(75_0001n, { ...returned('61.00'), ...ofSecondLine, order_adjustments: [ofShipping] })

      assert.equal((await claim(75_0001n, 'refund', 1n)).status, 503)
      await isDoubted(75_0001n, 'refund', 1n, '1.00 USD')
    })
  })
})
