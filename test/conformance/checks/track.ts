import assert from 'node:assert/strict'
import type { Account } from '../account.ts'
import type { Answer } from '../answer.ts'
import type { Check } from '../check.ts'
import { accepted } from '../expect.ts'
import { address, event, line, report, ship, shipment, song } from '../orders.ts'

type Query = Record<string, string>
interface Tracked {
  orderId: string
  shipmentId: string
  number: string
  email: string
  trackingNumber: string
}

const unique = () => crypto.randomUUID().slice(0, 8).toUpperCase()
const look = ({ track }: Account, query: Query) => track('GET', '/api/order', { query })
const askStatus = ({ track }: Account, query: Query) => track('GET', '/api/order/enrichment_status', { query })
const statusesOf = (answer: Answer) => answer.at<Record<string, unknown>[]>('shipments')?.map(({ enrichment_status }) => enrichment_status) ?? []

/** An order with one parcel under way, and by what it can be found. */
async function reportTracked(account: Account, changes: object = {}): Promise<Tracked> {
  const number = `#C-${unique()}`
  const email = `ada-${unique()}@example.com`.toLowerCase()
  const trackingNumber = `1Z${unique()}${unique()}`
  const customer = { shop_customer_id: '7', first_name: 'Ada', last_name: 'Byron', email }
  const orderId = await report(account, { shop_order_number: number, customer, ...changes })
  const id = await ship(account, orderId, { tracking_number: trackingNumber })
  accepted(await account.protection('POST', `/shipments/${id}/events`, { body: event('in_transit', { message: 'On its way' }) }))
  return { orderId, shipmentId: id, number, email, trackingNumber }
}

/** What a record says beyond what is promised of it is optional (A79), and true where it is said. */
function saysNothingElse(record: Record<string, unknown> | undefined, reported: Record<string, unknown>) {
  for (const [name, value] of Object.entries(reported)) if (record?.[name] !== undefined) assert.deepEqual(record[name], value, name)
}

/** Asks for the order until no carrier is waited for any more. */
async function settled(account: Account, query: Query): Promise<Answer> {
  accepted(await look(account, query))
  await account.until(
    () => askStatus(account, query),
    (answer) => answer.at('all_settled') === true,
  )
  return accepted(await look(account, query))
}

/** One of the two mugs, in the short form of a line (A80). */
function checkLines(lines: unknown) {
  const [mug, ...more] = lines as Record<string, unknown>[]
  assert.equal(more.length, 0)
  assert.deepEqual([mug?.shop_line_item_id, mug?.quantity, mug?.name], ['line-1', 1, 'Mug, blue'])
  saysNothingElse(mug, { image_url: line().image_url })
}

/** Where an order is, by its own interface. */
export const trackChecks: Check[] = [
  {
    sentences: ['P1', 'P3', 'P12', 'P119', 'P120', 'P132', 'P134', 'P140', 'A76', 'A77', 'A79'],
    title: 'an order is found, without a key, by its number with the e-mail address, by tracking number, and by its own key, in the query',
    async run(account) {
      const { orderId, number, email, trackingNumber } = await reportTracked(account)
      const found = accepted(await look(account, { order_number: number, email }), 200)
      assert.equal(found.at('shop_order_id') ?? orderId, orderId)
      assert.equal(accepted(await look(account, { tracking_number: trackingNumber })).at('order_number'), number)
      const key = found.at<string>('key')
      assert.ok(key, 'by number and e-mail an order tells its key')
      assert.equal(accepted(await look(account, { key })).at('order_number'), number)
      assert.match(found.headers.get('content-type') ?? '', /^application\/json\b/)
    },
  },
  {
    sentences: ['P132', 'P134', 'A76'],
    title: 'neither capitals of an e-mail address nor the sign before a number keep an order from being found',
    async run(account) {
      const { number, email } = await reportTracked(account)
      for (const query of [
        { order_number: number, email: email.toUpperCase() },
        { order_number: number.slice(1), email },
        { order_number: ` ${number} `, email },
      ])
        accepted(await look(account, query))
    },
  },
  {
    sentences: ['P133'],
    title: 'key wins over number and e-mail, and these win over tracking number, found or not',
    async run(account) {
      const [a, b, c] = [await reportTracked(account), await reportTracked(account), await reportTracked(account)]
      const key = String(accepted(await look(account, { order_number: a.number, email: a.email })).at('key'))
      const byNumber = { order_number: b.number, email: b.email }
      const all = { key, ...byNumber, tracking_number: c.trackingNumber }
      for (const ask of [look, askStatus]) {
        const numberOf = (answer: Answer) => accepted(answer).at<Record<string, unknown>[]>('shipments')?.[0]?.tracking_number
        assert.equal(numberOf(await ask(account, all)), a.trackingNumber)
        assert.equal(numberOf(await ask(account, { ...byNumber, tracking_number: c.trackingNumber })), b.trackingNumber)
        assert.equal(numberOf(await ask(account, { tracking_number: c.trackingNumber })), c.trackingNumber)
        assert.equal((await ask(account, { ...all, key: 'invented' })).status, 404)
        assert.equal((await ask(account, { ...byNumber, email: a.email, tracking_number: c.trackingNumber })).status, 404)
      }
    },
  },
  {
    sentences: ['P132', 'P148', 'A78'],
    title: 'half a lookup is 422, and every miss is the same 404, so that nobody learns which orders there are',
    async run(account) {
      const { number, email } = await reportTracked(account)
      for (const ask of [look, askStatus]) {
        for (const query of [{}, { order_number: number }, { email }]) assert.equal((await ask(account, query as Query)).status, 422)
        const misses = [
          await ask(account, { order_number: number, email: 'somebody@example.com' }),
          await ask(account, { order_number: '#C-NONE', email }),
          await ask(account, { key: 'invented' }),
          await ask(account, { tracking_number: 'INVENTED' }),
        ]
        assert.deepEqual(
          misses.map(({ status, text }) => [status, text]),
          misses.map(() => [404, misses[0]!.text]),
        )
      }
    },
  },
  {
    sentences: ['P83', 'P84', 'P85', 'P87', 'A80', 'A81', 'A82', 'A83', 'A84', 'A85', 'P97'],
    title: 'an order shows a view for each shipment, its packages, and what is still to come',
    async run(account) {
      const created_at = '2026-02-01T08:00:00Z'
      const { orderId, shipmentId, number, email, trackingNumber } = await reportTracked(account, { created_at })
      const answer = await settled(account, { order_number: number, email })
      assert.deepEqual([answer.at('order_number'), answer.at('financial_status')], [number, 'paid'])
      saysNothingElse(Object(answer.json) as Record<string, unknown>, { shop_order_id: orderId, created_at, currency: 'USD', is_protected: false })
      saysNothingElse(answer.at('shipping_address'), address())
      const [view] = answer.at<Record<string, unknown>[]>('shipments') ?? []
      assert.deepEqual([view?.shop_shipment_id, view?.tracking_number, view?.status], [shipmentId, trackingNumber, 'in_transit'])
      saysNothingElse(view, { tracking_company: 'UPS' })
      const events = view?.events as Record<string, unknown>[]
      assert.ok(
        events.some(({ status, message, created_at }) => status === 'in_transit' && message === 'On its way' && !Number.isNaN(Date.parse(String(created_at)))),
      )
      checkLines(view?.line_items)

      const [parcel, ...more] = answer.at<Record<string, unknown>[]>('packages') ?? []
      assert.equal(more.length, 0)
      assert.deepEqual([parcel?.tracking_number, parcel?.current_status], [trackingNumber, 'in_transit'])
      assert.ok(typeof parcel?.current_status_label === 'string' && parcel.current_status_label !== 'in_transit')
      saysNothingElse(parcel, { carrier: 'UPS', shop_shipment_ids: [shipmentId] })
      const links = parcel.tracking_links as { carrier: unknown; url: string }[]
      assert.ok(links.length > 0)
      for (const { carrier, url } of links) assert.deepEqual([carrier, new URL(url).protocol], ['UPS', 'https:'])
      // The one shipment is the one package: what happened to it is the same.
      assert.deepEqual(parcel.timeline, events)
      assert.ok('estimated_delivery_at' in parcel || 'estimated_delivery' in parcel)
      checkLines(parcel.line_items)

      assert.equal(answer.at('has_shippable_items'), true)
      assert.equal(answer.at('has_fulfillment_without_tracking'), false)
      checkLines(answer.at('unfulfilled_line_items'))
    },
  },
  {
    sentences: ['P85', 'P122', 'A80', 'A87', 'A105'],
    title: 'an unprotected order of digital goods has nothing that ships and is settled, and one of a single gram ships',
    async run(account) {
      const number = `#C-${unique()}`
      const customer = { shop_customer_id: '7', first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com' }
      await report(account, { shop_order_number: number, customer, line_items: [song()] })
      const query = { order_number: number, email: 'ada@example.com' }
      const answer = accepted(await look(account, query))
      assert.equal(answer.at('has_shippable_items'), false)
      assert.deepEqual([answer.at('unfulfilled_line_items'), answer.at('shipments'), answer.at('packages')], [[], [], []])
      const status = accepted(await askStatus(account, query))
      assert.deepEqual([status.at('shipments'), status.at('all_settled')], [[], true])
      const light = `#C-${unique()}`
      await report(account, { shop_order_number: light, customer, line_items: [{ ...song(), grams: 1 }] })
      assert.equal(accepted(await look(account, { order_number: light, email: 'ada@example.com' })).at('has_shippable_items'), true)
    },
  },
  {
    sentences: ['P84', 'P85', 'P73', 'A83', 'A86', 'A90', 'A85'],
    title: 'a blank tracking number counts as a fulfillment without tracking, which no carrier is asked about',
    async run(account) {
      const { orderId, number, email } = await reportTracked(account)
      accepted(await account.protection('POST', '/shipments', { body: shipment(orderId, { tracking_number: ' ', line_items: [line({ quantity: 1 })] }) }))
      const answer = await settled(account, { order_number: number, email })
      assert.equal(answer.at('has_fulfillment_without_tracking'), true)
      assert.deepEqual(answer.at('unfulfilled_line_items'), [])
      assert.equal(answer.at<unknown[]>('shipments')?.length, 2)
      assert.equal(answer.at<unknown[]>('packages')?.length, 1)
    },
  },
  {
    sentences: ['P84', 'A83'],
    title: 'a shipment of several tracking numbers is as many packages, and each number finds the order',
    async run(account) {
      const orderId = await report(account)
      const numbers = [`1Z${unique()}A`, `1Z${unique()}B`]
      await ship(account, orderId, { tracking_number: numbers.join(',') })
      for (const tracking_number of numbers) {
        const answer = accepted(await look(account, { tracking_number }))
        assert.deepEqual(
          answer.at<Record<string, unknown>[]>('packages')?.map((parcel) => parcel.tracking_number),
          numbers,
        )
      }
    },
  },
  {
    sentences: ['P83', 'P92', 'P95', 'P96', 'P99', 'P86', 'P121', 'P122', 'A86', 'A87', 'A89'],
    title: 'asking for the status of enrichment starts none, and asking for the order does',
    async run(account) {
      const { number, email, shipmentId, trackingNumber } = await reportTracked(account)
      const query = { order_number: number, email }
      const statusIsPending = async () => {
        const answer = accepted(await askStatus(account, query), 200)
        assert.deepEqual([statusesOf(answer), answer.at('all_settled')], [['pending'], false])
        const [entry] = answer.at<Record<string, unknown>[]>('shipments') ?? []
        assert.deepEqual([entry?.tracking_number, entry?.shop_shipment_id], [trackingNumber, shipmentId])
      }
      await statusIsPending()
      // Another order, looked at only after that, shows how long enrichment takes.
      const other = await reportTracked(account)
      await look(account, { order_number: other.number, email: other.email })
      await settled(account, { order_number: other.number, email: other.email })
      await statusIsPending()
      const first = accepted(await look(account, query))
      assert.deepEqual(statusesOf(first), ['pending'])
      assert.deepEqual(first.at('shipments.0.events'), [])
      const after = await settled(account, query)
      assert.notEqual(statusesOf(after)[0], 'pending')
      assert.ok(after.at<unknown[]>('shipments.0.events')!.length > 0)
    },
  },
  {
    sentences: ['P97', 'P98', 'P150', 'A88'],
    title: 'enrichment is settled within about fifteen seconds of the first look at an order, as asking again and again shows',
    async run(account) {
      const { trackingNumber } = await reportTracked(account)
      const start = Date.now()
      const answer = await settled(account, { tracking_number: trackingNumber })
      assert.ok(Date.now() - start < 16_500)
      assert.ok(!statusesOf(answer).includes('pending'))
    },
  },
  {
    sentences: ['P94', 'P84', 'A70', 'A84'],
    title: 'the newest event is the current status, in whatever order events come',
    async run(account) {
      const orderId = await report(account)
      const tracking_number = `1Z${unique()}C`
      const created_at = new Date(Date.now() - 60_000).toISOString()
      const id = await ship(account, orderId, { tracking_number, created_at })
      const [onItsWay, delivered, earlier] = [event('out_for_delivery', {}, 10), event('delivered', {}, 5), event('in_transit', {}, 20)]
      const estimated_delivery_at = '2027-01-31T12:00:00Z'
      for (const body of [{ ...onItsWay, estimated_delivery_at }, delivered, earlier])
        accepted(await account.protection('POST', `/shipments/${id}/events`, { body }), 201)
      const answer = await settled(account, { tracking_number })
      saysNothingElse(answer.at('shipments.0'), { created_at, delivered_at: delivered.created_at, estimated_delivery_at })
      const { estimated_delivery_at: at, estimated_delivery: between } = answer.at<Record<string, unknown>>('packages.0') ?? {}
      if (at !== undefined) assert.equal(at, estimated_delivery_at)
      else assert.ok(between)
      saysNothingElse(between as Record<string, unknown>, { from: estimated_delivery_at, to: estimated_delivery_at })
      assert.deepEqual([answer.at('packages.0.current_status'), answer.at('shipments.0.status')], ['delivered', 'delivered'])
      const times = answer.at<{ created_at: string }[]>('packages.0.timeline')!.map(({ created_at }) => Date.parse(created_at))
      assert.deepEqual(
        times,
        times.toSorted((a, b) => b - a),
      )
    },
  },
  {
    sentences: ['P87', 'P140', 'A79', 'A77'],
    title: 'a shopper who knows only a tracking number learns no street, no e-mail address and no phone number',
    async run(account) {
      const { trackingNumber, email } = await reportTracked(account)
      const { text } = accepted(await look(account, { tracking_number: trackingNumber }))
      for (const secret of [email, '1 Main Street', '270 555']) assert.ok(!text.includes(secret), secret)
      assert.ok(text.includes('Paducah'))
    },
  },
]
