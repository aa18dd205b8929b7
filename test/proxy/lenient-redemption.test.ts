// A record or a ledger with something in it that cannot be read keeps nobody from their credits, unless a redemption could hide there.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { loyalty } from '../../src/contract/loyalty.ts'
import { until } from '../until.ts'
import { oddCustomer, startOddLoyalty, type OddProgram } from './odd-loyalty.ts'
import { refusalOf } from './refusals.ts'

const five = { amount: { cents: 500, currency: 'USD' } }
const member = { customerId: oddCustomer, status: 'ACTIVE', credit: 42.5, currencyCode: 'USD', tierId: 't1' }

/** A member who redeems five dollars at a service that answers so. */
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
    ['where old entries of the ledger have their time as a number', { credits: { credits: [given, { ...taken, createdAt: 1_767_225_600_000 }] } }],
    ['where entries of the ledger have notes that are none', { credits: { credits: [given, { ...taken, note: 7, newBalance: [] }] } }],
    ['where another amount was redeemed at a time that cannot be read', { credits: { credits: [given, { ...taken, amount: -7, createdAt: {} }] } }],
    ['where the amount of an old entry cannot be read', { credits: { credits: [given, { ...taken, amount: 'five' }] } }],
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
    ['where the same amount was redeemed at a time that cannot be read', { credits: [given, { ...taken, createdAt: {} }] }],
    ['where the same amount was taken at no time, for no reason', { credits: [{ amount: '-5.00' }] }],
    ['where the code that is out cannot be read, since another could not be told from it', { credits: [given], redemption: { code: 'OLD', value: 'much' } }],
  ] as const) {
    test(what, async () => {
      const { redeem, sent, stack } = await startRedeeming({ credits })

      await refusalOf(redeem(), 'upstream-unavailable')

      assert.equal(sent(), 0)
      assert.ok(stack.log.some((line) => line.includes('cannot be ruled out')))
    })
  }
})
