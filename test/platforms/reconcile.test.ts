import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { OrderDto } from '../../proxy/upstream/protection.ts'
import { until, type Stack } from '../stack.ts'
import { fulfillmentPayload, lineOf, orderPayload, toBody, type Payload } from './payloads.ts'
import { runReconcile } from './running.ts'
import { fromShopify, settled, startPlatformStack } from './sending.ts'

interface Findings {
  orders: number
  counts: Record<string, number>
  sent: number
  findings: { order: string; number: string; state: string; says: string[] }[]
}

describe('reconciling a day', () => {
  let stack: Stack
  before(async () => {
    stack = await startPlatformStack()
  })
  after(() => stack.stop())

  const reconcile = (words: string[], input?: string) => runReconcile(stack.settings, words, input)
  const read = (out: string) => JSON.parse(out) as Findings
  const atService = async (id: bigint) =>
    (await stack.state<{ orders: OrderDto[] }>('orders')).orders.filter(({ shop_order_id }) => shop_order_id === String(id))

  test('lists orders that were never reported, are held or have changed since, and reports them with --send', async () => {
    const fine = orderPayload(820982911946154501n, { name: '#1' })
    const lost = orderPayload(820982911946154502n, { name: '#2' })
    const held = orderPayload(820982911946154503n, { name: '#3', shipping_address: null })
    const mended = orderPayload(820982911946154503n, { name: '#3', updated_at: '2026-11-20T18:00:00-05:00' })
    const changed = orderPayload(820982911946154504n, { name: '#4', updated_at: '2026-11-20T18:00:00-05:00', financial_status: 'refunded' })
    const digital = orderPayload(820982911946154505n, { name: '#5', line_items: [lineOf(51n, { requires_shipping: false })] })
    const parcel = { ...orderPayload(820982911946154506n, { name: '#6' }) }
    parcel.fulfillments = [fulfillmentPayload(66n, parcel)]
    const elsewhen = orderPayload(820982911946154507n, { created_at: '2026-11-19T10:00:00Z', updated_at: '2026-11-19T10:00:00Z' })
    for (const order of [fine, held, orderPayload(changed.id as bigint), parcel]) {
      await fromShopify(stack, 'orders/create', order)
      await settled(stack, String(order.id))
    }
    const list = [fine, lost, mended, changed, digital, parcel, elsewhen]

    const first = await reconcile(['--day', '2026-11-20', '--file', '-', '--json'], toBody({ orders: list }))

    assert.equal(first.code, 6, first.err)
    const { orders, counts, sent, findings } = read(first.out)
    assert.deepEqual({ orders, counts, sent }, { orders: 6, counts: { fine: 2, unreported: 3, held: 1 }, sent: 0 })
    assert.deepEqual(
      findings.map(({ number, state, says }) => [number, state, says.join().replace(/webhook \S+:/, 'webhook:')]),
      [
        ['#2', 'unreported', 'it was never reported'],
        ['#3', 'held', 'webhook: shopify orders/create: shipping_address is missing: add it to the order at the platform; its update is reported by itself'],
        ['#4', 'unreported', 'its last change was not reported'],
        ['#6', 'unreported', 'its parcel 66 was not reported'],
      ],
    )

    const sending = await reconcile(['--file', '-', '--day', '2026-11-20', '--send'], list.map((order: Payload) => toBody(order)).join('\n'))

    assert.equal(sending.code, 0, sending.err)
    assert.match(sending.err, /6 orders: .*\n4 enqueued/)
    await until(
      () => atService(lost.id as bigint),
      ({ length }) => length === 1,
    )
    await until(
      () => atService(mended.id as bigint),
      ({ length }) => length === 1,
    )
    await until(
      () => atService(changed.id as bigint),
      ([order]) => order?.financial_status === 'refunded',
    )
    await until(
      () => stack.state<{ shipments: { shop_shipment_id: string }[] }>('shipments'),
      ({ shipments }) => shipments.some(({ shop_shipment_id }) => shop_shipment_id === '66'),
    )
    await settled(stack)

    const second = await reconcile(['--file', '-', '--json'], toBody(list.slice(0, 6)))

    assert.deepEqual(read(second.out).findings, [])
    assert.equal(second.code, 0)
  })

  test('fails if the file holds no orders, or if no platform can be read', async () => {
    const noOrders = await reconcile(['--file', '-'], '{"hello":"world"}')
    const noPlatform = await reconcile(['--day', '2026-11-20'])

    for (const { code } of [noOrders, noPlatform]) assert.equal(code, 2)
    assert.match(noOrders.err, /is no order of Shopify \(created_at\) or WooCommerce/)
    assert.match(noPlatform.err, /SHOPIFY_CLIENT_ID/)
  })
})
