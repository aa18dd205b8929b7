import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TrackedClaim } from '../../src/contract/tracking.ts'
import { isClaimed } from '../../src/tracking/views/order-view.ts'

const item = (name: string) => ({ name, quantity: 1, image_url: null })
const claim = (state: TrackedClaim['state'], ...names: string[]): TrackedClaim => ({
  resolution: 'refund',
  state,
  at: '2026-01-01T00:00:00Z',
  amount: null,
  order_number: null,
  items: names.map(item),
})
const [mug, bowl] = [item('Mug'), item('Bowl')]

describe('a package is claimed', () => {
  test('if open or settled claims name all of its items', () => {
    for (const state of ['awaiting', 'resolved'] as const) assert.equal(isClaimed({ claims: [claim(state, 'Mug')] }, [mug]), true)
    assert.equal(isClaimed({ claims: [claim('awaiting', 'Mug'), claim('resolved', 'Bowl')] }, [mug, bowl]), true)
  })

  test('not if a claim leaves out an item or was refused', () => {
    assert.equal(isClaimed({ claims: [claim('resolved', 'Mug')] }, [mug, bowl]), false)
    assert.equal(isClaimed({ claims: [claim('refused', 'Mug')] }, [mug]), false)
    assert.equal(isClaimed({}, [mug]), false)
  })

  test('if a claim names no items, but not if the package names none', () => {
    assert.equal(isClaimed({ claims: [claim('awaiting')] }, [mug, bowl]), true)
    assert.equal(isClaimed({ claims: [claim('awaiting', 'Mug')] }, []), false)
  })
})
