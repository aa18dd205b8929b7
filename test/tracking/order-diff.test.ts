import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mergeOrder } from '../../src/tracking/order/order-diff.ts'

const parcel = { id: '1', tracking_number: '1', carrier: 'UPS', links: [], status: 'in_transit', label: '"pending":true', items: [] }
const scan = { status: 'in_transit', message: null, created_at: '2026-01-01T00:00:00Z', place: null }
const order = (pending: boolean, events: (typeof scan)[], ticket = 'a') => ({
  proof: 'order' as const,
  ticket,
  share_key: `share ${ticket}`,
  claims: [
    {
      resolution: 'reorder' as const,
      state: 'resolved' as const,
      at: scan.created_at,
      amount: null,
      order_number: 'K-1002',
      order_key: `order ${ticket}`,
      items: [],
    },
  ],
  order_number: 'K-1001',
  placed_at: null,
  financial_status: 'paid',
  protected: null,
  town: null,
  has_shippable_items: true,
  has_fulfillment_without_tracking: false,
  packages: [{ ...parcel, estimated_from: null, estimated_to: null, pending, events }],
  unshipped_items: [],
  all_settled: !pending,
})

test('a finished request to carriers, a new ticket and a new key are not news', () => {
  assert.equal(mergeOrder(order(false, [scan], 'b'), order(true, [scan])).isNew, false)
})

test('a new scan of a carrier is news', () => {
  assert.equal(mergeOrder(order(false, [scan]), order(true, [])).isNew, true)
})

test('a new package is news', () => {
  const before = order(false, [scan])
  const [first] = before.packages
  assert.equal(mergeOrder({ ...before, packages: [first!, { ...first!, id: '2' }] }, before).isNew, true)
})

test('packages keep their places, and new packages follow them', () => {
  const [first] = order(false, [scan]).packages
  const withPackages = (...ids: string[]) => ({ ...order(false, [scan]), packages: ids.map((id) => ({ ...first!, id })) })
  const { order: later } = mergeOrder(withPackages('4', '3', '2', '1'), withPackages('2', '1', '3'))

  assert.deepEqual(
    later.packages.map(({ id }) => id),
    ['2', '1', '3', '4'],
  )
})

test('a package with nothing new stays the same object, and the answer itself is not changed', () => {
  const [first] = order(false, [scan]).packages
  const held = { ...order(false, [scan]), packages: [first!, { ...first!, id: '2' }] }
  const answer = { ...order(false, [scan]), packages: [{ ...first!, id: '2', status: 'delivered' }, { ...first! }] }
  const before = structuredClone(answer)

  const { order: later } = mergeOrder(answer, held)

  assert.equal(later.packages[0], held.packages[0])
  assert.equal(later.packages[1], answer.packages[0])
  assert.deepEqual(answer, before)
})
