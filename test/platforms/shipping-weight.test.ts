import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { woocommerce } from '../../proxy/platforms/woocommerce.ts'
import type { ShipmentReport } from '../../proxy/reports/report-bodies.ts'
import type { LineItemDto } from '../../proxy/upstream/protection.ts'
import { tracking } from '../../src/contract/tracking.ts'
import { orderOf, shipmentOf } from '../proxy/orders.ts'
import { until, type Stack } from '../stack.ts'
import { map, reportOf, worksOf } from './mapping.ts'
import { fulfillmentPayload, lineOf, orderPayload, type Payload } from './payloads.ts'
import { recordedWebhooks } from './recorded.ts'
import { fromShopify, fromWooCommerce, startPlatformStack } from './sending.ts'

/** An order without protection, as WooCommerce sent it. */
const recorded = recordedWebhooks.find(({ body }) => body.startsWith('{"id":22,'))!
const weightsOf = (lines: readonly LineItemDto[]) => lines.map(({ grams }) => grams)

describe('the weight of a line', () => {
  const wooWeights = (...lines: Payload[]) => {
    const order = JSON.parse(recorded.body) as { line_items: Payload[] }
    const line_items = lines.map((line, index) => ({ ...order.line_items[0], id: index + 1, ...line }))
    return weightsOf(reportOf({ ...order, line_items }, { fallbackPhone: '+1 510 555 0100' }, woocommerce).order.line_items)
  }

  test('of WooCommerce is the value of a plugin, at least 1 for goods that ship, and 0 for others', () => {
    assert.deepEqual(wooWeights({}, { grams: 181 }, { grams: '181.4' }, { grams: 0 }, { grams: 0.2 }), [1, 181, 181, 1, 1])
    assert.deepEqual(wooWeights({ grams: '' }, { grams: 'heavy' }, { grams: null }, { grams: -5 }, { grams: 1e12 }), [1, 1, 1, 1, 1])
    assert.deepEqual(wooWeights({}, { virtual: true, grams: 20 }, { downloadable: true }), [1, 0, 0])
  })

  test('of Shopify is at least 1 for goods that ship, and 0 for others', () => {
    const line_items = [lineOf(1n, { grams: 0 }), lineOf(2n), lineOf(3n, { requires_shipping: false, grams: 20 })]
    const order = orderPayload(1n, { line_items })
    const parcel = worksOf(map('fulfillments/create', fulfillmentPayload(9n, order)))[0]!.body as ShipmentReport

    assert.deepEqual(weightsOf(reportOf(order).order.line_items), [1, 380, 0])
    assert.deepEqual(weightsOf(reportOf(order).update!.line_items), [1, 380, 0])
    assert.deepEqual(weightsOf(parcel.shipment.line_items), [1, 380])
  })
})

describe('an unprotected order whose goods have no weight', () => {
  let stack: Stack
  before(async () => {
    stack = await startPlatformStack({ settings: { FALLBACK_PHONE: '+1 510 555 0100' } })
  })
  after(() => stack.stop())

  const tracked = (number: string, email: string) => stack.browser(tracking).trackOrder({ order_number: number, email })
  const known = (id: string) =>
    until(
      () => stack.state<{ orders: { shop_order_id: string; line_items: LineItemDto[] }[] }>('orders'),
      ({ orders }) => orders.some(({ shop_order_id }) => shop_order_id === id),
    )

  test('of WooCommerce has goods to ship when its shopper tracks it', async () => {
    assert.equal((await fromWooCommerce(stack, recorded.topic, recorded.body)).status, 200)
    await known('22')

    const order = await tracked('22', 'bo@example.com')

    assert.equal(order.has_shippable_items, true)
    assert.deepEqual(
      order.unshipped_items.map(({ name }) => name),
      ['Mug'],
    )
  })

  test('of Shopify has goods to ship when its shopper tracks it', async () => {
    const line_items = [lineOf(41n, { grams: 0 })]
    assert.equal((await fromShopify(stack, 'orders/create', orderPayload(4n, { name: '#W-4', line_items }))).status, 200)
    await known('4')

    assert.equal((await tracked('W-4', 'mira@example.com')).has_shippable_items, true)
  })

  test("of the merchant's backend ships if the backend says so, and always if it is in a shipment", async () => {
    const order = orderOf('900500')
    const line_items = [
      { ...order.line_items[0]!, grams: 0, is_insured: true },
      { ...order.line_items[0]!, shop_line_item_id: 'song', grams: 0, is_insured: false },
    ]
    await stack.backend.reportOrder({ ...order, line_items })
    await known('900500')
    const shipment = { ...shipmentOf('900501', order), line_items: [{ ...line_items[0]!, is_insured: false }] }
    await stack.backend.reportShipment(shipment)
    const { shipments } = await until(
      () => stack.state<{ shipments: { shop_shipment_id: string; line_items: LineItemDto[] }[] }>('shipments'),
      (held) => held.shipments.some(({ shop_shipment_id }) => shop_shipment_id === '900501'),
    )

    const { orders } = await known('900500')
    assert.deepEqual(weightsOf(orders.find(({ shop_order_id }) => shop_order_id === '900500')!.line_items), [1, 0])
    assert.deepEqual(weightsOf(shipments.find(({ shop_shipment_id }) => shop_shipment_id === '900501')!.line_items), [1])
    assert.equal((await tracked('K-900500', 'mira@example.com')).has_shippable_items, true)
  })
})
