import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { orderUpdateJob, orderJob, refundProtectionJob, shipmentEventJob, shipmentUpdateJob, shipmentJob } from '../../proxy/reports/report-jobs.ts'
import { toUpdate } from '../../proxy/reports/insured-lines.ts'
import type { Job } from '../../proxy/jobs/job.ts'
import type { OrderInput, ShipmentEventInput } from '../../proxy/upstream/protection.ts'
import { orderOf, protectedOrderOf, shipmentOf } from '../proxy/orders.ts'
import { runs } from '../properties/runs.ts'
import type { Fault } from '../stack.ts'
import { newId, startReporting, type Held, type Reporting } from './reporting.ts'

/** The reports of one order as they arrive: their indexes, in any order, some of them twice. */
interface Story {
  covered: boolean
  sequence: number[]
}

/** As many orders as the stand-ins show at once, with two events each. */
const ordersAtOnce = 50
const created_at = new Date().toISOString()

/** Every report at least once, in any order, with up to four repeats anywhere. */
const story = (reportsIn: typeof reportsOf): fc.Arbitrary<Story> =>
  fc.boolean().chain((covered) => {
    const all = reportsIn('ID', covered ? 'token' : undefined).map((_, index) => index)
    return fc
      .array(fc.constantFrom(...all), { maxLength: 4 })
      .chain((repeats) =>
        fc.shuffledSubarray(
          [...all, ...repeats].map((report) => ({ report })),
          { minLength: all.length + repeats.length },
        ),
      )
      .map((sequence) => ({ covered, sequence: sequence.map(({ report }) => report) }))
  })

const eventOf = (shipment: string, order: string | undefined, status: ShipmentEventInput['status'], minutes: number) =>
  shipmentEventJob(
    {
      shopShipmentId: shipment,
      shop_shipment_event_id: status,
      status,
      created_at: new Date(Date.parse(created_at) + minutes * 60_000).toISOString(),
    },
    order,
  )

/** The reports of a merchant's backend about one order, in natural order. */
function reportsOf(id: string, token: string | undefined): Job[] {
  const order = token === undefined ? orderOf(id, { created_at }) : protectedOrderOf(id, token, { created_at })
  const shipment = { ...shipmentOf(`${id}-s`, order), created_at }
  return [
    orderJob({ order }),
    orderUpdateJob({ update: { ...toUpdate(order), financial_status: 'refunded' } }),
    shipmentJob({ shipment }),
    shipmentUpdateJob({ update: { ...shipment, shopShipmentId: shipment.shop_shipment_id, tracking_number: 'changed' } }),
    eventOf(shipment.shop_shipment_id, undefined, 'in_transit', 1),
    eventOf(shipment.shop_shipment_id, id, 'delivered', 2),
    ...(token === undefined ? [] : [refundProtectionJob({ shopOrderId: id })]),
  ]
}

/** The reports from a platform about one order, in natural order: each has the whole order and the time of its change. */
function versionsOf(id: string, token: string | undefined): Job[] {
  const versionOf = (version: number, changes: Partial<OrderInput>) => {
    const order = token === undefined ? orderOf(id, { created_at, ...changes }) : protectedOrderOf(id, token, { created_at, ...changes })
    return orderJob({ order, update: toUpdate(order), version })
  }
  const shipment = { ...shipmentOf(`${id}-s`, orderOf(id)), created_at }
  const sent = (version: number, tracking_number: string) => shipmentJob({ shipment: { ...shipment, tracking_number }, version })
  return [
    versionOf(1000, { financial_status: 'pending' }),
    versionOf(2000, { financial_status: 'paid' }),
    versionOf(3000, { financial_status: 'refunded', shop_order_number: 'K-last' }),
    sent(1500, 'first'),
    sent(2500, 'last'),
    eventOf(shipment.shop_shipment_id, id, 'in_transit', 1),
    eventOf(shipment.shop_shipment_id, undefined, 'delivered', 2),
  ]
}

/** What the service holds of one order, with the same id for every order, so that orders can be compared. */
function stateOf({ orders, shipments, events }: Held, id: string) {
  const order = orders
    .filter(({ shop_order_id }) => shop_order_id === id)
    .map(({ key: _, purchased_quote_token: token, ...rest }) => ({ ...rest, token: token !== null }))
  const shipment = shipments.filter(({ shop_order_id }) => shop_order_id === id)
  const history = events
    .filter(({ shop_shipment_id }) => shop_shipment_id === `${id}-s`)
    .sort((a, b) => a.shop_shipment_event_id.localeCompare(b.shop_shipment_event_id))
  return JSON.parse(JSON.stringify({ order, shipment, history }).replaceAll(id, 'ID')) as { order: { is_protected: boolean }[] }
}

const reporters = [
  { who: 'a merchant’s backend', reportsIn: reportsOf, protectedInTheEnd: false },
  { who: 'a platform, with versions', reportsIn: versionsOf, protectedInTheEnd: true },
]

/** Reports the orders of these stories, `ordersAtOnce` at a time, and compares each with an order that was reported in natural order. */
async function check(
  reporting: Reporting,
  { reportsIn, protectedInTheEnd }: (typeof reporters)[number],
  stories: readonly Story[],
  { fault, idle = () => reporting.idle() }: { fault?: Fault; idle?: () => Promise<unknown> } = {},
) {
  const tokenOf = (covered: boolean) => (covered ? reporting.seal(4800) : undefined)
  const natural = new Map<boolean, ReturnType<typeof stateOf>>()
  for (const covered of [true, false]) {
    const id = newId()
    for (const job of reportsIn(id, await tokenOf(covered))) await reporting.ended(await reporting.report(job))
    natural.set(covered, stateOf(await reporting.held(), id))
  }
  assert.equal(natural.get(true)!.order[0]!.is_protected, protectedInTheEnd)

  for (let first = 0; first < stories.length; first += ordersAtOnce) {
    const orders = await Promise.all(
      stories.slice(first, first + ordersAtOnce).map(async ({ covered, sequence }) => {
        const id = newId()
        const jobs = reportsIn(id, await tokenOf(covered))
        return { id, covered, sequence, jobs: sequence.map((report) => jobs[report]!) }
      }),
    )
    if (fault) await reporting.fault(fault)
    for (let step = 0; orders.some(({ jobs }) => step < jobs.length); step++) {
      await Promise.all(orders.map(({ jobs }) => reporting.engine.enqueue(jobs.slice(step, step + 1))))
    }
    await idle()

    assert.deepEqual(await reporting.engine.list({ states: ['failed', 'held', 'dropped'] }), [])
    const held = await reporting.held()
    for (const { id, covered, sequence } of orders) assert.deepEqual({ sequence, ...stateOf(held, id) }, { sequence, ...natural.get(covered) })
  }
}

describe('reports in any order, with repeats, bring the service to the same state', () => {
  let reporting: Reporting
  // The clock stands still: a job that waits for something is done because that arrived, never because the job is due.
  let now = Date.now()
  before(async () => (reporting = await startReporting(() => now)))
  after(() => reporting.stop())

  /** Waits until no job is waiting. On a busy machine the service may not answer in time: only then the clock moves. */
  async function idle(): Promise<unknown> {
    const stuck: unknown = await reporting.idle(20).then(
      () => undefined,
      (error: unknown) => error,
    )
    if (stuck === undefined) return
    const waiting = await reporting.engine.list({ states: ['waiting'], limit: 1000 })
    if (!waiting.some(({ notes }) => notes.some((note) => /cannot be reached/.test(note)))) throw stuck as Error
    now += 4_000
    return idle()
  }

  for (const reporter of reporters) {
    test(`from ${reporter.who}`, () => check(reporting, reporter, fc.sample(story(reporter.reportsIn), runs(100)), { idle }))
  }
})

describe('reports bring the service to the same state even if answers are lost', () => {
  let reporting: Reporting
  before(async () => (reporting = await startReporting()))
  after(() => reporting.stop())
  afterEach(() => reporting.mend())

  for (const reporter of reporters) {
    for (const drop of ['before', 'after'] as const) {
      test(`${drop} their effect, from ${reporter.who}`, () =>
        check(reporting, reporter, fc.sample(story(reporter.reportsIn), runs(25)), { fault: { match: { path: '/protection/api/v1' }, drop, times: 2 } }))
    }
  }
})
