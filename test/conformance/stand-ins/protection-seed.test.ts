import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createState } from '../../../demo/services/seed.ts'
import { claimsAnswers, claimsInputs } from '../../../proxy/upstream/claims.schema.ts'
import { eventStatuses, orderSchema, shipmentEventDtoSchema, shipmentSchema } from '../../../proxy/upstream/protection.schema.ts'
import { currentStatus } from '../../../demo/services/protection/events.ts'
import { trackOrderDtoSchema } from '../../../proxy/upstream/track.schema.ts'
import { startServices } from './start.ts'

const seed = { now: new Date(), shopOrigin: 'http://localhost:4100' }
const merchants = ['kiln-and-paper', 'moss-and-tin']

describe('what the stand-ins begin with', () => {
  for (const merchantId of merchants)
    test(`could have been reported, all of it, by ${merchantId}`, () => {
      const { orders, shipments, claims } = createState({ ...seed, merchantId })
      assert.ok(orders.size > 2)
      for (const { fields } of orders.values()) {
        orderSchema.parse(fields)
        assert.ok(Date.parse(fields.created_at) <= seed.now.getTime())
      }
      for (const { fields, events } of shipments.values()) {
        shipmentSchema.parse(fields)
        assert.ok(Date.parse(fields.created_at) >= Date.parse(orders.get(fields.shop_order_id)!.fields.created_at), fields.shop_shipment_id)
        for (const event of events) {
          shipmentEventDtoSchema.parse(event)
          assert.ok(
            Date.parse(event.created_at) >= Date.parse(fields.created_at) && Date.parse(event.created_at) <= seed.now.getTime(),
            event.shop_shipment_event_id,
          )
        }
      }
      for (const { body, shop_order_id: shopOrderId, reply } of claims) {
        claimsInputs.refundClaim.parse({ ...body, shopOrderId })
        claimsAnswers.refundClaim.parse(reply)
      }
    })

  const { orders, shipments, claims } = createState({ ...seed, merchantId: 'kiln-and-paper' })
  const all = [...orders.values()].map(({ fields }) => fields)
  const sent = [...shipments.values()]

  test('has a shipment in every state, and one in none', () => {
    const states = new Set(sent.map(({ events }) => currentStatus(events)))
    assert.deepEqual(states, new Set([...eventStatuses, undefined]))
  })

  test('has orders of every kind', () => {
    const some = (is: (order: (typeof all)[number]) => boolean) => all.filter(is).length
    assert.deepEqual(new Set(all.map(({ financial_status }) => financial_status)), new Set(['paid', 'pending', 'refunded', 'voided']))
    for (const currency of ['USD', 'EUR', 'JPY', 'KWD'])
      assert.ok(
        some(({ total_price }) => total_price.currency === currency),
        currency,
      )
    assert.ok(
      some(({ line_items }) => line_items.every(({ grams }) => grams === 0)),
      'digital alone',
    )
    assert.ok(
      some(({ line_items }) => line_items.some(({ refunded_quantity = 0, quantity }) => refunded_quantity > 0 && refunded_quantity < quantity)),
      'partly refunded',
    )
    assert.ok(
      some(({ amount_insured_presentment }) => amount_insured_presentment?.currency === 'CAD'),
      'seen in another currency',
    )
    assert.ok(
      some(({ shipping_address }) => shipping_address.province_code === ''),
      'without a province',
    )
    assert.ok(
      sent.some(({ fields }) => fields.tracking_number.trim() === ''),
      'without a number',
    )
    assert.ok(claims.length > 0, 'claimed')
  })

  test('has people in many scripts', () => {
    const names = all.map(({ customer }) => customer.first_name + customer.last_name).join(' ')
    for (const script of ['Latin', 'Han', 'Arabic', 'Greek', 'Cyrillic', 'Thai', 'Hebrew', 'Devanagari', 'Hangul', 'Georgian'])
      assert.match(names, new RegExp(`\\p{Script=${script}}`, 'u'), script)
  })

  test('has an order in two hundred packages, which is answered as a whole', async () => {
    const { track, list } = await startServices()
    const { key } = (await list('orders')).find(({ shop_order_number }) => shop_order_number === 'K-1022')!
    const found = trackOrderDtoSchema.parse(await track.lookUpOrder({ key: String(key) }))
    assert.equal(found.packages.length, 200)
    assert.equal(new Set(found.packages.map(({ tracking_number }) => tracking_number)).size, 200)
    assert.deepEqual(found.unfulfilled_line_items, [])
  })
})
