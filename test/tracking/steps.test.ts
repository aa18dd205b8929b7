import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { eventsOfPackage, toTrackedOrder } from '../../proxy/routes/orders/tracked-order.ts'
import { trackOrderDtoSchema } from '../../proxy/upstream/track.schema.ts'
import { progressOf, worstFirst } from '../../src/tracking/order/package-status.ts'
import { runs } from '../properties/runs.ts'

/** The step that each of the service's twelve statuses reaches by itself, and the phase of the package then. */
const twelve: Record<string, [step: number, phase: string]> = {
  confirmed: [1, 'confirmed'],
  label_purchased: [2, 'preparing'],
  label_printed: [2, 'preparing'],
  carrier_picked_up: [3, 'on_the_way'],
  in_transit: [3, 'on_the_way'],
  delayed: [2, 'late'],
  out_for_delivery: [4, 'out_for_delivery'],
  attempted_delivery: [4, 'attempted'],
  ready_for_pickup: [4, 'collect'],
  delivered: [5, 'delivered'],
  picked_up: [5, 'picked_up'],
  failure: [2, 'problem'],
}

const event = (status: string, hour: number | null) => ({
  status,
  message: null,
  place: null,
  created_at: hour === null ? null : new Date(Date.UTC(2026, 0, 1, hour)).toISOString(),
})

const statuses = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...Object.keys(twelve)) }, fc.constantFrom('held_by_customs', 'constructor', '__proto__', ''))
const events = fc.array(
  fc.tuple(statuses, fc.option(fc.nat(5))).map(([status, hour]) => event(status, hour)),
  { maxLength: 8 },
)
const summary = fc.option(statuses)

describe('the progress of a package', () => {
  for (const [status, [step, phase]] of Object.entries(twelve)) {
    test(`${status} alone is step ${step}, ${phase}`, () => {
      const progress = progressOf({ events: [event(status, 1)], status })

      assert.deepEqual([progress.step, progress.phase, progress.isKnown], [step, phase, true])
    })
  }

  test('does not depend on the order of the events or on repeated events', () => {
    fc.assert(
      fc.property(
        events.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }), fc.subarray(list))),
        summary,
        ([list, shuffled, again], status) => assert.deepEqual(progressOf({ events: [...shuffled, ...again], status }), progressOf({ events: list, status })),
      ),
      runs(100),
    )
  })

  test('is the same by the latest events as by all events', () => {
    const filler = { tracking_number: 'filler', timeline: Array.from({ length: 30 }, () => ({ status: 'in_transit' })) }
    const dated = fc.array(
      // In hours, and in minutes around now, where the proxy and the widget differ about what has happened already.
      fc.tuple(statuses, fc.option(fc.integer({ min: -200, max: 100 })), fc.constantFrom(60, 1)).map(([status, units, minutes]) => ({
        status,
        created_at: units === null ? null : new Date(Date.now() + units * minutes * 60_000).toISOString(),
      })),
      { minLength: 30, maxLength: 60 },
    )
    fc.assert(
      fc.property(dated, summary, (timeline, current_status) => {
        const order = trackOrderDtoSchema.parse({
          shipments: [],
          packages: [{ tracking_number: 'T1', current_status, timeline }, ...Array.from({ length: 99 }, () => filler)],
        })
        const [latest] = toTrackedOrder(order, { proof: 'order', ticket: '', claims: [], note: () => undefined }).packages
        const events = eventsOfPackage(order, 'T1', { proof: 'order' })!

        assert.equal(latest!.earlier ?? false, latest!.events.length < events.length)
        assert.deepEqual(progressOf(latest!), progressOf({ ...latest!, events }))
      }),
      runs(100),
    )
  })

  test('never goes back, whatever is reported later', () => {
    fc.assert(
      fc.property(events, events, (before, after) => {
        const early = progressOf({ events: before, status: null })
        const late = progressOf({ events: [...before, ...after], status: null })
        // Without any step, the package is assumed to be in preparation; the first report may correct this.
        const hasStep = before.some(({ status }) => Object.hasOwn(twelve, status) && !['delayed', 'failure'].includes(status))
        assert.ok(!hasStep || late.step >= early.step)
      }),
      { ...runs(100), examples: [[[event('constructor', 1)], [event('confirmed', 2)]]] },
    )
  })

  test('is complete after an arrival, despite problems before it and reports after it', () => {
    fc.assert(
      fc.property(events, fc.constantFrom('delivered', 'picked_up'), (list, end) => {
        const { step, phase, isKnown } = progressOf({ events: [...list, event(end, 3)], status: null })
        assert.equal(step, 5)
        assert.ok(phase === 'delivered' || phase === 'picked_up')
        assert.ok(isKnown)
      }),
      runs(100),
    )
  })

  test('shows a problem only if the newest event reports it', () => {
    const { phase, step } = progressOf({
      events: [event('delayed', 2), event('carrier_picked_up', 1), event('out_for_delivery', 3)],
      status: 'out_for_delivery',
    })

    assert.deepEqual([phase, step], ['out_for_delivery', 4])
  })

  test('keeps its step on an unknown status, which only the service can name', () => {
    const { step, phase, isKnown } = progressOf({ events: [event('in_transit', 1), event('held_by_customs', 2)], status: 'held_by_customs' })

    assert.deepEqual([step, phase, isKnown], [3, 'on_the_way', false])
  })

  test("counts the service's summary even if no event reports it", () => {
    assert.equal(progressOf({ events: [event('in_transit', 1)], status: 'delivered' }).step, 5)
  })

  test('ignores events that are dated in the future, unless the service’s summary says the same', () => {
    const ahead = { ...event('delivered', 1), created_at: '2999-01-01T00:00:00Z' }
    const events = [event('in_transit', 1), ahead]

    assert.equal(progressOf({ events, status: 'in_transit' }).phase, 'on_the_way')
    assert.equal(progressOf({ events, status: 'delivered' }).phase, 'delivered')
  })

  test('is not late before the expected day is over in every time zone', () => {
    const due = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
    const phaseDue = (hours: number) => progressOf({ events: [event('in_transit', 1)], status: 'in_transit', estimated_to: due(hours) }).phase
    assert.deepEqual([35, 37].map(phaseDue), ['on_the_way', 'late'])
  })

  test('is late after the expected day, but not while carriers are being asked, after an arrival, or while the package waits for pickup', () => {
    const late = (status: string, pending = false) => progressOf({ events: [event(status, 1)], status, estimated_to: '2026-01-03T00:00:00Z', pending }).phase

    assert.deepEqual(
      ['in_transit', 'out_for_delivery', 'delivered', 'ready_for_pickup', 'attempted_delivery'].map((status) => late(status)),
      ['late', 'late', 'delivered', 'collect', 'attempted'],
    )
    assert.equal(late('in_transit', true), 'on_the_way')
    assert.equal(progressOf({ events: [event('in_transit', 1)], status: null, estimated_to: '2999-01-03T00:00:00Z' }).phase, 'on_the_way')
  })

  test('has pickup steps for a package to be picked up, unless the package was delivered in the end', () => {
    assert.equal(progressOf({ events: [event('ready_for_pickup', 1)], status: null }).steps[4]!.name, 'picked_up')
    assert.equal(progressOf({ events: [event('ready_for_pickup', 1), event('delivered', 2)], status: null }).steps[4]!.name, 'delivered')
  })

  test('dates each step by its oldest event, and not at all if that may be an event without a time', () => {
    const dated = (...events: { status: string; created_at: string | null }[]) =>
      progressOf({ events: events.map((one) => ({ ...event('', 0), ...one })), status: null }).steps.map(({ at }) => at ?? '')
    const [first, second, third] = [event('label_printed', 1), event('in_transit', 2), event('carrier_picked_up', 3)]

    assert.deepEqual(dated(third, second, first), ['', first.created_at, second.created_at, '', ''])
    assert.deepEqual(dated(second, first, event('in_transit', null)), ['', first.created_at, '', '', ''])
    assert.deepEqual(dated({ ...third, created_at: '2999-01-01T00:00:00Z' }, first), ['', first.created_at, '', '', ''])
  })

  const namesOf = (...statuses: string[]) => {
    const { steps, present } = progressOf({ events: statuses.map(event), status: null })
    return steps.map(({ name }, index) => (index === present ? `[${name}]` : name)).join(' ')
  }

  test('promises no further step of a package that goes back or failed', () => {
    assert.equal(namesOf('in_transit', 'returned_to_sender'), 'confirmed preparing on_the_way [returning]')
    assert.equal(namesOf('in_transit', 'out_for_delivery', 'failure'), 'confirmed preparing on_the_way out_for_delivery [problem]')
    // A carrier that returns a package had it, even if no scan says so.
    assert.equal(namesOf('returned_to_sender'), 'confirmed preparing on_the_way [returning]')
  })

  test('keeps the present step of a package that is late, and names an attempt in the place of the delivery round', () => {
    assert.equal(namesOf('in_transit', 'delayed'), 'confirmed preparing [on_the_way] out_for_delivery delivered')
    assert.equal(namesOf('out_for_delivery', 'attempted_delivery'), 'confirmed preparing on_the_way [attempted] delivered')
    assert.equal(namesOf('delivered'), 'confirmed preparing on_the_way out_for_delivery [delivered]')
  })

  test('sorts the worst phase first and packages that arrived last', () => {
    const order = ['delivered', 'in_transit', 'delayed', 'failure', 'out_for_delivery', 'attempted_delivery', 'ready_for_pickup']
      .map((status) => progressOf({ events: [event(status, 1)], status }))
      .sort(worstFirst)
      .map(({ phase }) => phase)

    assert.deepEqual(order, ['problem', 'attempted', 'late', 'collect', 'on_the_way', 'out_for_delivery', 'delivered'])
  })
})
