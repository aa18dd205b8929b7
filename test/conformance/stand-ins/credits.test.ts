import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CreditDto } from '../../../proxy/upstream/loyalty.ts'
import { aiko, jonas, mira, refused, startServices } from './start.ts'

/** Who has a hundred thousand entries. */
const noor = '700100200304'
const cents = (amount: number | string | null | undefined) => Math.round(Number(amount ?? NaN) * 100)

describe('credits', () => {
  test('a page does not move when credits come in between', async () => {
    const { admin, pass } = await startServices()
    const before = await admin.listCredits({ id: mira, limit: 3 })
    await admin.issueCredits({ id: mira, amount: 1 })
    pass(2000)
    const next = await admin.listCredits({ id: mira, limit: 3, lastCreditEntry: before.lastCreditEntry as string })
    assert.equal(next.credits[0]?.newBalance, before.credits.at(-1)?.previousBalance)
  })

  test('a cursor that was not encoded, an invented one, that of a longer list and a limit out of range are refused', async () => {
    const { address, admin } = await startServices()
    const { lastCreditEntry } = await admin.listCredits({ id: mira, limit: 3 })
    const raw = await fetch(`${address}/loyalty/v2.0/admin/members/${mira}/credits?lastCreditEntry=${lastCreditEntry as string}`, {
      headers: { 'X-Loyalty-Api-Key': 'loyalty-key' },
    })
    assert.equal(raw.status, 400)
    await assert.rejects(admin.listCredits({ id: mira, lastCreditEntry: 'invented' }), refused(400))
    await assert.rejects(admin.listCredits({ id: aiko, lastCreditEntry: lastCreditEntry as string }), refused(400))
    await assert.rejects(admin.listCredits({ id: mira, limit: 101 }), refused(400))
    await assert.rejects(admin.listCredits({ id: mira, limit: 0 }), refused(400))
  })
})

describe('taking credits', () => {
  test('goes no further than the balance, less what is on its way', async () => {
    const { admin, storefront, signIn, pass } = await startServices()
    await storefront.redeemCredits({ id: mira, amount: 40 }, await signIn(mira))
    await assert.rejects(admin.issueCredits({ id: mira, amount: -2.51 }), refused(400, { message: 'amount takes more than the balance', data: {} }))
    await admin.issueCredits({ id: mira, amount: -2.5, note: 'Returned' })
    await assert.rejects(admin.issueCredits({ id: mira, amount: -0.01 }), refused(400))
    pass(2000)
    assert.equal((await admin.getMember({ id: mira })).credit, 0)
  })

  test('by force ends the code that is out, and otherwise leaves it', async () => {
    const { admin, storefront, signIn, pass } = await startServices()
    await storefront.redeemCredits({ id: mira, amount: 10 }, await signIn(mira))
    pass(2000)
    await admin.issueCredits({ id: mira, amount: -1 })
    pass(2000)
    assert.equal((await admin.listCredits({ id: mira })).redemption?.value, 10)
    await admin.issueCredits({ id: mira, amount: -1, force: true })
    pass(2000)
    const { redemption, credits } = await admin.listCredits({ id: mira })
    assert.deepEqual([redemption, credits[0]?.amount, credits[0]?.reason], [null, -1, 'MANUAL'])
  })
})

describe('amounts', () => {
  test('are booked in whole cents, and add up without a remainder', async () => {
    const { admin, pass } = await startServices()
    await admin.createMember({ customerId: jonas, credits: 1.1 })
    for (const amount of [2.2, 0.1, 0.2, 0.004 + 0.3]) await admin.issueCredits({ id: jonas, amount })
    pass(2000)
    const { credits } = await admin.listCredits({ id: jonas })
    assert.deepEqual(
      credits.map(({ amount, newBalance }) => [amount, newBalance]),
      [
        [0.3, 3.9],
        [0.2, 3.6],
        [0.1, 3.4],
        [2.2, 3.3],
        [1.1, 1.1],
      ],
    )
  })
})

describe('redemption', () => {
  test('takes its amount under the names that others have for it, and answers nothing but success', async () => {
    const { address, signIn, pass, admin } = await startServices()
    const { headers } = await signIn(mira)
    for (const body of [{ credits: 2 }, { creditAmount: 0.5 }]) {
      const answer = await fetch(`${address}/loyalty/v2.0/storefront/members/${mira}/credits/redemption`, {
        method: 'POST',
        headers: { ...headers, 'X-Loyalty-Api-Key': 'loyalty-key', 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
      assert.deepEqual([answer.status, await answer.json()], [201, { message: 'ok', data: {} }])
    }
    pass(2000)
    assert.equal((await admin.getMember({ id: mira })).credit, 40)
  })

  test('sent twice under one key is one redemption', async () => {
    const { storefront, signIn, pass, admin } = await startServices()
    const { headers } = await signIn(mira)
    const once = { headers: { ...headers, 'Idempotency-Key': 'redemption-1' } }
    for (let time = 0; time < 2; time++) await storefront.redeemCredits({ id: mira, amount: 10 }, once)
    pass(2000)
    await storefront.redeemCredits({ id: mira, amount: 10 }, once)
    pass(2000)
    assert.equal((await admin.getMember({ id: mira })).credit, 32.5)
  })

  test('under a name that was used for another amount is refused', async () => {
    const { admin, storefront, signIn, pass } = await startServices()
    const { headers } = await signIn(mira)
    const once = { headers: { ...headers, 'Idempotency-Key': 'redemption-1' } }
    await storefront.redeemCredits({ id: mira, amount: 10 }, once)
    for (const amount of [11, undefined])
      await assert.rejects(
        storefront.redeemCredits({ id: mira, amount }, once),
        refused(409, { message: 'Idempotency-Key was used for another amount', data: {} }),
      )
    pass(2000)
    assert.equal((await admin.getMember({ id: mira })).credit, 32.5)
  })

  test('is dated for each member who has redeemed, from the start', async () => {
    const { list } = await startServices()
    const redeemers = (await list<{ numberOfCreditRedemptions: number; lastCreditRedemptionAt: string | null }>('members')).filter(
      ({ numberOfCreditRedemptions }) => numberOfCreditRedemptions > 0,
    )
    assert.ok(redeemers.length >= 2 && redeemers.every(({ lastCreditRedemptionAt }) => lastCreditRedemptionAt))
  })

  test('is taken in at once and takes effect later, with a code', async () => {
    const { admin, storefront, signIn, pass, list } = await startServices({ effectDelay: 500 })
    const session = await signIn(mira)
    await storefront.redeemCredits({ id: mira, amount: 12.5 }, session)
    const before = await storefront.readCredits({ id: mira }, session)
    assert.deepEqual([before.redemption, before.credits[0]?.amount], [null, 2])
    pass(500)
    const { redemption, credits } = await storefront.readCredits({ id: mira }, session)
    assert.match(redemption?.code ?? '', /^REDEEM\+\d{9}$/)
    assert.equal(redemption?.value, 12.5)
    assert.deepEqual([credits[0]?.amount, credits[0]?.reason, credits[0]?.newBalance], [-12.5, 'REDEMPTION', 30])
    assert.equal((await admin.getMember({ id: mira })).credit, 30)
    assert.equal((await list('redemptions')).length, 1)
  })

  test('a second one replaces the code with one for the sum', async () => {
    const { storefront, signIn, pass } = await startServices()
    const session = await signIn(mira)
    await storefront.redeemCredits({ id: mira, amount: 10.1 }, session)
    pass(2000)
    const first = (await storefront.readCredits({ id: mira }, session)).redemption
    await storefront.redeemCredits({ id: mira, amount: 20.2 }, session)
    pass(2000)
    const second = (await storefront.readCredits({ id: mira }, session)).redemption
    assert.deepEqual([first?.value, second?.value], [10.1, 30.3])
    assert.notEqual(first?.code, second?.code)
  })

  test('never goes over the balance, not even two together', async () => {
    const { storefront, signIn, list } = await startServices()
    const session = await signIn(mira)
    await assert.rejects(storefront.redeemCredits({ id: mira, amount: 42.51 }, session), refused(400, { message: 'amount is more than the balance', data: {} }))
    await storefront.redeemCredits({ id: mira, amount: 30 }, session)
    await assert.rejects(storefront.redeemCredits({ id: mira, amount: 12.51 }, session), refused(400))
    await assert.rejects(storefront.redeemCredits({ id: mira, amount: 0 }, session), refused(400))
    assert.equal((await list('redemptions')).length, 1)
  })

  test('takes effect in real time too', async () => {
    const { storefront, signIn } = await startServices({ effectDelay: 1, now: () => new Date() })
    const session = await signIn(mira)
    await storefront.redeemCredits({ id: mira, amount: 5 }, session)
    let held
    for (let asked = 0; asked < 500 && !held; asked++) held = (await storefront.readCredits({ id: mira }, session)).redemption
    assert.equal(held?.value, 5)
  })
})

describe('a member with a hundred thousand entries', () => {
  test('has a book that adds up from its first entry to the balance', async () => {
    const { admin, storefront, signIn } = await startServices()
    const { credits, lastCreditEntry } = await storefront.readCredits({ id: noor }, await signIn(noor))
    const { credit, creditsEarned } = await admin.getMember({ id: noor })

    assert.deepEqual([credits.length, lastCreditEntry], [100_000, undefined])
    const book = credits.toReversed()
    let [balance, earned] = [0, 0]
    const wrong = book.filter(({ amount, previousBalance, newBalance, createdAt }, position) => {
      const before = balance
      balance += cents(amount)
      earned += Math.max(0, cents(amount))
      return cents(previousBalance) !== before || cents(newBalance) !== balance || balance < 0 || (createdAt ?? '') <= (book[position - 1]?.createdAt ?? '')
    })
    assert.deepEqual(wrong.slice(0, 3), [])
    assert.deepEqual([cents(credit), cents(creditsEarned)], [balance, earned])
  })

  test('is read page by page as the same book, with what is new on top', async () => {
    const { admin, pass } = await startServices()
    const first = await admin.listCredits({ id: noor, limit: 100 })
    await admin.issueCredits({ id: noor, amount: 2.5 })
    pass(2000)

    const next = await admin.listCredits({ id: noor, limit: 100, lastCreditEntry: first.lastCreditEntry as string })
    assert.equal(next.credits[0]?.newBalance, first.credits.at(-1)?.previousBalance)
    const { credits } = await admin.listCredits({ id: noor, limit: 2 })
    assert.deepEqual([credits[0]?.amount, credits[0]?.previousBalance], [2.5, first.credits[0]?.newBalance])
    assert.deepEqual(credits[1], first.credits[0])
  })

  test('does not slow down what is shown of the state', async () => {
    const { control } = await startServices()
    const { totals, credits } = (await control('GET', 'state?of=credits')).body as { totals: { credits: number }; credits: CreditDto[] }
    assert.ok(totals.credits > 100_000)
    assert.deepEqual([credits.length, credits.map(({ createdAt }) => createdAt)], [100, credits.map(({ createdAt }) => createdAt).sort()])
  })

  test('has cursors that lead through no other book', async () => {
    const { admin } = await startServices()
    const { lastCreditEntry } = await admin.listCredits({ id: noor, limit: 1 })
    const { customers, lastCustomerId } = await admin.listMembers({ limit: 100 })
    for (const { customerId } of customers.filter(({ customerId }) => customerId !== noor).slice(0, 5))
      await assert.rejects(admin.listCredits({ id: customerId, lastCreditEntry: lastCreditEntry as string }), refused(400))
    const early = (await admin.listCredits({ id: mira, limit: 10 })).lastCreditEntry as string
    await assert.rejects(admin.listCredits({ id: noor, lastCreditEntry: early }), refused(400))
    await assert.rejects(admin.listCredits({ id: noor, lastCreditEntry: lastCustomerId! }), refused(400))
    await assert.rejects(admin.listMembers({ lastCustomerId: lastCreditEntry as string }), refused(400))
  })
})
