import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import type { OrderDto, ShipmentInput } from '../../proxy/upstream/protection.ts'
import { protection, type Quote } from '../../src/contract/protection.ts'
import { until, type Stack } from '../stack.ts'
import { address, chargeOf, eventPayload, fulfillmentPayload, lineOf, orderPayload, refundPayload, type Payload } from './payloads.ts'
import { fromShopify, startPlatformStack, jobs } from './sending.ts'
import { runs } from '../properties/runs.ts'

interface Held {
  orders: (OrderDto & { is_protected: boolean })[]
  shipments: ShipmentInput[]
  events: { shop_shipment_id: string; shop_shipment_event_id: string; status: string }[]
}

/** Shopify's webhooks about an order that is protected, changed, sent with a late tracking number, and gets its protection refunded. */
function storyOf(id: bigint, quote: Quote): [topic: string, payload: Payload][] {
  const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
  const charge = chargeOf(id + 2n, quote)
  const order = orderPayload(id, { created_at: at(0), updated_at: at(0), line_items: [lineOf(id + 1n), charge] })
  const bare = fulfillmentPayload(id + 3n, order, { updated_at: at(10), tracking_number: null, tracking_numbers: [], tracking_url: null, tracking_urls: [] })
  const parcel = fulfillmentPayload(id + 3n, order, { updated_at: at(20) })
  const refund = refundPayload(id + 4n, order, [charge])
  return [
    ['orders/create', order],
    ['orders/updated', { ...order, updated_at: at(5), shipping_address: { ...address, city: 'Salem' } }],
    [
      'orders/updated',
      { ...order, updated_at: at(30), shipping_address: { ...address, city: 'Eugene' }, financial_status: 'partially_refunded', refunds: [refund] },
    ],
    ['fulfillments/create', bare],
    ['fulfillments/update', parcel],
    ['fulfillment_events/create', eventPayload(id + 5n, parcel, 'in_transit')],
    ['fulfillment_events/create', eventPayload(id + 6n, parcel, 'delivered', { happened_at: '2026-11-23T08:00:00-05:00' })],
    ['refunds/create', refund],
  ]
}

describe('the webhooks of Shopify about one order', () => {
  let stack: Stack
  before(async () => {
    stack = await startPlatformStack()
  })
  after(() => stack.stop())

  const quote = () => stack.browser(protection).quoteProtection({ cents: 4800, currency: 'USD' })

  /** Sends a webhook until it is accepted, as the platform does after a 503. */
  const send = (topic: string, payload: Payload) =>
    until(
      () => fromShopify(stack, topic, payload),
      ({ status }) => {
        assert.ok([200, 503].includes(status), `${topic}: ${status}`)
        return status === 200
      },
    )

  test('bring the service to the same state in any order and with repeats', async () => {
    const seals: Awaited<ReturnType<typeof quote>>[] = []
    while (seals.length < 25) seals.push(await quote())
    const histories = seals.map((seal, index) => {
      const id = 820_982_911_946_000_000n + BigInt(index) * 10n
      const story = storyOf(id, seal)
      const chosen = { seed: runs(1).seed + index, numRuns: 1 }
      const again = fc.sample(fc.array(fc.constantFrom(...story), { maxLength: 4 }), chosen)[0]!
      const all = [...story, ...again]
      return { id, webhooks: fc.sample(fc.shuffledSubarray(all, { minLength: all.length }), chosen)[0]! }
    })

    await Promise.all(
      histories.map(async ({ webhooks }) => {
        for (const [topic, payload] of webhooks) await send(topic, payload)
      }),
    )
    const undone = await until(
      () => jobs(stack, { states: ['waiting', 'held', 'failed'] }),
      (all) => all.every(({ state }) => state !== 'waiting'),
    )

    assert.deepEqual(
      undone.map(({ kind, notes }) => [kind, notes]),
      [],
    )
    const { orders, shipments, events } = await stack.state<Held>('orders,shipments,events')
    for (const { id, webhooks } of histories) {
      const way = webhooks.map(([topic]) => topic).join(', ')
      const order = orders.filter(({ shop_order_id }) => shop_order_id === String(id))
      const parcels = shipments.filter(({ shop_order_id }) => shop_order_id === String(id))
      assert.deepEqual(
        order.map((one) => [one.shipping_address.city, one.financial_status, one.is_protected]),
        [['Eugene', 'paid', false]],
        way,
      )
      assert.deepEqual(
        parcels.map((one) => [one.shop_shipment_id, one.tracking_number]),
        [[String(id + 3n), `1Z999AA1${id + 3n}`]],
        way,
      )
      assert.deepEqual(
        events
          .filter(({ shop_shipment_id }) => shop_shipment_id === String(id + 3n))
          .map(({ shop_shipment_event_id, status }) => `${shop_shipment_event_id} ${status}`)
          .sort(),
        [`${id + 5n} in_transit`, `${id + 6n} delivered`],
        way,
      )
    }
  })
})
