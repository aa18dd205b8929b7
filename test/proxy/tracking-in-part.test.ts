import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { StoredClaim } from '../../proxy/claims/claim-store.ts'
import { toTrackedClaims } from '../../proxy/routes/orders/tracked-claims.ts'
import { tracking, type TrackedOrder, type TrackRequest } from '../../src/contract/tracking.ts'
import { trackedOrderSchema } from '../../src/contract/tracking.schema.ts'
import { startStack, type Stack } from '../stack.ts'
import { refusalOf } from './refusals.ts'

const order = { order_number: 'K-1002', email: 'mira@example.com' }

type Part = Record<string, unknown>

/** A response in which every field is valid. */
const whole = () => ({
  shop_order_id: '580001002',
  order_number: 'K-1002',
  created_at: '2026-11-01T10:00:00Z',
  financial_status: 'paid',
  shipping_address: { city: 'Portland', province_code: 'US-OR', country_code: 'US' },
  is_protected: true,
  has_shippable_items: true,
  has_fulfillment_without_tracking: false,
  unfulfilled_line_items: [{ shop_line_item_id: '1', name: 'Poster', quantity: 2, image_url: 'https://shop.example/poster.png' }],
  shipments: ['T1', 'T2'].map((tracking_number, index) => ({
    shop_shipment_id: String(index + 1),
    tracking_number,
    tracking_url: `https://courier.example/${tracking_number}`,
    tracking_company: 'Courier',
    status: 'in_transit',
    enrichment_status: 'completed',
    estimated_delivery_at: '2026-11-05T10:00:00Z',
    events: [{ status: 'in_transit', message: 'Left Reno', created_at: '2026-11-02T10:00:00Z' }],
    line_items: [{ name: 'Mug', quantity: 1 }],
  })),
  packages: ['T1', 'T2'].map((tracking_number, index) => ({
    tracking_number,
    carrier: 'Courier',
    carrier_code: 'courier',
    tracking_links: [{ carrier: 'Courier', url: `https://courier.example/${tracking_number}` }],
    current_status: 'in_transit',
    current_status_label: 'In transit',
    estimated_delivery_at: '2026-11-05T10:00:00Z',
    estimated_delivery: { from: '2026-11-05T10:00:00Z', to: '2026-11-06T10:00:00Z' },
    timeline: [
      { status: 'in_transit', message: 'Left Reno', created_at: '2026-11-02T10:00:00Z', location: { city: 'Reno', country_code: 'US' }, source: 'carrier' },
      { status: 'confirmed', occurred_at: '2026-11-01T12:00:00Z' },
    ],
    line_items: [{ shop_line_item_id: '2', name: 'Mug', quantity: 1 }],
    shop_shipment_ids: [String(index + 1)],
  })),
})

/** The paths of all fields and of all entries of lists. */
const placesIn = (part: object, way: string[] = []): string[][] =>
  Object.entries(part as Part).flatMap(([key, value]) => [
    [...way, key],
    ...(value !== null && typeof value === 'object' ? placesIn(value, [...way, key]) : []),
  ])

/** The same response with an invalid value at this path. */
function spoilt(way: readonly string[]) {
  const answer = whole()
  const holder = way.slice(0, -1).reduce((part, key) => part[key] as Part, answer as Part)
  const key = way.at(-1)!
  holder[key] = typeof holder[key] === 'object' ? 'x' : { x: 'x' }
  return answer
}

describe('an order is shown', () => {
  let stack: Stack
  before(async () => (stack = await startStack({ settings: { TRACK_TRIES: '1000,1000,1000', SHOPPERS_MAY: 'unprotect' } })))
  after(() => stack.stop())
  afterEach(() => stack.mend())

  const track = (proof: TrackRequest = order) => stack.browser(tracking).trackOrder(proof)
  const answerWith = async (body: unknown) => {
    await stack.mend()
    await stack.fault({ match: { path: '/track/api/order' }, body })
  }
  const notes = () => stack.log.map((line) => JSON.parse(line) as { msg: string; parts?: string[] }).filter(({ msg }) => msg === 'the order is incomplete')
  const numbersOf = ({ packages }: TrackedOrder) => packages.map(({ tracking_number }) => tracking_number)

  test('with any one field invalid, unless the field identifies the order', async () => {
    for (const way of placesIn(whole())) {
      await answerWith(spoilt(way))
      if (['shop_order_id', 'order_number'].includes(way.join())) {
        await refusalOf(track(), 'upstream-unavailable')
        continue
      }

      const found = await track()

      assert.deepEqual(trackedOrderSchema.strict().parse(found), found, way.join('.'))
      assert.deepEqual(numbersOf(found).sort(), ['T1', 'T2'], way.join('.'))
    }
  })

  for (const [what, spoil, left] of [
    [
      'without the time of an event',
      { timeline: [{ status: 'in_transit', message: 'Left Reno', created_at: 5 }] },
      { events: [['in_transit', 'Left Reno', null]] },
    ],
    ['without the status of an event', { timeline: [{ status: null, message: 'Left Reno', location: 7 }] }, { events: [['', 'Left Reno', null]] }],
    [
      'without an event that has no valid field',
      { timeline: [{ status: null, message: {} }, 'x', { status: 5, created_at: '2026-11-02T10:00:00Z' }] },
      { events: [] },
    ],
    ['without an item that has no name', { line_items: [{ name: {}, quantity: 1 }, null, { name: 'Mug', quantity: 'two' }] }, { items: ['Mug'] }],
    [
      'without the invalid fields of a package, which keeps its number',
      { current_status: 7, carrier: {}, timeline: 'none', line_items: 5 },
      { events: [], items: [] },
    ],
    ['with a tracking number that is written as a number', { tracking_number: 794644790138 }, { number: '794644790138' }],
  ] as [string, object, { events?: unknown[]; items?: string[]; number?: string }][]) {
    test(what, async () => {
      const one = { tracking_number: 'T1', ...spoil }
      await answerWith({ shipments: [], packages: [one, { tracking_number: 'T2', current_status: 'delivered' }] })

      const found = await track()

      const [parcel, other] = found.packages
      assert.equal(parcel?.tracking_number, left.number ?? 'T1')
      assert.equal(other?.status, 'delivered')
      if (left.events)
        assert.deepEqual(
          parcel.events.map(({ status, message, created_at }) => [status, message, created_at]),
          left.events,
        )
      if (left.items)
        assert.deepEqual(
          parcel.items.map(({ name }) => name),
          left.items,
        )
    })
  }

  test('without a package whose number is unreadable, and not as a package without a number', async () => {
    const [first, second] = whole().packages
    await answerWith({
      shipments: [{ tracking_number: {}, status: 'in_transit' }],
      packages: [{ ...first, tracking_number: ['T1'] }, { carrier: {}, timeline: 'none' }, second],
    })

    assert.deepEqual(numbersOf(await track()), ['T2'])
  })

  test('not at all if no package can be read, because that would look as if nothing was sent', async () => {
    for (const body of [
      { shipments: [], packages: [7, { tracking_number: {} }] },
      { shipments: [null], packages: null },
      { shipments: [], packages: 'none' },
    ]) {
      await answerWith(body)
      for (const proof of [order, { tracking_number: 'T1' }]) await refusalOf(track(proof), 'upstream-unavailable')
    }
  })

  describe('with all events of a package, from every place in the response:', () => {
    const eventsOf = async (packages: object[], shipments: object[]) => {
      await answerWith({ shop_order_id: '1', packages, shipments })
      return (await track()).packages.map(({ events }) => events.map(({ status, message, created_at }) => [status, message, created_at]))
    }

    test('those of its shipments and of its own timeline, each event once and with its message', async () => {
      const own = [
        { status: 'in_transit', created_at: '2026-11-02T10:00:00Z', location: { city: 'Reno' } },
        { status: 'confirmed', message: 'Label made', created_at: '2026-11-01T10:00:00Z' },
      ]
      const carrierEvents = [
        { status: 'in_transit', message: 'Left Reno', created_at: '2026-11-02T02:00:00-08:00' },
        { status: 'confirmed', created_at: '2026-11-01T10:00:00Z' },
        { status: 'in_transit', message: 'Reached Salem', created_at: '2026-11-03T10:00:00Z' },
      ]

      const [events] = await eventsOf(
        [{ tracking_number: 'T1', shop_shipment_ids: ['1'], timeline: own }],
        [
          { shop_shipment_id: '1', tracking_number: 'T1', events: carrierEvents },
          { shop_shipment_id: '2', tracking_number: 't 1', events: [carrierEvents[0], { ...carrierEvents[2], message: 'Sorted', status: '' }] },
        ],
      )

      assert.deepEqual(events, [
        ['in_transit', 'Reached Salem', '2026-11-03T10:00:00.000Z'],
        ['', 'Sorted', '2026-11-03T10:00:00.000Z'],
        ['in_transit', 'Left Reno', '2026-11-02T10:00:00.000Z'],
        ['confirmed', 'Label made', '2026-11-01T10:00:00.000Z'],
      ])
    })

    test('no event that may belong to another package of the same shipment', async () => {
      const own = [{ status: 'in_transit', created_at: '2026-11-02T10:00:00Z' }]
      const carrierEvents = [{ status: 'delivered', message: 'At the door', created_at: '2026-11-03T10:00:00Z' }]
      const packages = ['T1', 'T2'].map((tracking_number) => ({ tracking_number, shop_shipment_ids: ['1'], timeline: own }))

      const events = await eventsOf(packages, [{ shop_shipment_id: '1', tracking_number: 'T1, T2', events: carrierEvents }])

      assert.deepEqual(
        events.map((one) => one.map(([status]) => status)),
        [['in_transit'], ['in_transit']],
      )
    })
  })

  test('with the time of a delivery or the expected time if no event has it', async () => {
    const expected = { estimated_delivery_at: '2026-11-05T10:00:00Z' }
    await answerWith({
      shop_order_id: '1',
      packages: [
        { tracking_number: 'T1', current_status: 'delivered' },
        { tracking_number: 'T2', current_status: 'in_transit' },
        { tracking_number: 'T3', current_status: 'delivered', timeline: [{ status: 'delivered', created_at: '2026-11-03T11:00:00Z' }] },
      ],
      shipments: [
        { tracking_number: 'T1', delivered_at: '2026-11-04T10:00:00Z' },
        { tracking_number: 'T2', ...expected },
        { tracking_number: 'T3', delivered_at: '2026-11-03T10:00:00Z' },
        { shop_shipment_id: '4', tracking_number: 'T4', status: 'delivered', delivered_at: '2026-11-04T12:00:00Z' },
      ],
    })

    const { packages } = await track()

    assert.deepEqual(
      packages.map(({ events, estimated_from, estimated_to }) => [
        events.map(({ status, created_at }) => `${status} ${created_at}`),
        estimated_from,
        estimated_to,
      ]),
      [
        [['delivered 2026-11-04T10:00:00.000Z'], null, null],
        [[], '2026-11-05T10:00:00.000Z', '2026-11-05T10:00:00.000Z'],
        [['delivered 2026-11-03T11:00:00.000Z'], null, null],
        [['delivered 2026-11-04T12:00:00.000Z'], null, null],
      ],
    )
  })

  test('with a bounded number of events, even if many packages share a shipment or a number', async () => {
    const events = Array.from({ length: 400 }, (_, index) => ({ status: 'in_transit', created_at: new Date(1.77e12 + index * 1_000).toISOString() }))
    const many = Array.from({ length: 400 }, (_, index) => ({ tracking_number: `T${index}`, shop_shipment_ids: ['1'] }))
    const twins = ['Mug', 'Bowl'].map((name) => ({ tracking_number: 'TWIN', line_items: [{ name }] }))
    await answerWith({
      shipments: [
        { shop_shipment_id: '1', events },
        { tracking_number: 'TWIN', events },
      ],
      packages: [...twins, ...many],
    })

    const { ticket, packages } = await track()

    const eventsOf = async (id: string) => (await stack.browser(tracking).trackEvents({ ticket, package: id })).events.length
    assert.deepEqual(await Promise.all(packages.slice(0, 4).map(({ id }) => eventsOf(id))), [400, 0, 400, 400])
    // The events that packages borrow from shipments are bounded in total.
    assert.equal(await eventsOf(packages.at(-1)!.id), 0)
    assert.equal(new Set(packages.map(({ id }) => id)).size, 402)
  })

  test('and is unavailable if too many of its entries are invalid', async () => {
    await answerWith({ shipments: [], packages: [{ tracking_number: 'T1', timeline: Array.from({ length: 150_000 }, () => 1) }] })

    await refusalOf(track(), 'upstream-unavailable')
  })

  test('with only what the proof allows, even if parts are left out', async () => {
    const [first, second] = whole().packages
    const hidden = { street: 'Clay Street', signed_by: 'Okafor' }
    const event = { status: { said: 'Okafor' }, message: 'Handed to Okafor, Salem', created_at: '2026-11-02T10:00:00Z', location: { ...hidden, city: 'Salem' } }
    const packages = [
      { ...first, ...hidden, tracking_number: { T1: 'Okafor' } },
      { ...second, ...hidden, timeline: [event], carrier: hidden },
    ]
    await answerWith({ ...whole(), ...hidden, shipments: [], packages })

    const [stranger, owner] = [await track({ tracking_number: 'T2' }), await track()]

    assert.deepEqual([numbersOf(stranger), numbersOf(owner)], [['T2'], ['T2']])
    for (const word of ['Okafor', 'Salem', 'Clay', 'Mug']) assert.ok(!JSON.stringify(stranger.packages).includes(word), word)
    for (const word of ['said', 'Clay']) assert.ok(!JSON.stringify(owner.packages).includes(word), word)
    await refusalOf(track({ tracking_number: 'T1' }), 'upstream-unavailable')
  })

  test('and the log names each left-out kind of part once, without its contents', async () => {
    const before = notes().length
    const timeline = Array.from({ length: 50 }, () => ({ status: 'in_transit', created_at: { secret: 'Okafor' } }))
    const packages = Array.from({ length: 20 }, (_, index) => ({ tracking_number: `T${index}`, carrier: { secret: 'Okafor' }, timeline }))
    await answerWith({ shipments: [], packages })

    assert.equal((await track()).packages.length, 20)

    const noted = notes().slice(before)
    assert.deepEqual(
      noted.map(({ parts }) => parts),
      [['packages.carrier', 'packages.timeline.created_at']],
    )
    assert.ok(!/Okafor|secret|T1\d|K-1002/.test(JSON.stringify(noted)))
  })

  test('by its packages if the service returns no shipments', async () => {
    const { shipments: _, ...unsent } = whole()
    for (const body of [unsent, { ...unsent, shipments: null }]) {
      await answerWith(body)

      const found = await track()

      assert.deepEqual([numbersOf(found), found.packages[0]!.events.length, found.all_settled], [['T1', 'T2'], 2, true])
    }
  })

  test('as not sent if the service returns neither shipments nor packages', async () => {
    const { shipments: _, packages: __, ...unsent } = whole()
    await answerWith(unsent)

    const found = await track()

    assert.deepEqual([found.packages, found.unshipped_items.length], [[], 1])
  })

  test('after all carriers have answered, even if a shipment’s status is still pending', async () => {
    const before = notes().length
    const { ticket } = await track()
    const shipments = [{ shop_shipment_id: '1', enrichment_status: {} }, 'none', { shop_shipment_id: '2', enrichment_status: 'pending' }]
    await stack.fault({ match: { path: '/track/api/order/enrichment_status' }, body: { shipments, all_settled: false }, times: 1 })
    await stack.fault({ match: { path: '/track/api/order/enrichment_status' }, body: { shipments, all_settled: true } })

    const answers = await Promise.all([0, 1].map(() => stack.browser(tracking).trackEnrichment({ ticket, wait: 10 })))

    assert.deepEqual(
      answers.map(({ shipments, all_settled }) => [shipments.map(({ shop_shipment_id }) => shop_shipment_id), all_settled]),
      [
        [['2'], true],
        [['2'], true],
      ],
    )
    assert.deepEqual(
      notes()
        .slice(before)
        .map(({ parts }) => parts),
      [['shipments.enrichment_status', 'shipments']],
    )
  })

  test('and the log notes nothing if every part is valid', async () => {
    const before = notes().length
    await answerWith(whole())

    assert.equal((await track()).packages.length, 2)

    assert.equal(notes().length, before)
  })

  test('with actions on its protection only if every part is valid, because a missing scan could end the protection', async () => {
    const { key } = await stack.backend.linkOrder({ shopOrderId: '580001002', ...order })
    await answerWith(whole())
    assert.equal((await track({ key })).protection?.state, 'protected')

    await answerWith(spoilt(['packages', '0', 'timeline', '0']))

    const { protection, may, protected: isProtected } = await track({ key })
    assert.deepEqual([protection, may, isProtected], [undefined, undefined, true])
  })
})

test('an unreadable claim is left out and noted, and the other claims are shown', () => {
  const kept = (changes: Partial<StoredClaim>): StoredClaim => ({
    key: 'refund/1',
    order: '1',
    hash: '',
    state: 'resolved',
    request: JSON.stringify({ claim: { resolution: 'refund', lines: [] } }),
    reply: { status: 200, body: '{}' },
    amount: null,
    createdAt: 1,
    settledAt: 2,
    decidedBy: null,
    job: null,
    ...changes,
  })
  const noted: string[][] = []
  const spoilt = [kept({ request: '{' }), kept({ request: '{"claim":{}}' }), kept({ reply: { status: 200, body: '' } }), kept({ settledAt: NaN })]

  const claims = toTrackedClaims([...spoilt, kept({})], { proof: 'key', items: new Map(), note: (parts) => noted.push(parts) })

  assert.deepEqual(
    claims.map(({ state, resolution }) => [state, resolution]),
    [['resolved', 'refund']],
  )
  assert.deepEqual(noted, [['claims']])
})
