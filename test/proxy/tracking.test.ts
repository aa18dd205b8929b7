import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { createSealer } from '../../proxy/identity/seal.ts'
import { readConfig } from '../../proxy/config/config.ts'
import { trackedOrderSchema } from '../../src/contract/tracking.schema.ts'
import type { TrackedOrder, TrackRequest } from '../../src/contract/tracking.ts'
import { protection } from '../../src/contract/protection.ts'
import { tracking } from '../../src/contract/tracking.ts'
import { startStack, until, type Stack } from '../stack.ts'
import { timed } from '../timed.ts'
import { orderOf } from './orders.ts'
import { allQuestions, questionsOf } from './questions.ts'
import { refusalOf } from './refusals.ts'

const order = { order_number: 'K-1002', email: 'mira@example.com' }
const parcel = '794644790138'
/** Data that no proof may show: e-mail address, name, street, postal code, telephone, ids. */
const never = ['mira@', '@example', 'Okafor', 'Clay Street', '97214', '555 0118', '5550118', '700100200301', '580001002"']

const keyOf = async (stack: Stack, number: string) => {
  const { orders } = await stack.state<{ orders: { shop_order_number: string; key: string }[] }>('orders')
  return orders.find(({ shop_order_number }) => shop_order_number === number)!.key
}

describe('trackOrder', () => {
  let stack: Stack
  before(async () => (stack = await startStack({ settings: { TRACK_TRIES: '1000,1000,1000' } })))
  after(() => stack.stop())
  afterEach(() => stack.mend())

  const track = (proof: TrackRequest) => stack.browser(tracking).trackOrder(proof)
  const linksOf = () => stack.backend.linkOrder({ shopOrderId: '580001002', ...order })
  const settled = (proof: TrackRequest) =>
    until(
      () => track(proof),
      ({ all_settled }) => all_settled,
    )

  describe('shows the whole order to its owner', () => {
    for (const [proof, ask] of [
      ['order', () => Promise.resolve<TrackRequest>(order)],
      ['key', async () => ({ key: await keyOf(stack, 'K-1002') })],
      ['key', async () => ({ key: (await linksOf()).key })],
    ] as const) {
      test(`by ${proof}`, async () => {
        const found = await settled(await ask())

        assert.deepEqual(trackedOrderSchema.strict().parse(found), found)
        assert.equal(found.proof, proof)
        assert.equal(found.order_number, 'K-1002')
        assert.equal(found.town?.city, 'Portland')
        assert.equal(found.protected, true)
        assert.deepEqual(
          found.packages.map(({ tracking_number }) => tracking_number),
          [parcel, '9261290278835400000017'],
        )
        assert.equal(found.packages[0]?.items[0]?.name, 'Stoneware mug')
        assert.ok(found.packages[0].events.some(({ message, place }) => message && place?.city))
      })
    }
  })

  describe('shows where the parcel is, and no personal data, to a caller', () => {
    for (const [what, ask, packages] of [
      ['with a tracking number', () => Promise.resolve<TrackRequest>({ tracking_number: parcel }), 1],
      ['with a shared link', async () => ({ key: (await linksOf()).share_key }), 2],
    ] as const) {
      test(what, async () => {
        const found = await settled(await ask())

        assert.equal(found.proof, 'tracking')
        assert.equal(found.packages.length, packages)
        assert.equal(found.packages[0]?.status, 'in_transit')
        assert.deepEqual([found.order_number, found.placed_at, found.financial_status, found.protected, found.town], [null, null, null, null, null])
        assert.deepEqual(found.unshipped_items, [])
        for (const { items, events } of found.packages) {
          assert.deepEqual(items, [])
          assert.ok(events.length > 0)
          for (const { message, place } of events) assert.deepEqual([message, place?.city ?? null, place?.province ?? null], [null, null, null])
          // An offset would reveal the region.
          for (const { created_at } of events) assert.match(created_at ?? '', /Z$/)
        }
        for (const hidden of ['Portland', 'Stoneware', 'poster', 'K-1002', '5800010']) assert.ok(!JSON.stringify(found).includes(hidden), hidden)
      })
    }

    test('even if a message of the carrier contains personal data', async () => {
      const message = 'Handed to M. Okafor, 2210 SE Clay Street, Portland'
      const event = { shop_shipment_event_id: 'e-1', status: 'delivered' as const, message, created_at: new Date().toISOString() }
      const { id } = await stack.backend.reportShipmentEvent({ shopShipmentId: '58000100101', ...event })
      await until(
        () => stack.backend.getReport({ id }),
        ({ state }) => state === 'delivered',
      )

      const stranger = await settled({ tracking_number: '1Z999AA10123456784' })
      const owner = await settled({ order_number: 'K-1001', email: order.email })

      assert.ok(!/Okafor|Clay Street|Portland/.test(JSON.stringify(stranger)))
      assert.ok(owner.packages[0]?.events.some((one) => one.message === message))
    })
  })

  test('accepts tickets until 24 hours after the proof, even if the ticket is renewed', async () => {
    const { sessionKeys, publicUrl } = readConfig(stack.settings)
    const sealer = createSealer(sessionKeys, publicUrl)
    const opened = async (ticket: string) => (await sealer.open<{ since: number; lookup: object }>('ticket', ticket))!
    const day = 86_400
    const now = Math.floor(Date.now() / 1000)
    const first = await opened((await settled(order)).ticket)
    const olderBy = (seconds: number) => sealer.seal('ticket', { ...first, since: now - seconds }, now + 900)

    let ticket = await olderBy(day - 600)
    for (let renewals = 0; renewals < 3; renewals += 1) ticket = (await track({ ticket })).ticket
    const last = await opened(ticket)

    assert.ok(Math.abs(first.since - now) < 60, 'a proof starts the 24 hours')
    assert.equal(last.since, now - day + 600)
    assert.equal(last.exp, now + 600, 'the ticket expires with the 24 hours')
    const over = await olderBy(day)
    await refusalOf(track({ ticket: over }), 'not-found')
    await refusalOf(stack.browser(tracking).trackEnrichment({ ticket: over, wait: 0 }), 'not-found')
  })

  test('never shows an e-mail address, a name, a street, a telephone number or the service’s key', async () => {
    const serviceKey = await keyOf(stack, 'K-1002')
    const { key, share_key } = await linksOf()

    for (const proof of [order, { key: serviceKey }, { key }, { key: share_key }, { tracking_number: parcel }]) {
      const found = await settled(proof)
      const again = await track({ ticket: found.ticket })
      const enrichment = await stack.browser(tracking).trackEnrichment({ ticket: found.ticket, wait: 0 })
      const said = JSON.stringify([found, again, enrichment])
      const readable = found.ticket
        .split('.')
        .map((part) => Buffer.from(part, 'base64url').toString('latin1'))
        .join()
      for (const hidden of [...never, serviceKey]) assert.ok(!said.includes(hidden) && !readable.includes(hidden), hidden)
    }
  })

  describe('finds the same order in every spelling:', () => {
    for (const proof of [
      { order_number: '#K-1002', email: 'mira@example.com' },
      { order_number: ' #  K-1002 ', email: ' MIRA@Example.COM ' },
      { order_number: 'Ｋ－１００２', email: 'ｍｉｒａ＠ｅｘａｍｐｌｅ．ｃｏｍ' },
      { order_number: '＃ k - 1002', email: 'mira@example.com' },
      { order_number: '# k 1002', email: 'mira@example.com' },
      { order_number: '\n  K-1002\t\n', email: 'mira@example.com\r\n' },
      { order_number: 'K\u2013100\u200b2\u200f', email: '\ufeffmira@example.com' },
    ]) {
      test(`${JSON.stringify(proof.order_number)} with ${proof.email}`, async () => {
        assert.equal((await track(proof)).order_number, 'K-1002')
      })
    }

    for (const number of ['1Z 999 AA1 01 9876 5438', '# 1Z999AA10198765438', '1z999aa10198765438', '１Ｚ９９９ＡＡ１０１９８７６５４３８']) {
      test(number, async () => {
        const found = await track({ tracking_number: number })
        const { shipments } = await stack.browser(tracking).trackEnrichment({ ticket: found.ticket, wait: 0 })

        assert.deepEqual(
          found.packages.map(({ tracking_number }) => tracking_number),
          ['1Z999AA10198765438'],
        )
        assert.equal(shipments.length, 1)
      })
    }
  })

  describe('prefers an order with exactly the typed number to one with an equivalent number:', () => {
    for (const [typed, other] of [
      ['#N-701', 'N-701'],
      ['N\u2013702', 'N-702'],
      ['Ｎ-703', 'N-703'],
      ['n-704', 'N-704'],
    ] as const) {
      test(typed, async () => {
        const { order_number: _, email } = order
        for (const number of [typed, other]) {
          await stack.backend.reportOrder({ ...orderOf(`typed-${number}`), shop_order_number: number })
          await until(
            () => stack.state<{ orders: { shop_order_number: string }[] }>('orders'),
            ({ orders }) => orders.some(({ shop_order_number }) => shop_order_number === number),
          )
        }

        assert.deepEqual(
          [(await track({ order_number: typed, email })).order_number, (await track({ order_number: other, email })).order_number],
          [typed, other],
        )
      })
    }

    test('and makes no second request if that is found', async () => {
      const before = await allQuestions(stack)

      await track({ order_number: '#K-1002', email: order.email })

      assert.equal((await allQuestions(stack)) - before, 1)
    })

    test('and never shows the order of another e-mail address', async () => {
      await stack.backend.reportOrder({ ...orderOf('typed-own'), shop_order_number: '#N-705' })
      const other = { ...orderOf('typed-other'), shop_order_number: 'N-705' }
      await stack.backend.reportOrder({ ...other, customer: { ...other.customer, email: 'jonas@example.com' } })
      await until(
        () => stack.state<{ orders: { shop_order_id: string }[] }>('orders'),
        ({ orders }) => ['typed-own', 'typed-other'].every((id) => orders.some(({ shop_order_id }) => shop_order_id === id)),
      )

      for (const typed of ['#N-705', 'N-705', '# n-705'])
        for (const [email, number] of [
          [order.email, '#N-705'],
          ['jonas@example.com', 'N-705'],
        ] as const)
          assert.equal((await track({ order_number: typed, email })).order_number, number)
      await refusalOf(track({ order_number: '#N-705', email: 'ada@example.com' }), 'not-found')
    })
  })

  test('looks up a number only in its plausible spellings', async () => {
    for (const [proof, ways] of [
      [{ order_number: 'z 8001', email: 'mira@example.com' }, 5],
      [{ order_number: 'z 80 01', email: 'mira@example.com' }, 4],
      [{ order_number: '#z8001', email: 'mira@example.com' }, 3],
      [{ tracking_number: '1Z 999aa' }, 4],
    ] as [TrackRequest, number][]) {
      const before = await allQuestions(stack)
      await refusalOf(track(proof), 'not-found')
      assert.equal((await allQuestions(stack)) - before, ways, JSON.stringify(proof))
    }
  })

  test('returns the same response for every miss', async () => {
    const answers = await Promise.all(
      [
        { order_number: 'K-1002', email: 'jonas@example.com' },
        { order_number: 'K-9999', email: 'mira@example.com' },
        { order_number: 'K-9999', email: 'nobody@example.com' },
        { tracking_number: '000000000000' },
        { key: 'a-key-that-is-none' },
        { key: 'a.key..that.is.none' },
      ].map(async (proof) => {
        const answer = await fetch(`${stack.proxy}/v1/orders/track`, {
          method: 'POST',
          body: JSON.stringify(proof),
          headers: { Origin: stack.origin, 'X-Storefront-Client': '1', 'Content-Type': 'application/json' },
        })
        // Only responses about numbers have headers with the remaining attempts, because only numbers are counted.
        const headers = [...answer.headers].filter(([name]) => !['date', 'x-request-id', 'ratelimit', 'ratelimit-policy'].includes(name))
        return { status: answer.status, headers, body: await answer.text() }
      }),
    )

    assert.equal(answers[0]!.status, 404)
    for (const answer of answers) assert.deepEqual(answer, answers[0])
  })

  test('returns the same response, without the service’s error text, for every status with which the service finds no order', async () => {
    const body = { error: ['Order K-1002 of mira@example.com was archived'] }
    for (const status of [400, 409, 410, 422]) {
      await stack.fault({ match: { path: '/track/api/order' }, status, body })

      const { errors, detail } = await refusalOf(track({ key: 'a-key' }), 'not-found')

      assert.deepEqual([errors, detail], [undefined, 'There is no order with these details.'])
      await stack.mend()
    }
  })

  describe('accepts exactly one proof, names the fault in one line, and makes no request for', () => {
    for (const [field, proof] of [
      ['key', {}],
      ['email', { order_number: 'K-1002' }],
      ['order_number', { email: 'mira@example.com' }],
      ['tracking_number', { ...order, tracking_number: parcel }],
      ['tracking_number', { order_number: 'K-1002', tracking_number: parcel }],
      ['order_number', { ...order, key: 'x' }],
      ['tracking_number', { key: 'x', tracking_number: parcel }],
      ['key', { key: 'x', ticket: 'y', ...order, tracking_number: parcel }],
      ['order_number', { order_number: '', email: 'mira@example.com' }],
      ['order_number', { order_number: '#', email: 'mira@example.com' }],
      ['order_number', { order_number: '7'.repeat(1_000), email: 'mira@example.com' }],
      ['email', { order_number: 'K-1002', email: 'mira' }],
      ['email', { order_number: 'K-1002', email: `${'m'.repeat(1_000)}@example.com` }],
      ['email', { order_number: 'K-1002', email: 'mіra@example.com' }],
      ['tracking_number', { tracking_number: '   ' }],
      ['tracking_number', { tracking_number: '#' }],
      ['tracking_number', { tracking_number: '\u200b\u00ad' }],
      ['tracking_number', { tracking_number: '79464\u0000' }],
      ['tracking_number', { tracking_number: '\u202e831097446497' }],
      ['tracking_number', { tracking_number: '79464\ud800' }],
      ['tracking_number', { tracking_number: '\ufdfa'.repeat(64) }],
      ['tracking_number', { tracking_number: 794644790138 }],
      ['tracking_number', { tracking_number: [parcel] }],
      ['tracking_number', { tracking_number: { toString: parcel } }],
      ['key', { key: '' }],
      ['key', { key: null }],
      ['key', { key: 'x'.repeat(5_000) }],
    ] as [string, TrackRequest][]) {
      test(JSON.stringify(proof).slice(0, 80), async () => {
        const before = await allQuestions(stack)

        const { errors, detail } = await refusalOf(track(proof), 'invalid-request')

        assert.equal(errors?.length, 1, errors?.join('; '))
        assert.ok(errors[0]!.startsWith(`${field} `) && errors[0]!.length < 120 && detail.includes(errors[0]!), errors[0])
        assert.equal(await allQuestions(stack), before)
      })
    }
  })

  test('shows only the package itself for a tracking number, whatever the service or a carrier writes in its fields', async () => {
    const shipment = { shop_shipment_id: '1', tracking_number: 'T1, T2', enrichment_status: 'completed', events: [], line_items: [] }
    const one = {
      tracking_number: 'T1',
      carrier: 'Courier',
      tracking_links: ['T1', 't1?lang=en', 'T1-97214', 'T1?zip=97214', 'T1#mira@example.com', 'T1?to=mira%40example.com'].map((end) => ({
        carrier: 'Courier',
        url: `https://courier.example/${end}`,
      })),
      current_status: 'Left with M. Okafor, Portland',
      timeline: [
        { status: 'Left with M. Okafor, Portland', created_at: '2026-11-20T10:00:00Z', signed_by: 'Okafor' },
        {
          status: 'in_transit',
          created_at: '2026-11-19T10:00:00Z',
          location: { city: 'Portland', province_code: 'US-OR', country_code: 'US', street: 'Clay Street' },
        },
      ],
      signed_by: 'Okafor',
      shop_shipment_ids: ['1'],
    }
    const sibling = { ...shipment, shop_shipment_id: '2', tracking_number: 'T3', enrichment_status: 'pending' }
    const body = {
      shop_order_id: '7',
      signed_by: 'Okafor',
      shipments: [shipment, sibling],
      packages: [one, { ...one, tracking_number: 'T3', shop_shipment_ids: ['2'] }],
    }
    const asked = { shipments: [shipment, sibling], all_settled: false }
    await stack.fault({ match: { path: '/track/api/order/enrichment_status' }, body: asked })
    await stack.fault({ match: { path: '/track/api/order' }, body })

    const found = await track({ tracking_number: 'T1' })
    const enrichment = await stack.browser(tracking).trackEnrichment({ ticket: found.ticket, wait: 5 })

    // The sealed ticket is left out: it may contain any letters by chance.
    const said = JSON.stringify([{ ...found, ticket: '' }, enrichment])
    for (const hidden of ['Okafor', 'Portland', 'Clay', '97214', 'mira', 'T3', 'US-OR']) assert.ok(!said.includes(hidden), hidden)
    assert.deepEqual(
      found.packages.map(({ links, status, events }) => [links.map(({ url }) => url), status, events.map((event) => event.status)]),
      [[['https://courier.example/T1', 'https://courier.example/t1?lang=en'], null, ['', 'in_transit']]],
    )
    assert.deepEqual([found.all_settled, enrichment.all_settled, enrichment.shipments.length], [true, true, 1])
  })

  test('lists of many packages only the latest events of each, whatever the proof, and always the newest and the oldest of each status', async () => {
    const packagesOf = (count: number, size: number) =>
      Array.from({ length: count }, (_, index) => ({
        tracking_number: `T${index}`,
        timeline: Array.from({ length: size }, (_event, age) => ({
          status: age === size - 1 ? 'label_printed' : 'in_transit',
          created_at: new Date(1.77e12 - age * 60_000).toISOString(),
        })),
      }))
    const answerFor = async (packages: object[], proof: TrackRequest, shipments: object[] = []) => {
      await stack.mend()
      await stack.fault({ match: { path: '/track/api/order' }, body: { shipments, packages } })
      const { ticket, ...found } = await track(proof)
      return {
        ticket,
        counts: [...new Set(found.packages.map(({ events, earlier }) => `${events.length} ${earlier}`))],
        last: found.packages[0]!.events.at(-1)!.status,
      }
    }

    const key = await keyOf(stack, 'K-1002')
    const { share_key } = await track({ key })
    const { ticket, ...first } = await answerFor(packagesOf(200, 50), order)
    assert.deepEqual(first, { counts: ['7 true'], last: 'label_printed' })
    for (const proof of [{ ticket }, { key }, { key: share_key! }]) {
      assert.deepEqual((await answerFor(packagesOf(200, 50), proof)).counts, ['7 true'], Object.keys(proof).join())
    }
    // The packages share the room: few packages have all their events in the answer.
    assert.deepEqual((await answerFor(packagesOf(30, 50), order)).counts, ['18 true'])
    assert.deepEqual((await answerFor(packagesOf(30, 18), order)).counts, ['18 undefined'])
    assert.deepEqual((await answerFor(packagesOf(10, 50), order)).counts, ['50 undefined'])
    assert.deepEqual((await answerFor(packagesOf(200, 50), { tracking_number: 'T7' })).counts, ['50 undefined'])

    // The limit counts the events that are shown, from every place in the response, without duplicates.
    const shipmentsOf = (packages: ReturnType<typeof packagesOf>) =>
      packages.map(({ timeline, ...one }) => ({ ...one, enrichment_status: 'completed', events: timeline }))
    assert.deepEqual((await answerFor([], order, shipmentsOf(packagesOf(30, 50)))).counts, ['18 true'])
    assert.deepEqual((await answerFor(packagesOf(30, 18), order, shipmentsOf(packagesOf(30, 18)))).counts, ['18 undefined'])
  })

  test('shows an event once if several shipments have the same event', async () => {
    const [scan, arrival] = ['Left Reno', 'At the door'].map((message) => ({ status: 'in_transit', message, created_at: '2026-03-01T09:30:00Z' }))
    const [undated, later] = [{ status: 'confirmed' }, { ...scan, created_at: '2026-03-01T09:31:00Z' }]
    const shipments = ['1', '2'].map((shop_shipment_id) => ({
      shop_shipment_id,
      tracking_number: 'T1',
      events: [scan, undated, arrival, scan, later, undated],
    }))
    const body = { shipments, packages: [{ tracking_number: 'T1', shop_shipment_ids: ['1', '2'], timeline: [] }] }
    await stack.fault({ match: { path: '/track/api/order' }, body })

    const { events } = (await track({ key: await keyOf(stack, 'K-1002') })).packages[0]!

    assert.deepEqual(
      events.map(({ message }) => message),
      ['Left Reno', 'Left Reno', 'At the door', null],
    )
  })

  test('limits the events of a package even if each has its own status', async () => {
    const timeline = Array.from({ length: 5_000 }, (_, index) => ({ status: `status_${index}` }))
    await stack.fault({ match: { path: '/track/api/order' }, body: { shipments: [], packages: [{ tracking_number: 'T1', timeline }] } })

    assert.equal((await track(order)).packages[0]?.events.length, 1_000)
  })

  test('shows times at both ends of the calendar, even if the local time of the event is outside of it', async () => {
    const timeline = ['+275760-09-13T01:00:00+02:00', '-271821-04-19T23:00:00-02:00'].map((created_at) => ({ status: 'in_transit', created_at }))
    await stack.fault({ match: { path: '/track/api/order' }, body: { shipments: [], packages: [{ tracking_number: 'T1', timeline }] } })

    const found = await track({ key: await keyOf(stack, 'K-1002') })

    assert.deepEqual(
      found.packages[0]?.events.map(({ created_at }) => created_at),
      ['+275760-09-12T23:00:00.000Z', '-271821-04-20T01:00:00.000Z'],
    )
  })

  test('ignores other proofs in unknown fields', async () => {
    const found = await track({ tracking_number: parcel, order: order.order_number, proof: 'key', shop_order_id: '580001002' } as TrackRequest)

    assert.equal(found.proof, 'tracking')
    assert.equal(found.order_number, null)
  })

  test('drops invalid links, invisible characters and invalid times', async () => {
    const hostile = [
      'javascript:alert(1)',
      'data:text/html,x',
      ' java\nscript:alert(1)',
      'https://user:pass@courier.example',
      '//courier.example',
      'ftp://courier.example',
    ]
    const shipment = { shop_shipment_id: '1', tracking_number: 'T1', enrichment_status: 'completed', events: [], line_items: [] }
    const one = {
      tracking_number: 'T1',
      carrier: '<img src=x onerror=alert(1)>',
      tracking_links: [...hostile, 'https://courier.example/T1'].map((url) => ({ carrier: 'Courier', url })),
      current_status: 'teleported',
      current_status_label: 'Beam\u202eed\u0007 up',
      estimated_delivery_at: 'soon',
      timeline: [{ status: 'teleported', message: 'x'.repeat(5_000), created_at: 'yesterday' }],
      line_items: [{ name: 'Mug', quantity: 1, image_url: 'javascript:alert(1)' }],
      shop_shipment_ids: ['1'],
    }
    await stack.fault({ match: { path: '/track/api/order' }, body: { key: 'secret', shipments: [shipment], packages: [one], surprise: 'secret' } })

    const found = await track(order)

    assert.deepEqual(found.packages[0]?.links, [{ carrier: 'Courier', url: 'https://courier.example/T1' }])
    assert.equal(found.packages[0].items[0]?.image_url, null)
    assert.equal(found.packages[0].label, 'Beam ed  up')
    assert.equal(found.packages[0].status, 'teleported')
    assert.equal(found.packages[0].carrier, '<img src=x onerror=alert(1)>')
    assert.equal(found.packages[0].estimated_from, null)
    assert.equal(found.packages[0].events[0]?.created_at, null)
    assert.ok(found.packages[0].events[0].message!.length <= 500)
    assert.ok(!JSON.stringify(found).includes('secret'))
  })

  test('responds with upstream-unavailable if the service fails or returns something else than an order', async () => {
    for (const fault of [{ status: 500 }, { body: { shipments: 'none' } }, { body: {} }, { body: { message: 'ok' } }, { body: '<html>' }, { drop: true }]) {
      await stack.fault({ match: { path: '/track/api/order' }, ...fault, times: 2 })
      await refusalOf(track(order), 'upstream-unavailable')
      await stack.mend()
    }
  })

  describe('a ticket', () => {
    const sealer = () => createSealer(readConfig(stack.settings).sessionKeys, stack.proxy)
    const claims = { lookup: order, proof: 'order' }
    const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds

    test('fetches the same order again, and shows only what its proof allows', async () => {
      const { ticket } = await track({ tracking_number: parcel })

      const again = await track({ ticket })

      assert.deepEqual([again.proof, again.packages.length], ['tracking', 1])
    })

    test('is valid for fifteen minutes', async () => {
      const { ticket } = await track(order)
      const { exp, iat } = (await sealer().open('ticket', ticket))!
      const old = await sealer().seal('ticket', claims, inSeconds(-1))

      assert.equal(exp! - iat, 900)
      await refusalOf(track({ ticket: old }), 'not-found')
      await refusalOf(stack.browser(tracking).trackEnrichment({ ticket: old }), 'not-found')
      assert.equal((await track({ ticket: await sealer().seal('ticket', claims, inSeconds(60)) })).order_number, 'K-1002')
    })

    test('cannot be another sealed token, or a changed ticket', async () => {
      const { key } = await linksOf()
      const { token } = await stack.browser(protection).quoteProtection({ cents: 6200, currency: 'USD' })
      const { ticket } = await track(order)
      const changed = ticket.replace(/.(?=[^.]{20}\.[^.]*$)/, (character) => (character === 'A' ? 'B' : 'A'))
      const before = await allQuestions(stack)

      for (const other of [key, token, changed, 'x', parcel]) {
        await refusalOf(track({ ticket: other }), 'not-found')
        await refusalOf(stack.browser(tracking).trackEnrichment({ ticket: other }), 'not-found')
      }
      for (const sealed of [ticket, token]) await refusalOf(track({ key: sealed }), 'not-found')
      assert.equal(await allQuestions(stack), before)
    })
  })
})

describe('misses', () => {
  let stack: Stack
  before(async () => (stack = await startStack({ settings: { TRACK_TRIES: '6,3,5,100', TRUST_PROXY: '1' } })))
  after(() => stack.stop())

  /** Returns a client that sends this forwarded address. */
  const from = (address: string) => stack.browser(tracking, { headers: { 'X-Forwarded-For': address } })
  const miss = (address: string, number: string) => from(address).trackOrder({ order_number: number, email: 'nobody@example.com' })
  const misses = async (address: string, count: number) => {
    for (let index = 0; index < count; index += 1) await refusalOf(miss(address, `M-${address}-${index}`), 'not-found')
  }

  test('are limited per address, for real and unknown numbers, and the refusal has the time to wait', async () => {
    await misses('192.0.2.1', 6)

    const { retry_after } = await refusalOf(from('192.0.2.1').trackOrder(order), 'rate-limited')

    assert.ok(retry_after! > 0 && retry_after! <= 600)
    assert.equal((await from('192.0.2.2').trackOrder(order)).order_number, 'K-1002')
  })

  test('do not block a link or a ticket', async () => {
    const { ticket } = await from('192.0.2.3').trackOrder(order)
    const { key } = await stack.backend.linkOrder({ shopOrderId: '580001002', ...order })
    await misses('192.0.2.3', 6)

    await refusalOf(from('192.0.2.3').trackOrder({ tracking_number: parcel }), 'rate-limited')
    assert.equal((await from('192.0.2.3').trackOrder({ key })).order_number, 'K-1002')
    assert.equal((await from('192.0.2.3').trackOrder({ ticket })).order_number, 'K-1002')
    assert.ok((await from('192.0.2.3').trackEnrichment({ ticket, wait: 0 })).shipments.length > 0)
  })

  test('are counted, and successful look-ups are not', async () => {
    for (let index = 0; index < 10; index += 1) assert.equal((await from('192.0.2.4').trackOrder(order)).order_number, 'K-1002')

    await misses('192.0.2.4', 6)
    await refusalOf(miss('192.0.2.4', 'M-x'), 'rate-limited')
  })

  test('are limited per number for all addresses together, in every spelling of the number', async () => {
    for (const [index, number] of ['K-1003', '#Ｋ–1003', 'k-1003', 'K 1003', 'k1003'].entries())
      await refusalOf(miss(`192.0.2.${10 + index}`, number), 'not-found')

    await refusalOf(miss('192.0.2.20', 'K-1003'), 'rate-limited')
    await refusalOf(from('192.0.2.21').trackOrder({ order_number: 'K-1003', email: 'jonas@example.com' }), 'rate-limited')
    assert.equal((await from('192.0.2.21').trackOrder(order)).order_number, 'K-1002')
  })

  test('are limited per address and number, whether the order exists or not', async () => {
    for (const number of ['K-1004', 'K-7777']) {
      for (let index = 0; index < 3; index += 1) await refusalOf(miss('192.0.2.30', number), 'not-found')
      await refusalOf(miss('192.0.2.30', number), 'rate-limited')
    }
  })

  test('are limited even if they come at once', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 40 }, (_, index) => miss('192.0.2.40', `A-${index}`)))

    const codes = outcomes.map((outcome) => (outcome as { reason: { problem: { code: string } } }).reason.problem.code)
    assert.equal(codes.filter((code) => code === 'not-found').length, 6)
    assert.equal(codes.filter((code) => code === 'rate-limited').length, 34)
  })

  test('of one IPv6 network count as those of one address', async () => {
    for (let index = 0; index < 6; index += 1) await refusalOf(miss(`2001:db8:1:2::${index + 1}`, `B-${index}`), 'not-found')

    await refusalOf(miss('2001:db8:1:2:ffff:ffff:ffff:ffff', 'B-x'), 'rate-limited')
    await refusalOf(miss('2001:DB8:0001:2:3:4:5:6', 'B-y'), 'rate-limited')
    await refusalOf(miss('2001:db8:1:3::1', 'B-z'), 'not-found')
  })

  test('are not counted while the service is down', async () => {
    await stack.fault({ match: { path: '/track' }, status: 400 + 29, times: 8 })
    for (let index = 0; index < 8; index += 1) await refusalOf(miss('192.0.2.50', `C-${index}`), 'upstream-unavailable')

    await misses('192.0.2.50', 6)
  })
})

test('misses count for the address of the connection if no reverse proxy is trusted', async (t) => {
  const stack = await startStack({ settings: { TRACK_TRIES: '2,2,9' } })
  t.after(() => stack.stop())
  const miss = (index: number) => stack.browser(tracking, { headers: { 'X-Forwarded-For': `192.0.2.${index}` } }).trackOrder({ tracking_number: `T-${index}` })

  for (const index of [1, 2]) await refusalOf(miss(index), 'not-found')

  await refusalOf(miss(3), 'rate-limited')
})

describe('trackEnrichment', () => {
  const polling = 'GET /track/api/order/enrichment_status'
  let stack: Stack
  before(async () => (stack = await startStack({ services: { enrichment: { delay: 2_500 } } })))
  after(() => stack.stop())

  test('waits until all is settled, and causes one request per second to the service for any number of callers', async () => {
    const orders: TrackedOrder[] = []
    // One after another, because look-ups of one number that are in progress count as attempts.
    for (let count = 0; count < 12; count += 1) orders.push(await stack.browser(tracking).trackOrder(order))
    const before = await questionsOf(stack, polling)
    const shipment = { shop_shipment_id: 's-1', tracking_number: parcel }
    const match = { path: '/track/api/order/enrichment_status' }
    await stack.fault({ match, body: { shipments: [{ ...shipment, enrichment_status: 'pending' }], all_settled: false }, times: 2 })
    await stack.fault({ match, body: { shipments: [{ ...shipment, enrichment_status: 'completed' }], all_settled: true } })

    const answers = await Promise.all(orders.map(({ ticket }: TrackedOrder) => timed(() => stack.browser(tracking).trackEnrichment({ ticket, wait: 20 }))))

    assert.ok(answers.every(({ result }) => result.all_settled))
    assert.equal((await questionsOf(stack, polling)) - before, 3)
    const longest = Math.max(...answers.map(({ passed }) => passed))
    assert.ok(longest >= 1_990, `three questions in ${longest} ms`)
    await stack.mend()
  })

  test('returns the known state at once with a wait of 0, and starts no polling', async () => {
    const { ticket } = await stack.browser(tracking).trackOrder({ order_number: 'K-1004', email: order.email })

    const { all_settled, shipments, next_poll_ms } = await stack.browser(tracking).trackEnrichment({ ticket, wait: 0 })

    assert.equal(all_settled, false)
    assert.equal(shipments[0]?.enrichment_status, 'pending')
    assert.equal(next_poll_ms, undefined)
  })

  test('makes two requests for a caller without a wait, and returns when to poll again', async () => {
    const { ticket } = await stack.browser(tracking).trackOrder({ order_number: 'K-1001', email: order.email })
    await stack.fault({ match: { path: '/track/api/order/enrichment_status' }, body: { shipments: [], all_settled: false } })
    const before = await questionsOf(stack, polling)

    const { all_settled, next_poll_ms } = await stack.browser(tracking).trackEnrichment({ ticket })
    const asked = (await questionsOf(stack, polling)) - before
    await stack.mend()

    assert.deepEqual([all_settled, next_poll_ms, asked], [false, 1_000, 2])
  })

  describe('follows a service that says that not all has settled', () => {
    const entry = (tracking_number: string, enrichment_status: string) => ({ shop_shipment_id: `s-${tracking_number}`, tracking_number, enrichment_status })
    const answer = (body: object, times?: number) => stack.fault({ match: { path: '/track/api/order/enrichment_status' }, body, ...(times && { times }) })
    const ask = async (proof: TrackRequest, wait?: number) => {
      const { ticket } = await stack.browser(tracking).trackOrder(proof)
      return stack.browser(tracking).trackEnrichment({ ticket, ...(wait !== undefined && { wait }) })
    }
    afterEach(() => stack.mend())

    test('even if no shipment is pending, and waits until all has settled', async () => {
      const shipments = [entry(parcel, 'completed')]
      await answer({ shipments, all_settled: false }, 2)
      await answer({ shipments, all_settled: true })
      const before = await questionsOf(stack, polling)

      const { all_settled } = await ask({ order_number: 'K-1004', email: order.email }, 10)

      assert.deepEqual([all_settled, (await questionsOf(stack, polling)) - before], [true, 3])
    })

    test('only as long as the caller waits', async () => {
      await answer({ shipments: [entry(parcel, 'completed')], all_settled: false })

      const { result, counted } = await timed(() => ask(order, 2))

      assert.equal(result.all_settled, false)
      assert.ok(counted < 10_000, `${counted} ms`)
    })

    test('for a caller with only a tracking number, unless other packages are pending', async () => {
      await answer({ shipments: [entry(parcel, 'completed'), entry('OTHER', 'pending')], all_settled: false })
      // The last response about an order is valid for one second: repeat each request until the new response has arrived.
      const others = await until(
        () => ask({ tracking_number: parcel }, 1),
        ({ all_settled }) => all_settled,
      )
      await stack.mend()
      await answer({ shipments: [entry(parcel, 'completed'), entry('OTHER', 'completed')], all_settled: false })
      const own = await until(
        () => ask({ tracking_number: parcel }, 1),
        ({ all_settled }) => !all_settled,
      )

      assert.deepEqual([others.all_settled, own.all_settled], [true, false])
    })
  })

  test('refuses an invalid wait', async () => {
    const { ticket } = await stack.browser(tracking).trackOrder(order)

    for (const wait of [-1, 21, '5' as unknown as number]) await refusalOf(stack.browser(tracking).trackEnrichment({ ticket, wait }), 'invalid-request')
  })

  test('stops its requests after the caller has left', async () => {
    const { ticket } = await stack.browser(tracking).trackOrder({ order_number: 'K-1003', email: 'jonas@example.com' })
    await stack.fault({ match: { path: '/track/api/order/enrichment_status' }, body: { shipments: [], all_settled: false } })
    const leaving = new AbortController()
    const asked = stack.browser(tracking).trackEnrichment({ ticket, wait: 20 }, { signal: leaving.signal })
    const counted = await until(
      () => questionsOf(stack, polling),
      (count) => count > 0,
    )
    leaving.abort()
    await assert.rejects(asked, { name: 'AbortError' })

    // The later caller is the only one.
    const later = await stack.browser(tracking).trackEnrichment({ ticket, wait: 3 })
    await stack.mend()

    assert.equal(later.all_settled, false)
    assert.ok((await questionsOf(stack, polling)) - counted <= 4)
  })
})
