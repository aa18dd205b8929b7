import assert from 'node:assert/strict'
import { test } from 'node:test'
import { takeIn } from '../../src/tracking/still.ts'

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

const { signal } = new AbortController()

test('a finished request to carriers, a new ticket and a new key are not news', async () => {
  assert.equal(await takeIn(order(false, [scan], 'b'), order(true, [scan]), signal), false)
})

test('a new scan of a carrier is news', async () => {
  assert.equal(await takeIn(order(false, [scan]), order(true, []), signal), true)
})

test('a new package is news', async () => {
  const before = order(false, [scan])
  const [first] = before.packages
  assert.equal(await takeIn({ ...before, packages: [first!, { ...first!, id: '2' }] }, before, signal), true)
})

test('packages keep their places, and new packages follow them', async () => {
  const [first] = order(false, [scan]).packages
  const withPackages = (...ids: string[]) => ({ ...order(false, [scan]), packages: ids.map((id) => ({ ...first!, id })) })
  const later = withPackages('4', '3', '2', '1')

  await takeIn(later, withPackages('2', '1', '3'), signal)

  assert.deepEqual(
    later.packages.map(({ id }) => id),
    ['2', '1', '3', '4'],
  )
})
