import assert from 'node:assert/strict'
import type { Check } from '../check.ts'
import { accepted, refused } from '../expect.ts'
import { creditsOf, memberOf } from '../loyalty-records.ts'
import { withCredits } from '../members.ts'

/** Credits that a member turns into a code. */
export const redemptionChecks: Check[] = [
  {
    sentences: ['L5', 'L9', 'L10', 'L11', 'L78', 'L79', 'L112', 'A2', 'A36', 'A37'],
    title: 'a redemption is taken in with no more than success, and later the amount is gone from the balance and a code is there',
    async run(account) {
      const id = await withCredits(account, 20)
      const session = await account.signIn(id)
      const { credit: before } = await memberOf(account, id)
      const answer = accepted(await account.loyalty('POST', `/v2.0/storefront/members/${id}/credits/redemption`, { ...session, body: { amount: 7.5 } }))
      assert.ok(!/REDEEM|"code"|newBalance/.test(answer.text), `more than success: ${String(answer)}`)
      const entries = await account.until(
        () => creditsOf(account, id),
        (entries) => entries.some(({ amount }) => amount === -7.5),
      )
      assert.equal(entries.find(({ amount }) => amount === -7.5)?.newBalance, Number(before) - 7.5)
      const credits = accepted(await account.loyalty('GET', `/v2.0/storefront/members/${id}/credits`, session))
      assert.equal(typeof credits.at('data.redemption.code'), 'string', String(credits))
      assert.equal(credits.at('data.redemption.value'), 7.5)
      const forMerchant = accepted(await account.loyalty('GET', `/v2.0/admin/members/${id}/credits`))
      assert.deepEqual(forMerchant.at('data.redemption'), credits.at('data.redemption'))
    },
  },
  {
    sentences: ['L38', 'L78', 'A36'],
    title: 'a redemption of more than the balance, of nothing or of what is no number is refused and takes nothing',
    async run(account) {
      const id = await withCredits(account, 5)
      const session = await account.signIn(id)
      const { credit: before } = await memberOf(account, id)
      for (const amount of [Number(before) + 0.01, 0, -1, 'five'])
        refused(await account.loyalty('POST', `/v2.0/storefront/members/${id}/credits/redemption`, { ...session, body: { amount } }))
      assert.equal((await memberOf(account, id)).credit, before)
    },
  },
  {
    sentences: ['L38', 'L78', 'A36'],
    title: 'a redemption without an amount takes all there is',
    async run(account) {
      const id = await withCredits(account, 5)
      accepted(await account.loyalty('POST', `/v2.0/storefront/members/${id}/credits/redemption`, await account.signIn(id)))
      await account.until(
        () => memberOf(account, id),
        ({ credit }) => credit === 0,
      )
    },
  },
]
