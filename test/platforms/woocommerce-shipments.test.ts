import assert from 'node:assert/strict'
import { tracking } from '../../src/contract/tracking.ts'
import { after, before, describe, test } from 'node:test'
import { woocommerce } from '../../proxy/platforms/woocommerce.ts'
import type { ShipmentReport } from '../../proxy/reports/report-bodies.ts'
import type { ShipmentInput } from '../../proxy/upstream/protection.ts'
import { until, type Stack } from '../stack.ts'
import { map, reportOf, worksOf } from './mapping.ts'
import type { Payload } from './payloads.ts'
import { fromWooCommerce, settled, startPlatformStack } from './sending.ts'
import { wooOrder } from './woocommerce-payloads.ts'

const shipment = (id: string, changes: Payload = {}): Payload => ({
  id,
  tracking_number: `TN-${id}`,
  tracking_company: 'DHL',
  tracking_url: `https://carrier.example/${id}`,
  date_created_gmt: '2026-11-21T09:00:00',
  date_modified_gmt: '2026-11-21T09:00:05',
  line_items: [],
  ...changes,
})
const shipped = (order: Payload, topic = 'order.updated') =>
  worksOf(map(topic, order, {}, woocommerce))
    .filter(({ kind }) => kind === 'shipment')
    .map(({ body }) => (body as ShipmentReport).shipment)
const contents = (shipments: ShipmentInput[]) =>
  shipments.map(({ line_items }) => line_items.map(({ shop_line_item_id, quantity, total_price }) => [shop_line_item_id, quantity, total_price.cents]))

describe('the shipments that the plugin adds to an order of WooCommerce', () => {
  test('are reported with their number, carrier, address and time', () => {
    const [only] = shipped(wooOrder(7n, { storefront_shipments: [shipment('a')] })) as [ShipmentInput]

    const { line_items, ...rest } = only
    assert.deepEqual(rest, {
      shop_shipment_id: 'a',
      shop_order_id: '7',
      tracking_number: 'TN-a',
      tracking_url: 'https://carrier.example/a',
      tracking_company: 'DHL',
      created_at: '2026-11-21T09:00:00.000Z',
    })
    assert.deepEqual(contents([{ ...only, line_items }]), [[['315', 2, 4500]]])
  })

  test('hold the lines that they name, or share the rest', () => {
    const named = { line_items: [{ id: 315n, quantity: 1 }] }

    assert.deepEqual(contents(shipped(wooOrder(7n, { storefront_shipments: [shipment('a', named), shipment('b')] }))), [[['315', 1, 2250]], [['315', 1, 2250]]])
    assert.deepEqual(contents(shipped(wooOrder(7n, { storefront_shipments: [shipment('a'), shipment('b')] }))), [[['315', 1, 2250]], [['315', 1, 2250]]])
  })

  test('are reported as empty once they are removed, and their goods are in the others', () => {
    const removed = shipment('a', { removed: true, line_items: [{ id: 315n, quantity: 1 }] })

    assert.deepEqual(contents(shipped(wooOrder(7n, { storefront_shipments: [removed, shipment('b')] }))), [[], [['315', 2, 4500]]])
  })
})

test('a line of WooCommerce ships if the plugin says so, whatever else it is', () => {
  const [line] = wooOrder(7n).line_items as [Payload]
  const weights = (changes: Payload) =>
    reportOf(wooOrder(7n, { line_items: [line, { ...line, id: 316n, ...changes }] }), {}, woocommerce).order.line_items.map(({ grams }) => grams)

  assert.deepEqual(weights({ needs_shipping: true, downloadable: true, grams: 181 }), [1, 181])
  assert.deepEqual(weights({ needs_shipping: false, grams: 181 }), [1, 0])
})

describe('an order of WooCommerce that is sent', () => {
  let stack: Stack
  before(async () => {
    stack = await startPlatformStack({ settings: { FALLBACK_PHONE: undefined } })
  })
  after(() => stack.stop())

  test('has the last state of its shipments at the service, although its own time of change is the same', async () => {
    const states = [
      [shipment('s1')],
      [shipment('s1', { tracking_number: 'wrong', date_modified_gmt: '2026-11-21T10:00:00' })],
      [shipment('s1', { date_modified_gmt: '2026-11-21T11:00:00' })],
    ]
    for (const storefront_shipments of states)
      assert.equal((await fromWooCommerce(stack, 'order.updated', wooOrder(4711n, { storefront_shipments }))).status, 200)
    await settled(stack, '4711')

    const { shipments } = await until(
      () => stack.state<{ shipments: ShipmentInput[] }>('shipments'),
      (held) => held.shipments.some(({ shop_shipment_id }) => shop_shipment_id === 's1'),
    )
    assert.equal(shipments.find(({ shop_shipment_id }) => shop_shipment_id === 's1')!.tracking_number, 'TN-s1')
  })

  test('is missing for the shop until the proxy has its last state, or has found that nothing of it ships', async () => {
    const changed = Date.parse('2026-11-20T15:00:01Z') / 1000
    const compare = async (changed_at: number) =>
      (await stack.backend.compareOrders({ orders: ['4721', '4722', '4723'].map((shop_order_id) => ({ shop_order_id, changed_at })) })).missing
    assert.deepEqual(await compare(changed), ['4721', '4722', '4723'])

    await fromWooCommerce(stack, 'order.updated', wooOrder(4721n))
    await fromWooCommerce(stack, 'order.updated', wooOrder(4722n, { shipping_lines: [] }))
    await settled(stack, '4721')
    await settled(stack, '4722')

    assert.deepEqual(await compare(changed), ['4723'])
    assert.deepEqual(await compare(changed + 1), ['4721', '4723'])
  })

  test('is held without a phone number, and the shop learns why until a later report is accepted', async () => {
    const changed_at = Date.parse('2026-11-20T15:00:01Z') / 1000
    const compare = () => stack.backend.compareOrders({ orders: [{ shop_order_id: '4731', changed_at }] })
    const billing = wooOrder(4731n).billing as Payload

    await fromWooCommerce(stack, 'order.updated', wooOrder(4731n, { billing: { ...billing, phone: '' } }))
    const { missing, held } = await until(compare, (answer) => answer.held.length > 0)

    assert.deepEqual(missing, [])
    assert.deepEqual(
      held.map(({ shop_order_id }) => shop_order_id),
      ['4731'],
    )
    assert.match(held[0]!.reason, /billing\.phone is missing: set FALLBACK_PHONE/)

    await fromWooCommerce(stack, 'order.updated', wooOrder(4731n))
    await until(compare, (answer) => answer.held.length === 0)
  })

  test('shows its shopper no missing payment while it is to be paid on delivery', async () => {
    const shown = async (id: bigint, changes: Payload) => {
      const number = `8${id}`
      const order = wooOrder(id, { number, status: 'processing', date_paid: null, date_paid_gmt: null, ...changes })
      await fromWooCommerce(stack, 'order.updated', order)
      await settled(stack, String(id))
      const { financial_status } = await stack.browser(tracking).trackOrder({ order_number: number, email: 'mira@example.com' })
      return financial_status
    }

    assert.equal(await shown(4741n, { payment_method: 'cod' }), null)
    assert.equal(await shown(4742n, { payment_method: 'bacs' }), 'pending')
    const later = { date_modified_gmt: '2026-11-20T15:00:09' }
    assert.equal(await shown(4741n, { ...later, payment_method: 'cod', status: 'completed' }), 'paid')
    // The shopper pays in another way after all.
    assert.equal(await shown(4743n, { payment_method: 'cod' }), null)
    assert.equal(await shown(4743n, { ...later, payment_method: 'bacs' }), 'pending')
  })

  test('needs a phone number, if the proxy has none to fill in', async () => {
    assert.equal((await stack.backend.compareOrders({ orders: [] })).needs_phone, true)

    const filling = await startPlatformStack({ settings: { FALLBACK_PHONE: '+1 510 555 0100' } })
    try {
      assert.equal((await filling.backend.compareOrders({ orders: [] })).needs_phone, false)
    } finally {
      await filling.stop()
    }
  })
})
