import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createClient } from '../../../src/contract/client.ts'
import { trackService } from '../../../proxy/upstream/track.ts'
import { event, order, shipment } from './orders.ts'
import { refused, startServices } from './start.ts'

/** Stand-ins that know of one order in one parcel, and the key that it is looked up by. */
async function startWithParcel(options: Parameters<typeof startServices>[0] = {}) {
  const services = await startServices(options)
  await services.protection.createOrder(order())
  await services.protection.createShipment(shipment())
  const key = String((await services.list('orders')).at(-1)?.key)
  return { ...services, key }
}

describe('looking an order up', () => {
  test('spaces around an e-mail address, spaces and small letters in a tracking number, and half a lookup beside it do not matter', async () => {
    const { track } = await startWithParcel()
    for (const lookup of [
      { order_number: '9001', email: 'ada@example.com ' },
      { tracking_number: '1z999aa1 0000 000017' },
      { order_number: 'half', tracking_number: '1Z999AA10000000017' },
    ]) {
      assert.equal((await track.lookUpOrder(lookup)).shop_order_id, '9001')
    }
  })

  test('a caller who knows only a tracking number gets no key', async () => {
    const { track, key } = await startWithParcel()
    const keys = await Promise.all(
      [{ key }, { order_number: '#9001', email: 'ada@example.com' }, { tracking_number: '1Z999AA10000000017' }].map((lookup) => track.lookUpOrder(lookup)),
    )
    assert.deepEqual(
      keys.map((found) => found.key),
      [key, key, undefined],
    )
  })

  test('what is missing of a lookup, or given twice, is named', async () => {
    const { address } = await startWithParcel()
    for (const [query, error] of [
      ['', 'Key, or order number with email, or tracking number is required'],
      ['?key=%20&order_number=9001', 'Email is required with an order number'],
      ['?email=ada@example.com', 'Order number is required with an email'],
      ['?key=a&key=b', 'Key has to be given once, as text'],
    ])
      for (const path of ['', '/enrichment_status']) {
        const answer = await fetch(`${address}/track/api/order${path}${query}`)
        assert.deepEqual([answer.status, await answer.json()], [422, { error: [error] }])
      }
    const posted = await fetch(`${address}/track/api/order`, { method: 'POST' })
    assert.deepEqual([posted.status, posted.headers.get('allow')], [405, 'GET, HEAD'])
  })

  test('an order is found by what it says now, and no longer by what it said', async () => {
    const { protection, track, key } = await startWithParcel()
    const { shop_order_id: shopOrderId, created_at: _, ...fields } = order({ shop_order_number: 'W-1' })
    await protection.updateOrder({ ...fields, shopOrderId, customer: { ...fields.customer, email: 'lovelace@example.com' } })
    await protection.updateShipment({ ...shipment({ tracking_number: 'NEW 1, NEW 2' }), shopShipmentId: '5001' })
    for (const found of [{ key }, { order_number: 'w-1'.toUpperCase(), email: 'lovelace@example.com' }, { tracking_number: 'new2' }])
      assert.equal((await track.lookUpOrder(found)).shop_order_id, '9001')
    for (const lost of [
      { order_number: '#9001', email: 'ada@example.com' },
      { order_number: '#9001', email: 'lovelace@example.com' },
      { order_number: 'W-1', email: 'ada@example.com' },
      { tracking_number: '1Z999AA10000000017' },
    ])
      await assert.rejects(track.lookUpOrder(lost), refused(404))
  })

  test('a shipment that moves to another order is found there alone', async () => {
    const { protection, track, key } = await startWithParcel()
    await protection.createOrder(order({ shop_order_id: '9002', shop_order_number: '#9002' }))
    await protection.updateShipment({ ...shipment({ shop_order_id: '9002' }), shopShipmentId: '5001' })
    assert.deepEqual((await track.lookUpOrder({ key })).shipments, [])
    assert.equal((await track.lookUpOrder({ tracking_number: '1Z999AA10000000017' })).order_number, '#9002')
  })

  test('of a number that carriers have used again, the newest is meant', async () => {
    const { protection, track } = await startWithParcel()
    await protection.createOrder(order({ shop_order_id: '9002', shop_order_number: '#9002' }))
    await protection.createShipment(shipment({ shop_shipment_id: '5002', shop_order_id: '9002' }))
    assert.equal((await track.lookUpOrder({ tracking_number: '1Z999AA10000000017' })).order_number, '#9002')
  })

  test("two merchants' orders of the same number and e-mail are never mixed", async () => {
    const { address, control } = await startServices({ neighbour: { loyaltyKey: 'their-loyalty', protectionKey: 'their-key' } })
    const lookup = { order_number: 'K-1001', email: 'mira@example.com' }
    const at = (path: string) => createClient(trackService, { baseUrl: `${address}${path}` })
    const [ours, named, theirs] = [at('/track'), at('/track/kiln-and-paper'), at('/track/moss-and-tin')]
    const [own, same, other] = [await ours.lookUpOrder(lookup), await named.lookUpOrder(lookup), await theirs.lookUpOrder(lookup)]
    assert.equal(own.key, same.key)
    assert.notEqual(own.key, other.key)
    await assert.rejects(ours.lookUpOrder({ key: String(other.key) }), refused(404))
    await assert.rejects(theirs.lookUpOrder({ key: String(own.key) }), refused(404))
    const number = String(other.packages[0]?.tracking_number)
    await assert.rejects(ours.lookUpOrder({ tracking_number: number }), refused(404))
    assert.equal((await control('GET', 'state?of=orders&merchant=nobody')).status, 400)
  })

  test('items that have not left are listed, and items that never ship are not', async () => {
    const { protection, track, key } = await startWithParcel()
    const open = async () => (await track.lookUpOrder({ key })).unfulfilled_line_items.map(({ name, quantity }) => [name, quantity])
    assert.deepEqual(await open(), [['Mug', 1]])
    await protection.createShipment(shipment({ shop_shipment_id: '5002', tracking_number: '' }))
    assert.deepEqual(await open(), [])
    assert.equal((await track.lookUpOrder({ key })).has_fulfillment_without_tracking, true)
  })

  test('a shipment with two numbers is two packages, each with its links', async () => {
    const { protection, track, key } = await startWithParcel()
    await protection.createShipment(shipment({ shop_shipment_id: '5002', tracking_number: 'A1, B2', tracking_company: 'DHL eCommerce' }))
    const { packages } = await track.lookUpOrder({ key })
    assert.deepEqual(
      packages.map(({ tracking_number }) => tracking_number),
      ['1Z999AA10000000017', 'A1', 'B2'],
    )
    assert.deepEqual(
      packages[2]?.tracking_links.map(({ carrier }) => carrier),
      ['DHL eCommerce', 'USPS'],
    )
  })

  test('an unknown courier is followed where the merchant says', async () => {
    const { protection, track, key } = await startWithParcel()
    await protection.createShipment(
      shipment({ shop_shipment_id: '5002', tracking_number: 'A1', tracking_company: 'Pigeon', tracking_url: 'https://pigeon.example.com/A1' }),
    )
    const { packages } = await track.lookUpOrder({ key })
    assert.deepEqual(packages[1]?.tracking_links, [{ carrier: 'Pigeon', url: 'https://pigeon.example.com/A1' }])
  })

  test('the demo begins with orders at every point of their way', async () => {
    const { track, list, pass } = await startServices()
    const states = async () => {
      const found = []
      for (const { key } of await list('orders')) found.push(await track.lookUpOrder({ key: String(key) }))
      return found.map(({ order_number, packages }) => [order_number, packages.map(({ current_status_label }) => current_status_label)])
    }
    await states()
    pass(3000)
    assert.deepEqual((await states()).slice(0, 5), [
      ['K-1001', ['Delivered']],
      ['K-1002', ['In transit', 'Picked up by carrier']],
      ['K-1003', ['Out for delivery']],
      ['K-1004', ['Delayed']],
      ['K-1005', []],
    ])
  })
})

describe('enrichment', () => {
  test('until it settles the status is known and the events are not', async () => {
    const { protection, track, key, pass, now } = await startWithParcel()
    pass(3_600_000)
    await protection.createShipmentEvent(event('e1', 'in_transit', now()))
    const [before] = (await track.lookUpOrder({ key })).packages
    assert.deepEqual([before?.current_status, before?.timeline], ['in_transit', []])
    pass(3000)
    const { shipments, packages } = await track.lookUpOrder({ key })
    assert.equal(shipments[0]?.enrichment_status, 'completed')
    assert.deepEqual(packages[0]?.timeline, shipments[0]?.events)
    assert.deepEqual(
      packages[0]?.timeline.map(({ status, source }) => [status, source]),
      [
        ['in_transit', 'merchant'],
        ['in_transit', 'carrier'],
        ['in_transit', 'carrier'],
        ['carrier_picked_up', 'carrier'],
        ['confirmed', 'carrier'],
      ],
    )
    assert.ok(packages[0]?.timeline.some(({ location }) => location?.city))
  })

  test('a carrier is never ahead of the merchant, nor its scans out of order', async () => {
    const { track, list, pass } = await startServices()
    const seen = async () => {
      const timelines = []
      for (const { key } of await list('orders')) timelines.push(...(await track.lookUpOrder({ key: String(key) })).packages.map(({ timeline }) => timeline))
      return timelines
    }
    await seen()
    pass(3000)
    for (const timeline of await seen()) {
      const stages = timeline
        .map(({ status }) => ['confirmed', 'carrier_picked_up', 'in_transit', 'out_for_delivery', 'delivered'].indexOf(status))
        .filter((stage) => stage >= 0)
      assert.deepEqual(
        stages,
        [...stages].sort((a, b) => b - a),
      )
      assert.ok(timeline[0]?.source === 'merchant' || timeline.every(({ source }) => source === 'carrier'))
    }
  })

  test('an event that comes afterwards is on the timeline at once', async () => {
    const { protection, track, key, pass, now } = await startWithParcel()
    await track.lookUpOrder({ key })
    pass(5000)
    await protection.createShipmentEvent(event('e1', 'delivered', now()))
    const { shipments, packages } = await track.lookUpOrder({ key })
    assert.deepEqual([packages[0]?.current_status, shipments[0]?.delivered_at], ['delivered', now()])
  })

  test('a stale answer is asked for again, and shown meanwhile', async () => {
    const { track, key, pass } = await startWithParcel()
    await track.lookUpOrder({ key })
    pass(3000)
    assert.equal((await track.lookUpOrder({ key })).shipments[0]?.enrichment_status, 'completed')
    pass(1_800_000)
    const [again] = (await track.lookUpOrder({ key })).shipments
    assert.equal(again?.enrichment_status, 'pending')
    assert.equal(again?.events.length, 1)
  })

  test("a carrier that does not answer fails after fifteen seconds, and the merchant's events are shown", async () => {
    const { protection, track, key, pass, now } = await startWithParcel({ carrier: () => undefined })
    await protection.createShipmentEvent(event('e1', 'in_transit', now()))
    await track.lookUpOrder({ key })
    pass(14_999)
    assert.equal((await track.lookUpEnrichment({ key })).all_settled, false)
    pass(1)
    const [shipment] = (await track.lookUpOrder({ key })).shipments
    assert.deepEqual([shipment?.enrichment_status, shipment?.events.length], ['failed', 1])
  })
})
