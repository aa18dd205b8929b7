// An unreadable value in a record or a ledger does not block a redemption, unless it could hide an earlier redemption.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { loyalty } from '../../src/contract/loyalty.ts'
import { until } from '../until.ts'
import { oddCustomer, startOddLoyalty, type OddProgram } from './odd-loyalty.ts'
import { refusalOf } from './refusals.ts'

const five = { amount: { cents: 500, currency: 'USD' } }
const member = { customerId: oddCustomer, status: 'ACTIVE', credit: 42.5, currencyCode: 'USD', tierId: 't1' }

/** Signs in a member who can redeem five dollars at a service with these responses. */
async function startRedeeming(changes: Partial<OddProgram>) {
  const { open, seen, stack } = await startOddLoyalty(changes)
  const { token } = await open()
  const browser = stack.browser(loyalty, { token })
  return {
    stack,
    redeem: () => browser.redeemCredits(five, { headers: { 'Idempotency-Key': randomUUID() } }),
    find: (id: string) => browser.getRedemption({ id }),
    sent: () => seen.filter(({ url }) => url.endsWith('/redemption')).length,
  }
}

const given = { amount: 60, reason: 'MANUAL', createdAt: '2026-01-01T00:00:00Z' }
const taken = { amount: -5, reason: 'REDEMPTION', createdAt: '2026-03-01T00:00:00Z' }

describe('credits are redeemed', () => {
  for (const [what, changes] of [
    ['by a member whose phone number is written as a number', { member: { ...member, phoneNumber: 15_035_550_118, notes: {} } }],
    ['if old entries of the ledger have their time as a number', { credits: { credits: [given, { ...taken, createdAt: 1_767_225_600_000 }] } }],
    ['if entries of the ledger have invalid notes', { credits: { credits: [given, { ...taken, note: 7, newBalance: [] }] } }],
    ['if another amount was redeemed at an unreadable time', { credits: { credits: [given, { ...taken, amount: -7, createdAt: {} }] } }],
    ['if the amount of an old entry is unreadable', { credits: { credits: [given, { ...taken, amount: 'five' }] } }],
  ] as const) {
    test(what, async () => {
      const { redeem, sent } = await startRedeeming(changes)

      assert.equal((await redeem()).state, 'pending')
      assert.equal(sent(), 1)
    })
  }

  test('and settled by a ledger with broken entries', async () => {
    let entries: object[] = [given]
    const { redeem, find } = await startRedeeming({ credits: () => ({ credits: entries }) })
    const { id } = await redeem()

    entries = [taken, { ...given, createdAt: 1_767_225_600_000, reason: 4 }, { amount: 'five', createdAt: {} }]

    const { state } = await until(
      () => find(id),
      (found) => found.state === 'settled',
    )
    assert.equal(state, 'settled')
  })
})

describe('nothing is redeemed', () => {
  for (const [what, credits] of [
    ['if the same amount was redeemed at an unreadable time', { credits: [given, { ...taken, createdAt: {} }] }],
    ['if the same amount was taken in an entry without time and reason', { credits: [{ amount: '-5.00' }] }],
    ['if the current code is unreadable: a new code could not be distinguished from it', { credits: [given], redemption: { code: 'OLD', value: 'much' } }],
  ] as const) {
    test(what, async () => {
      const { redeem, sent, stack } = await startRedeeming({ credits })

      await refusalOf(redeem(), 'upstream-unavailable')

      assert.equal(sent(), 0)
      assert.ok(stack.log.some((line) => line.includes('cannot be ruled out')))
    })
  }
})
