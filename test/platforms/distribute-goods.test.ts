import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import type { ShipmentReport } from '../../proxy/reports/report-bodies.ts'
import type { ShipmentInput } from '../../proxy/upstream/protection.ts'
import { runs } from '../properties/runs.ts'
import { until, type Stack } from '../stack.ts'
import { map, worksOf } from './mapping.ts'
import { fulfillmentPayload, lineOf, moneySet, orderPayload } from './payloads.ts'
import { fromShopify, settled, startPlatformStack } from './sending.ts'

const count = (shipments: readonly ShipmentInput[]) => shipments.flatMap(({ line_items }) => line_items).reduce((sum, { quantity }) => sum + quantity, 0)

describe('a parcel with several tracking numbers', () => {
  let stack: Stack
  before(async () => {
    stack = await startPlatformStack()
  })
  after(() => stack.stop())

  test('becomes shipments that together hold what was sent, to the piece and to the cent', () => {
    const line = fc.record({ quantity: fc.integer({ min: 1, max: 12 }), cents: fc.integer({ min: 0, max: 99_999 }) })
    const parcel = fc.record({ lines: fc.array(line, { minLength: 1, maxLength: 6 }), numbers: fc.integer({ min: 1, max: 9 }) })
    fc.assert(
      fc.property(parcel, ({ lines, numbers }) => {
        const order = orderPayload(1n, {
          line_items: lines.map(({ quantity, cents }, index) => lineOf(BigInt(index + 11), { quantity, price_set: moneySet((cents / 100).toFixed(2)) })),
        })
        const tracking_numbers = Array.from({ length: numbers }, (_, index) => `1Z${index}`)
        const payload = fulfillmentPayload(9n, order, { tracking_number: '1Z0', tracking_numbers })

        const shipments = worksOf(map('fulfillments/create', payload)).map(({ body }) => (body as ShipmentReport).shipment)

        assert.deepEqual(
          shipments.map(({ tracking_number }) => tracking_number),
          tracking_numbers,
        )
        for (const [index, { quantity, cents }] of lines.entries()) {
          const parts = shipments.flatMap(({ line_items }) => line_items.filter(({ shop_line_item_id }) => shop_line_item_id === String(index + 11)))
          const sum = (of: (part: (typeof parts)[number]) => number) => parts.reduce((all, part) => all + of(part), 0)
          assert.equal(
            sum((part) => part.quantity),
            quantity,
          )
          assert.equal(
            sum((part) => part.total_price.cents),
            quantity * cents,
          )
          assert.ok(parts.every((part) => part.quantity > 0))
        }
        // No shipment has two pieces more than another.
        const held = shipments.map((shipment) => count([shipment]))
        assert.ok(Math.max(...held) - Math.min(...held) <= 1, held.join())
      }),
      runs(200),
    )
  })

  test('holds no more than was sent after it loses one of its numbers, even if the webhooks arrive in reverse order', async () => {
    const shipmentsOf = async (id: bigint) =>
      (await stack.state<{ shipments: ShipmentInput[] }>('shipments')).shipments.filter(({ shop_order_id }) => shop_order_id === String(id))
    for (const [id, isLate] of [
      [930_001n, false],
      [930_101n, true],
    ] as const) {
      const order = orderPayload(id, { name: `#${id}`, line_items: [lineOf(id * 10n, { quantity: 3 })] })
      const two = fulfillmentPayload(id + 1n, order, { tracking_numbers: [`1Z999AA1${id + 1n}`, 'SECOND'] })
      const one = fulfillmentPayload(id + 1n, order, { updated_at: '2026-11-21T10:00:00-05:00' })
      await fromShopify(stack, 'orders/create', order)
      for (const parcel of isLate ? [one, two] : [two, one]) {
        assert.equal((await fromShopify(stack, 'fulfillments/update', parcel)).status, 200)
        await settled(stack, String(id))
        await until(
          () => shipmentsOf(id),
          (shipments) => count(shipments) === 3,
        )
      }

      const shipments = await shipmentsOf(id)
      assert.equal(shipments.find(({ shop_shipment_id }) => shop_shipment_id === String(id + 1n))!.line_items[0]!.quantity, 3)
      assert.equal(count(shipments), 3)
    }
  })
})
