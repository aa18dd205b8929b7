import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventStatuses, shipmentEventSchema, shipmentSchema } from '../../proxy/upstream/protection.schema.ts'
import type { ShipmentEventInput } from '../../proxy/upstream/protection.ts'
import type { ShipmentReport } from '../../proxy/reports/report-bodies.ts'
import { known, map, sealedQuote, whyHeld, worksOf } from './mapping.ts'
import { eventPayload, fulfillmentPayload, lineOf, moneySet, orderPayload, protectionLineOf, refundPayload, type Payload } from './payloads.ts'

const usd = (cents: number) => ({ cents, currency: 'USD' })
const order = orderPayload(820982911946154508n)
const parcel = (changes: Payload = {}) => fulfillmentPayload(255858046000000001n, order, changes)
const shipmentsOf = (payload: Payload, around = {}) => worksOf(map('fulfillments/create', payload, around)).map(({ body }) => body as ShipmentReport)

describe('a parcel of Shopify', () => {
  test('is a shipment with every field that the service requires', () => {
    const [{ shipment, version }] = shipmentsOf(parcel()) as [ShipmentReport]

    assert.deepEqual(shipmentSchema.safeParse(shipment).error?.issues, undefined)
    assert.equal(version, Date.parse('2026-11-21T14:00:00Z'))
    assert.deepEqual(
      { ...shipment, line_items: shipment.line_items.map(({ shop_line_item_id, quantity, is_insured }) => ({ shop_line_item_id, quantity, is_insured })) },
      {
        shop_shipment_id: '255858046000000001',
        shop_order_id: '820982911946154508',
        tracking_number: '1Z999AA1255858046000000001',
        tracking_url: 'https://www.ups.com/track?tracknum=1Z999AA1255858046000000001',
        tracking_company: 'UPS',
        line_items: [{ shop_line_item_id: '8209829119461545081', quantity: 2, is_insured: true }],
        created_at: '2026-11-21T09:00:00-05:00',
      },
    )
  })

  test('leaves out lines that are not shipped and links that are not valid', () => {
    const lines = [lineOf(1n), lineOf(2n, { requires_shipping: false }), protectionLineOf(3n, 'token'), lineOf(4n, { quantity: 0 })]
    const [{ shipment }] = shipmentsOf(parcel({ line_items: lines, tracking_url: 'javascript:alert(1)', tracking_urls: [] })) as [ShipmentReport]

    assert.deepEqual(
      shipment.line_items.map((line) => line.shop_line_item_id),
      ['1'],
    )
    assert.equal(shipment.tracking_url, undefined)
  })

  test('has its share of the discounts of a line that is sent in parts', () => {
    const line = lineOf(11n, { quantity: 1, discount_allocations: [{ amount_set: moneySet('3.01') }] })
    const facts = known({ lines: [{ id: '11', quantity: 3, total: usd(6899), refunded_quantity: 0, refunded: usd(0) }] })

    assert.deepEqual(map('fulfillments/create', parcel({ line_items: [line] })), {
      waitsFor: 'order:820982911946154508',
      note: 'its order is not reported yet',
    })
    assert.deepEqual(shipmentsOf(parcel({ line_items: [line] }), { order: facts })[0]!.shipment.line_items[0]!.total_price, usd(2300))
  })

  test('is reported once it is sent, is not reported if it is cancelled, and is held if its status is unknown', () => {
    assert.deepEqual(worksOf(map('fulfillments/create', parcel({ status: 'pending' }))), [])
    assert.deepEqual(worksOf(map('fulfillments/update', parcel({ status: 'cancelled' }))), [])
    assert.match(whyHeld('fulfillments/create', parcel({ status: 'beamed_up' })), /^status "beamed_up" is no known status: update the proxy/)
    assert.match(whyHeld('fulfillments/create', parcel({ status: null })), /^status "" is no known status/)
    assert.match(whyHeld('fulfillments/create', parcel({ order_id: null })), /^order_id is missing/)
  })

  test('is not reported if nothing in it is shipped, whatever its tracking number', () => {
    assert.deepEqual(worksOf(map('fulfillments/create', parcel({ line_items: [lineOf(1n, { requires_shipping: false })] }))), [])
    assert.deepEqual(worksOf(map('fulfillments/create', parcel(), { digital: true })), [])
  })
})

describe('an event of a parcel of Shopify', () => {
  const eventOf = (status: string, changes: Payload = {}) =>
    worksOf(map('fulfillment_events/create', eventPayload(944956395000000001n, parcel(), status, changes)))[0]!.body as ShipmentEventInput

  test('keeps each of the twelve statuses, and maps the three newer ones to them', () => {
    for (const status of eventStatuses) assert.equal(eventOf(status.toUpperCase()).status, status)
    assert.equal(eventOf('ready_for_recipient_pickup').status, 'ready_for_pickup')
    assert.equal(eventOf('returning_to_sender').status, 'failure')
    assert.equal(eventOf('buyer_action_required').status, 'delayed')
  })

  test('has the time when it happened, or else the time when it was recorded', () => {
    const event = eventOf('in_transit', { message: 'Departed facility', estimated_delivery_at: '2026-11-24T18:00:00-05:00' })

    assert.deepEqual(shipmentEventSchema.safeParse(event).error?.issues, undefined)
    assert.deepEqual(event, {
      shopShipmentId: '255858046000000001',
      shop_shipment_event_id: '944956395000000001',
      status: 'in_transit',
      message: 'Departed facility',
      estimated_delivery_at: '2026-11-24T18:00:00-05:00',
      created_at: '2026-11-22T08:00:00-05:00',
    })
    assert.equal(eventOf('in_transit', { happened_at: null }).created_at, '2026-11-22T08:00:05-05:00')
  })

  test('with an unknown status is held', () => {
    assert.match(whyHeld('fulfillment_events/create', eventPayload(1n, parcel(), 'abducted')), /^status "abducted" is no known status: update the proxy/)
    assert.match(whyHeld('fulfillment_events/create', eventPayload(1n, parcel(), 'toString')), /^status "tostring" is no known status/)
    assert.match(whyHeld('fulfillment_events/create', eventPayload(1n, parcel(), '')), /^status is missing/)
  })
})

describe('a refund of Shopify', () => {
  const line = protectionLineOf(19n, 'token')
  const quotes = new Map([['token', sealedQuote()]])
  const kinds = (payload: Payload, around = {}) => worksOf(map('refunds/create', payload, { quotes, ...around })).map(({ kind }) => kind)

  test('of goods creates no job, because the order contains it', () => {
    assert.deepEqual(kinds(refundPayload(1n, order, [lineOf(11n)])), [])
  })

  test('of the line that pays for protection ends the protection, and a refund of another line does not', () => {
    const refund = refundPayload(1n, order, [line])

    assert.deepEqual(kinds(refund, { order: known({ paying: '19' }) }), ['refund-protection'])
    assert.deepEqual(kinds(refund, { order: known({ paying: '20' }) }), [])
    assert.deepEqual(kinds(refund, { order: known({ paying: '19', protected: false }) }), [])
    assert.deepEqual(map('refunds/create', refund, { quotes }), { waitsFor: 'order:820982911946154508', note: 'its order is not reported yet' })
  })

  test('of the line that is known to pay ends the protection, although its token can no longer be opened', () => {
    assert.deepEqual(kinds(refundPayload(1n, order, [line]), { quotes: new Map(), order: known({ paying: '19' }) }), ['refund-protection'])
    assert.deepEqual(kinds(refundPayload(1n, order, [line]), { quotes: new Map() }), [])
  })

  test('of one of two pieces leaves the order protected', () => {
    const refund = refundPayload(1n, order, [protectionLineOf(19n, 'token', { quantity: 2 })])
    const [share] = refund.refund_line_items as Payload[]

    assert.deepEqual(kinds({ ...refund, refund_line_items: [{ ...share, quantity: 1 }] }, { order: known({ paying: '19' }) }), [])
  })
})
