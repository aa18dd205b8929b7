import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scanGapDays } from '../../proxy/routes/orders/scan-gap.ts'

const now = Date.parse('2026-03-10T12:00:00Z')
const event = (status: string, days: number | null) => ({
  status,
  message: null,
  place: null,
  created_at: days === null ? null : new Date(now - days * 86_400_000).toISOString(),
})
const parcel = (...events: ReturnType<typeof event>[]) => ({ status: null, pending: false, events })

test('a package is quiet once its last scan is three days old', () => {
  assert.equal(scanGapDays(parcel(event('in_transit', 2.9)), now), undefined)
  assert.equal(scanGapDays(parcel(event('in_transit', 3)), now), 3)
  assert.equal(scanGapDays(parcel(event('in_transit', 9.5), event('confirmed', 12)), now), 9)
})

test('the newest scan counts in any order, and a scan without a date or in the future does not count', () => {
  assert.equal(scanGapDays(parcel(event('confirmed', 12), event('in_transit', 1)), now), undefined)
  assert.equal(scanGapDays(parcel(event('in_transit', -1), event('confirmed', 4), event('in_transit', null)), now), 4)
  assert.equal(scanGapDays(parcel(event('in_transit', -1), event('in_transit', null)), now), undefined)
  assert.equal(scanGapDays(parcel(), now), undefined)
})

test('a package is not quiet if it has arrived, waits for pickup, has failed, or is still being enriched', () => {
  for (const status of ['delivered', 'picked_up', 'ready_for_pickup', 'failure']) {
    assert.equal(scanGapDays(parcel(event('in_transit', 5), event(status, 6)), now), undefined, status)
    assert.equal(scanGapDays({ ...parcel(event('in_transit', 5)), status }, now), undefined, status)
  }
  assert.equal(scanGapDays({ ...parcel(event('in_transit', 5)), pending: true }, now), undefined)
  assert.equal(scanGapDays(parcel(event('held_at_customs', 5)), now), 5)
})
