import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { tracking, type TrackRequest } from '../../src/contract/tracking.ts'
import { eventsSchema } from '../../src/contract/tracking.schema.ts'
import { startStack, type Stack } from '../stack.ts'
import { refusalOf } from './refusals.ts'

const order = { order_number: 'K-1002', email: 'mira@example.com' }
const limits = { TRACK_TRIES: '3,3,3' }

/** A package whose events carry what only an owner may see. */
const parcel = (tracking_number: string, size: number) => ({
  tracking_number,
  current_status: 'in_transit',
  timeline: Array.from({ length: size }, (_, age) => ({
    status: age === size - 1 ? 'label_printed' : 'in_transit',
    message: `Scan ${age} for Okafor`,
    created_at: new Date(1.77e12 - age * 60_000).toISOString(),
    location: { city: 'Reno', province_code: 'US-NV', country_code: 'US' },
  })),
})

describe('trackEvents', () => {
  let stack: Stack
  before(async () => (stack = await startStack({ settings: limits })))
  after(() => stack.stop())
  afterEach(() => stack.mend())

  const track = (proof: TrackRequest) => stack.browser(tracking).trackOrder(proof)
  const events = (ticket: string, id: string) => stack.browser(tracking).trackEvents({ ticket, package: id })
  const answerWith = async (packages: object[], shipments: object[] = []) => {
    await stack.mend()
    await stack.fault({ match: { path: '/track/api/order' }, body: { shop_order_id: '1', shipments, packages } })
  }

  test('lists all events of one package to the owner of the order, newest first', async () => {
    await answerWith([parcel('T1', 40), parcel('T2', 60)])
    const { ticket, packages } = await track(order)

    const found = await events(ticket, packages[1]!.id)

    assert.deepEqual(eventsSchema.strict().parse(found), found)
    assert.deepEqual(
      found.events.map(({ message }) => message),
      Array.from({ length: 60 }, (_, age) => `Scan ${age} for Okafor`),
    )
  })

  test('shows the holder of a tracking number only its own package, by status, time and country', async () => {
    await answerWith([parcel('T1', 40), parcel('T2', 60)])
    const { ticket, packages } = await track({ tracking_number: 'T2' })

    const found = await events(ticket, packages[0]!.id)

    assert.equal(found.events.length, 60)
    assert.deepEqual(found.events[0], {
      status: 'in_transit',
      message: null,
      created_at: new Date(1.77e12).toISOString(),
      place: { city: null, province: null, country: 'US' },
    })
    for (const hidden of ['T1', 'package-1', 'package-2', '']) await assert.rejects(events(ticket, hidden), hidden || 'an empty id')
  })

  test('shows the holder of a link to pass on no more than a tracking number does', async () => {
    await answerWith([parcel('T1', 2)], [{ shop_shipment_id: '77', tracking_number: 'T9', events: [{ status: 'in_transit', message: 'For Okafor' }] }])
    const owner = await track(order)
    const stranger = await track({ key: owner.share_key! })

    assert.ok(owner.packages.some(({ id }) => id === '77'))
    await refusalOf(events(stranger.ticket, '77'), 'not-found')
    for (const { id } of stranger.packages) for (const { message } of (await events(stranger.ticket, id)).events) assert.equal(message, null)
  })

  test('finds each of two packages with the same number', async () => {
    await answerWith([parcel('TWIN', 1), parcel('TWIN', 2)])
    const { ticket, packages } = await track(order)

    const counts = await Promise.all(packages.map(async ({ id }) => (await events(ticket, id)).events.length))

    assert.deepEqual(counts, [1, 2])
  })

  test('limits the events of a package, and keeps the newest and the oldest of each status', async () => {
    const flood = Array.from({ length: 5_000 }, (_, index) => ({ status: 'in_transit', created_at: new Date(1.77e12 + index * 1_000).toISOString() }))
    const early = ['confirmed', 'delivered'].map((status) => ({ status, created_at: '2026-01-01T00:00:00Z' }))
    await answerWith([{ tracking_number: 'T1', timeline: [...early, ...flood] }])
    const { ticket } = await track({ tracking_number: 'T1' })

    const found = await events(ticket, 'T1')

    assert.deepEqual([found.events.length, found.events[0]?.created_at], [1_003, flood.at(-1)!.created_at])
    const last = found.events.slice(-2).map(({ status }) => status)
    assert.deepEqual(last.sort(), ['confirmed', 'delivered'])
  })

  test('limits the events of a package even if each has its own status', async () => {
    await answerWith([{ tracking_number: 'T1', timeline: Array.from({ length: 5_000 }, (_, index) => ({ status: `status_${index}` })) }])
    const { ticket } = await track(order)

    assert.equal((await events(ticket, 'T1')).events.length, 1_000)
  })

  test('does not find a package that the order does not have, and calls a silent service unavailable', async () => {
    await answerWith([parcel('T1', 2)])
    const { ticket } = await track(order)

    await refusalOf(events(ticket, 'T2'), 'not-found')
    await refusalOf(events('no ticket', 'T1'), 'invalid-request')
    await refusalOf(events('expired', 'T1'), 'not-found')
    await stack.mend()
    await stack.fault({ match: { path: '/track/api/order' }, status: 503 })
    await refusalOf(events(ticket, 'T1'), 'upstream-unavailable')
  })

  test('does not count as an attempt, whether the package is found or not', async () => {
    await answerWith([parcel('T1', 2)])
    const { ticket } = await track(order)

    for (let times = 0; times < 6; times++) {
      assert.equal((await events(ticket, 'T1')).events.length, 2)
      await refusalOf(events(ticket, 'none'), 'not-found')
    }

    await track(order)
  })
})
