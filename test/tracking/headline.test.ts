import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, mock, test } from 'node:test'
import type { TrackedPackage } from '../../src/contract/tracking.ts'
import { messages } from '../../src/i18n/english/tracking.ts'
import { writeNearDay } from '../../src/tracking/order/date-format.ts'
import { progressOf } from '../../src/tracking/order/package-status.ts'
import { headlineOf, titleOf } from '../../src/tracking/views/headline.ts'
import { parcel } from './tracked-orders.ts'

/** What the first two lines of a package say. */
function linesOf(status: string, more: Partial<TrackedPackage> = {}): [title: string, headline: string | undefined] {
  const one = parcel('1', { status, events: [{ status, message: null, created_at: '2026-11-25T09:00:00Z', place: null }], ...more })
  const progress = progressOf(one)
  return [titleOf(one, progress, messages), headlineOf(one, progress, messages, 'en')?.replace(/\s/g, ' ')]
}

const days = (from: string, to = from) => ({ estimated_from: `2026-11-${from}T00:00:00Z`, estimated_to: `2026-11-${to}T00:00:00Z` })

describe('the headline of a package', () => {
  beforeEach(() => mock.timers.enable({ apis: ['Date'], now: new Date(2026, 10, 25, 12) }))
  afterEach(() => mock.timers.reset())

  test('is the day on which it arrives, as people say it', () => {
    assert.deepEqual(linesOf('in_transit', days('26')), ['On the way', 'Arriving tomorrow'])
    assert.deepEqual(linesOf('in_transit', days('28'))[1], 'Arriving Saturday')
    assert.deepEqual(linesOf('in_transit', days('28', '30'))[1], 'Arriving Nov 28 – 30')
    assert.deepEqual(linesOf('in_transit', {})[1], undefined)
  })

  test('leaves out the days of a span that are over', () => {
    assert.match(linesOf('in_transit', days('23', '26'))[1]!, /^Arriving Nov 25 – 26$/)
  })

  test('is today for a package that is out for delivery, whatever its estimate, but not if the scan is of another day', () => {
    assert.deepEqual(linesOf('out_for_delivery', days('24', '26')), ['Out for delivery', 'Arriving today'])
    const yesterday = [{ status: 'out_for_delivery', message: null, created_at: '2026-11-24T09:00:00Z', place: null }]
    assert.deepEqual(linesOf('out_for_delivery', { events: yesterday })[1], undefined)
  })

  test('is the new day of a late one, and the day of a delivery', () => {
    assert.deepEqual(linesOf('delayed', days('27')), ['Delayed', 'Now arriving Friday'])
    assert.deepEqual(linesOf('delivered'), ['Delivered', 'Delivered today'])
  })

  for (const status of ['returning_to_sender', 'RETURN_TO_SENDER'])
    test(`is that it comes back, for ${status}, and not that it is on the way`, () => {
      assert.deepEqual(linesOf(status, days('27')), ['Returning to sender', 'On its way back to us'])
    })

  for (const label of ['PAYMENT_FAILED', 'held_by_customs'])
    test(`is never ${label}, which is written for programs`, () => {
      assert.equal(linesOf(label, { label })[0], 'Preparing your order')
      assert.equal(linesOf(label, { label: 'Waiting at customs' })[0], 'Waiting at customs')
    })

  test('names a day by its date if it is a week away or over', () => {
    assert.equal(writeNearDay('en', '2026-12-02T00:00:00Z'), 'Wed, Dec 2')
    assert.equal(writeNearDay('en', '2026-11-20T00:00:00Z'), 'Fri, Nov 20')
    assert.equal(writeNearDay('de', '2026-11-26T00:00:00Z'), 'morgen')
  })
})
