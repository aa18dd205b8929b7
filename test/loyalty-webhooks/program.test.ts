import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { loyalty } from '../../src/contract/loyalty.ts'
import { questionsOf } from '../proxy/questions.ts'
import type { Stack } from '../stack.ts'
import { signIn, started } from './members.ts'

const [mira, aiko] = ['700100200301', '700100200303'] as const
/** Operations whose answer is the same for every shopper. */
const merchantWide = ['merchant', 'tiers', 'benefits'].map((part) => `GET /loyalty/v2.0/admin/${part}`)

const asked = (stack: Stack) => Promise.all(merchantWide.map((operation) => questionsOf(stack, operation)))

describe('data that is the same for every shopper', () => {
  test('is requested once for all shoppers', async (t) => {
    const stack = await started(t)
    const first = await signIn(stack, mira)
    const before = await asked(stack)

    const other = await signIn(stack, aiko)
    await first.browser.getMembership({})
    await first.browser.listCredits({})

    assert.deepEqual(before.slice(0, 2), [1, 1])
    assert.deepEqual(await asked(stack), before)
    assert.deepEqual(other.membership.tiers, first.membership.tiers)
    assert.deepEqual(other.membership.program, first.membership.program)
  })

  test('is requested once even if many shoppers wait for it at the same time', async (t) => {
    const stack = await started(t)
    await stack.fault({ match: { path: '*/admin/tiers' }, delay_ms: 300 })
    const assertions = await Promise.all(Array.from({ length: 8 }, () => stack.assertion(mira)))

    const sessions = await Promise.all(assertions.map((assertion) => stack.browser(loyalty).openSession({ assertion })))

    assert.deepEqual((await asked(stack)).slice(0, 2), [1, 1])
    // Other parts may be late on a busy machine.
    for (const { membership } of sessions) assert.deepEqual([membership.tiers.length, membership.unavailable.includes('tiers')], [4, false])
  })

  test('is there for the next shopper if it comes too late for the first', async (t) => {
    const stack = await started(t)
    await stack.fault({ match: { path: '/loyalty/v2.0/admin/tiers' }, delay_ms: 1_600, times: 1 })

    const late = await signIn(stack, mira)
    const alone = await late.browser.getMembership({ parts: 'tiers' })
    const next = await signIn(stack, aiko)

    // The tiers' own lists show to which tier a benefit of the merchant's list belongs.
    assert.deepEqual(late.membership.unavailable, ['tier', 'tiers', 'benefits'])
    assert.equal(alone.tiers.length, 4)
    assert.deepEqual(next.membership.unavailable, [])
    assert.equal((await asked(stack))[1], 1)
  })
})

test('a member’s own data is requested each time, and is never another member’s', async (t) => {
  const stack = await started(t)
  const [one, other] = [await signIn(stack, mira), await signIn(stack, aiko)]
  const before = await questionsOf(stack, 'GET /loyalty/v2.0/storefront/members/:id')

  const again = await one.browser.getMembership({})

  assert.equal(await questionsOf(stack, 'GET /loyalty/v2.0/storefront/members/:id'), before + 1)
  assert.equal(again.member?.first_name, 'Mira')
  assert.equal(other.membership.member?.first_name, 'Aiko')
  assert.notDeepEqual(again.member.credits, other.membership.member?.credits)
})
