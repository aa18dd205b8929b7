import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSame } from '../../src/tracking/lookups.ts'

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

test('that carriers were asked is no news, nor is a new ticket or key', () => {
  assert.ok(isSame(order(true, [scan]), order(false, [scan], 'b')))
})

test('what carriers told is news', () => {
  assert.ok(!isSame(order(true, []), order(false, [scan])))
  assert.ok(!isSame(undefined, order(false, [scan])))
})
