import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ResponseError } from '../../src/contract/client.ts'
import type { TrackedOrder } from '../../src/contract/tracking.ts'
import {
  announcementFor,
  changeOrder,
  initialOrder,
  isStale,
  missPauseOf,
  problemOf,
  waitOf,
  type OrderEvent,
  type OrderState,
} from '../../src/tracking/order/order-state.ts'
import { eventsOf, eventsPauseOf, withoutHistory } from '../../src/tracking/extras/package-events.ts'
import { changePage, initialPage, orderOf, type PageEvent } from '../../src/tracking/order/order-store.ts'
import { event, orderWith, parcel } from './tracked-orders.ts'

const at = Date.UTC(2026, 0, 2)
const miss = new ResponseError(404, { code: 'not-found' }, 'POST')
const outage = new ResponseError(503, { code: 'upstream-unavailable' }, 'POST')
const key = { key: 'k' }

const after = (...events: OrderEvent[]): OrderState => events.reduce(changeOrder, initialOrder)
const answered = (order: TrackedOrder, isNew = true): OrderEvent[] => [
  { type: 'requested' },
  { type: 'answered', order, isNew, at },
  { type: 'announced', announcement: undefined, isNew },
]
const failed = (problem: unknown): OrderEvent[] => [{ type: 'requested' }, { type: 'failed', problem }]

describe('the state of an order', () => {
  test('announces nothing for the first answer, and the news of each later answer', () => {
    const first = after(...answered(orderWith(parcel('1'))))

    assert.equal(announcementFor(initialOrder, true), undefined)
    assert.equal(announcementFor(first, true), 'new_update')
    assert.equal(announcementFor(first, false), undefined)
    assert.equal(announcementFor(after(...failed(outage)), true), 'new_update')
  })

  test('removes an announcement before the same words are announced again, and keeps it while there is nothing to announce', () => {
    const order = orderWith(parcel('1'))
    const announced = after(...answered(order), { type: 'announced', announcement: 'new_update', isNew: false })

    assert.equal(changeOrder(announced, { type: 'requested' }).announcement, 'new_update')
    assert.equal(changeOrder(announced, { type: 'answered', order, isNew: false, at }).announcement, 'new_update')
    assert.equal(changeOrder(announced, { type: 'answered', order, isNew: true, at }).announcement, undefined)
    assert.deepEqual(changeOrder(announced, { type: 'said', text: 'Copied' }).announcement, { text: 'Copied' })
  })

  test('keeps an outage on screen while the order is requested again, but no other problem', () => {
    const again = (problem: unknown) => problemOf(after(...failed(problem), { type: 'requested' }))

    assert.equal(again(outage), outage)
    assert.equal(again(miss), undefined)
    assert.equal(problemOf(after(...failed(miss))), miss)
  })

  test('is settled once all carriers have answered or have been waited for, and stays settled', () => {
    const settled = after(...answered(orderWith(parcel('1'))))
    const pending = after(...answered(orderWith(parcel('1', { pending: true }))))

    assert.equal(settled.isSettled, true)
    assert.equal(pending.isSettled, false)
    const waited = [{ type: 'waited' } as const, ...answered(pending.order!, false)].reduce(changeOrder, pending)
    assert.equal(waited.isSettled, true)
    assert.equal(changeOrder(waited, { type: 'requested' }).isSettled, true)
  })

  test('remembers that something was shown of which nothing was known', () => {
    const unknown = orderWith(parcel('1', { pending: true, status: null }), parcel('2'))

    assert.equal(after(...answered(orderWith(parcel('1', { pending: true })))).wasUnknown, false)
    assert.equal(after(...answered(unknown), ...answered(orderWith(parcel('1'), parcel('2')))).wasUnknown, true)
  })

  test('is stale for somebody who comes back after more than a minute', () => {
    const state = after(...answered(orderWith(parcel('1'))))

    assert.deepEqual(
      [0, 60_000, 60_001].map((passed) => isStale(state, at + passed)),
      [false, false, true],
    )
    assert.equal(isStale(initialOrder, at), false)
  })

  test('counts misses and outages in a row, and an order ends both', () => {
    const state = after(...failed(miss), ...failed(outage), ...failed(outage))

    assert.deepEqual([state.misses, state.outages], [1, 2])
    const { misses, outages, problem } = answered(orderWith(parcel('1'))).reduce(changeOrder, state)
    assert.deepEqual([misses, outages, problem], [0, 0, undefined])
  })
})

describe('the page asks for an order by itself', () => {
  test('after an outage at growing intervals of up to a minute', () => {
    const waits = [1, 2, 3, 4, 5, 6].map((times) => waitOf(after(...Array.from({ length: times }, () => failed(outage)).flat()), key, at))

    assert.deepEqual(
      waits,
      [5_000, 10_000, 20_000, 40_000, 60_000, 60_000].map((milliseconds) => ({ for: 'time', milliseconds })),
    )
  })

  test('while nobody knows its key yet, four times, but not by what a shopper has typed', () => {
    const missed = (times: number) => after(...Array.from({ length: times }, () => failed(miss)).flat())

    assert.deepEqual(
      [1, 2, 3, 4, 5].map((times) => missPauseOf(missed(times), key)),
      [2_000, 5_000, 10_000, 20_000, undefined],
    )
    assert.equal(waitOf(missed(5), key, at), undefined)
    assert.equal(waitOf(missed(1), { tracking_number: '1' }, at), undefined)
  })

  test('when the carriers have answered, once', () => {
    const pending = after(...answered(orderWith(parcel('1', { pending: true }))))

    assert.deepEqual(waitOf(pending, key, at), { for: 'scans', ticket: 'ticket' })
    assert.deepEqual(waitOf(changeOrder(pending, { type: 'waited' }), key, at), { for: 'time', milliseconds: 600_000 })
  })

  test('three minutes after an answer in which something is out for delivery, unless there is a problem', () => {
    const near = after(...answered(orderWith(parcel('1', { status: 'out_for_delivery' }))))

    assert.deepEqual(waitOf(near, key, at + 60_000), { for: 'time', milliseconds: 120_000 })
    assert.equal(waitOf(failed(miss).reduce(changeOrder, near), key, at + 600_000), undefined)
  })

  test('ten minutes after any other answer, until everything has arrived', () => {
    const wait = (order: TrackedOrder) => waitOf(after(...answered(order)), key, at + 60_000)

    assert.deepEqual(wait(orderWith(parcel('1'))), { for: 'time', milliseconds: 540_000 })
    assert.deepEqual(wait(orderWith(parcel('1', { status: 'delivered' }), parcel('2'))), { for: 'time', milliseconds: 540_000 })
    assert.equal(wait(orderWith(parcel('1', { status: 'delivered' }))), undefined)
    assert.equal(wait({ ...orderWith(), has_shippable_items: false }), undefined)
  })

  test('at growing intervals while opened events cannot be had', () => {
    const opened = after(...answered(orderWith(parcel('1', { earlier: true }))), { type: 'toggled', id: '1', isOpen: true })
    const pauseAfter = (failures: number) => eventsPauseOf(changeOrder(opened, { type: 'history-changed', id: '1', history: { failures } }))

    assert.deepEqual([0, 1, 2, 3, 4, 5, 6, 7].map(pauseAfter), [undefined, 0, 5_000, 10_000, 20_000, 40_000, 60_000, 60_000])
    assert.equal(eventsPauseOf(after(...answered(orderWith(parcel('1', { earlier: true }))))), undefined)
    assert.deepEqual(waitOf(opened, key, at, 5_000), { for: 'time', milliseconds: 5_000 })
  })
})

describe('the earlier events of a package', () => {
  const events = [event('Scan 1', 1), event('Scan 0', 0)]
  const one = parcel('1', { earlier: true, events: [events[0]!] })
  const opened = after(...answered(orderWith(one, parcel('2', { earlier: true }), parcel('3'))), { type: 'toggled', id: '1', isOpen: true })

  const known = changeOrder(opened, { type: 'history-changed', id: '1', history: { of: one, events, failures: 0 } })

  test('are requested for an opened package of which only the latest are known', () => {
    assert.deepEqual(withoutHistory(opened), [one])
    assert.deepEqual(withoutHistory(known), [])
    assert.deepEqual(withoutHistory(changeOrder(opened, { type: 'toggled', id: '3', isOpen: true })), [one])
  })

  test('stay below the news of a later answer, and are requested again then', () => {
    const later = { ...one, events: [event('News', 2), events[0]!] }
    const state = answered(orderWith(later)).reduce(changeOrder, known)

    assert.deepEqual(
      eventsOf(later, state).map(({ message }) => message),
      ['News', 'Scan 1', 'Scan 0'],
    )
    assert.deepEqual(withoutHistory(state), [later])
  })

  test('are dropped if they belong to another package', () => {
    const other = { ...one, events: [event('Elsewhere', 5)] }

    assert.deepEqual(eventsOf(other, known), other.events)
  })
})

describe('the state of the page', () => {
  const after = (...events: PageEvent[]) => events.reduce(changePage, initialPage)

  test('keeps each order apart', () => {
    const state = after({ type: 'order', name: 'a', event: { type: 'requested' } }, { type: 'order', name: '__proto__', event: { type: 'waited' } })

    assert.deepEqual([orderOf(state, 'a').isBusy, orderOf(state, '__proto__').hasWaited, orderOf(state, 'b')], [true, true, initialOrder])
  })

  test('forgets the proof, and what the address held, but no order', () => {
    const state = after(
      { type: 'found', found: { order_number: '1' } },
      { type: 'given', proof: key },
      { type: 'order', name: 'a', event: { type: 'requested' } },
      { type: 'forgotten' },
    )

    assert.deepEqual([state.given, state.found, state.orders.size], [undefined, undefined, 1])
  })
})
