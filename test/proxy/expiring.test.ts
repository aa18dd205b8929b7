import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { loyalty } from '../../src/contract/loyalty.ts'
import { nextToExpire } from '../../proxy/routes/membership/expiring.ts'
import { startStack, until } from '../stack.ts'

const now = Date.parse('2026-06-01T00:00:00Z')
const entry = (amount: number, expirationDate: string | null = null) => ({ amount, expirationDate, createdAt: '2026-01-01T00:00:00Z' })
const expiring = (balance: number, credits: ReturnType<typeof entry>[], lastCreditEntry?: string) =>
  nextToExpire(balance, { credits, lastCreditEntry }, 'USD', now)

describe('what expires next', () => {
  test('is the entry that expires soonest, less what was already spent from it', () => {
    const credits = [entry(-6, null), entry(5, '2026-09-01'), entry(10, '2026-07-01'), entry(2, null)]

    assert.deepEqual(expiring(11, credits), { amount: { cents: 400, currency: 'USD' }, at: '2026-07-01' })
    assert.deepEqual(expiring(7, credits), { amount: { cents: 500, currency: 'USD' }, at: '2026-09-01' })
  })

  test('is one amount if entries expire together', () => {
    assert.deepEqual(expiring(3.3, [entry(1.1, '2026-07-01'), entry(2.2, '2026-07-01')]), { amount: { cents: 330, currency: 'USD' }, at: '2026-07-01' })
  })

  test('is nothing if the remaining credits never expire, have expired, or do not exist', () => {
    assert.equal(expiring(2, [entry(5, '2026-07-01'), entry(2)]), null)
    assert.equal(expiring(5, [entry(5, '2026-05-01')]), null)
    assert.equal(expiring(0, [entry(5, '2026-07-01')]), null)
    assert.equal(expiring(-1, [entry(5, '2026-07-01')]), null)
    assert.equal(expiring(5, [entry(5, 'some day')]), null)
  })

  test('is unknown if older entries could also remain', () => {
    assert.equal(expiring(8, [entry(5, '2026-07-01')], 'more'), null)
    assert.deepEqual(expiring(5, [entry(5, '2026-07-01')], 'more')?.amount.cents, 500)
  })

  test('comes with the membership, and is read from more of the ledger than its first page', async (t) => {
    const stack = await startStack()
    t.after(() => stack.stop())
    const { token } = await stack.browser(loyalty).openSession({ assertion: await stack.assertion('700100200301') })
    // On a busy machine a part of the membership may be late: then read it again.
    const membership = await until(
      () => stack.browser(loyalty, { token }).getMembership({}),
      ({ unavailable, credits }) => unavailable.length === 0 && credits.expiring !== null,
    )
    const { entries } = await stack.browser(loyalty, { token }).listCredits({ limit: 100 })

    const referral = entries.find(({ reason }) => reason === 'REFERRAL')
    // Of her $42.50 these last longer: 5.00 that never expire, 2.00, 9.75, 10.00 and 9.43.
    assert.deepEqual(membership.credits.expiring, { amount: { cents: 632, currency: 'USD' }, at: referral?.expires_at })
    assert.equal(membership.credits.entries.length, 10)
    const { credits } = await stack.browser(loyalty, { token }).getMembership({ parts: 'spend' })
    assert.equal(credits.expiring, null)
  })
})
