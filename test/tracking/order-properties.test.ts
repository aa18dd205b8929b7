import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { ResponseError } from '../../src/contract/client.ts'
import { eventsOf } from '../../src/tracking/extras/package-events.ts'
import { mergeOrder } from '../../src/tracking/order/order-diff.ts'
import { changeOrder, initialOrder, waitOf, type OrderEvent, type OrderState } from '../../src/tracking/order/order-state.ts'
import { event, orderWith, parcel } from './tracked-orders.ts'
import { runs } from '../properties/runs.ts'

const ids = fc.constantFrom('1', '2', '3', '__proto__')
const scans = fc.uniqueArray(fc.nat(6), { maxLength: 5 }).map((hours) => hours.sort((a, b) => b - a).map((hour) => event(`Scan ${hour}`, hour)))
const parcels = fc.record({ id: ids, pending: fc.boolean(), events: scans, status: fc.constantFrom('in_transit', 'out_for_delivery', 'failure', 'delivered') })
const orders = fc
  .uniqueArray(parcels, { selector: ({ id }) => id, maxLength: 4 })
  .map((all) => orderWith(...all.map(({ id, ...changes }) => parcel(id, { ...changes, earlier: true }))))

const problems = fc.constantFrom(new TypeError('no way out'), new ResponseError(404, { code: 'not-found' }, 'POST'), new ResponseError(422, {}, 'POST'))
const happenings: fc.Arbitrary<OrderEvent> = fc.oneof(
  fc.record({ type: fc.constant('requested' as const), isByShopper: fc.boolean() }),
  fc.record({ type: fc.constant('answered' as const), order: orders, isNew: fc.boolean(), at: fc.nat(1_000) }),
  fc.record({ type: fc.constant('announced' as const), announcement: fc.constantFrom('new_update' as const, undefined), isNew: fc.boolean() }),
  fc.record({ type: fc.constant('failed' as const), problem: problems }),
  fc.record({ type: fc.constant('toggled' as const), id: ids, isOpen: fc.boolean() }),
  fc.record({ type: fc.constant('history-changed' as const), id: ids, history: fc.record({ events: scans, failures: fc.nat(9) }, { noNullPrototype: true }) }),
  fc.constantFrom<OrderEvent>({ type: 'stopped' }, { type: 'waited' }, { type: 'extended' }, { type: 'said', text: 'Copied' }),
)

/** The state without its problem, because an error has no exact copy. */
const plain = (state: OrderState) => ({ ...state, problem: undefined })

describe('whatever happens to an order', () => {
  test('the order on screen stays there, what is counted never falls, and no wait is longer than the page should wait', () => {
    fc.assert(
      fc.property(fc.array(happenings, { maxLength: 20 }), (all) => {
        let state = initialOrder
        for (const one of all) {
          const before = structuredClone(plain(state))
          const next = changeOrder(state, one)
          // A transition changes nothing but makes another state.
          assert.deepEqual(plain(state), before)
          assert.ok(!state.order || next.order)
          assert.ok(next.revision >= state.revision && next.packagesShown >= state.packagesShown)
          const wait = waitOf(next, { key: 'k' }, 1_000)
          assert.ok(wait?.for !== 'time' || wait.milliseconds <= 600_000)
          if (next.problem && next.order) assert.notEqual(wait?.for, 'scans')
          state = next
        }
      }),
      runs(100),
    )
  })

  test('the known events of a package include all that its order tells, each once', () => {
    fc.assert(
      fc.property(scans, scans, (shown, history) => {
        const one = parcel('1', { events: shown })
        const state = changeOrder(initialOrder, { type: 'history-changed', id: '1', history: { of: one, events: history, failures: 0 } })

        const written = eventsOf(one, state).map(({ message }) => message)

        assert.equal(new Set(written).size, written.length)
        for (const { message } of shown) assert.ok(written.includes(message))
      }),
      runs(100),
    )
  })
})

describe('an order that takes the place of another', () => {
  test('has all its packages, and those that were on screen keep their places', () => {
    fc.assert(
      fc.property(orders, orders, (answer, before) => {
        const held = mergeOrder(before, undefined).order
        const { order } = mergeOrder(answer, held)

        const idsOf = ({ packages }: typeof order) => packages.map(({ id }) => id)
        assert.deepEqual(idsOf(order).sort(), idsOf(answer).sort())
        const stayed = idsOf(held).filter((id) => idsOf(answer).includes(id))
        assert.deepEqual(idsOf(mergeOrder(answer, held).order).slice(0, stayed.length), stayed)
      }),
      runs(100),
    )
  })

  test('tells nothing new if it is the same, in whatever order its packages come', () => {
    fc.assert(
      fc.property(
        orders.chain((order) => fc.tuple(fc.constant(order), fc.shuffledSubarray(order.packages, { minLength: order.packages.length }))),
        ([order, packages]) => {
          const { order: held } = mergeOrder(order, undefined)
          const { order: later, isNew } = mergeOrder({ ...order, packages }, held)

          assert.equal(isNew, false)
          assert.ok(later.packages.every((one, index) => one === held.packages[index]))
        },
      ),
      runs(100),
    )
  })
})
