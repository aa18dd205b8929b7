import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CreditDto } from '../../proxy/upstream/loyalty.ts'
import { mira, refused, startServices } from './start.ts'

/** Who has a hundred thousand entries. */
const noor = '700100200304'
const cents = (amount: number | string | null | undefined) => Math.round(Number(amount ?? NaN) * 100)

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
