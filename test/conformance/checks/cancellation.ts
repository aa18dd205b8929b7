import assert from 'node:assert/strict'
import type { Account } from '../account.ts'
import type { Check } from '../check.ts'
import { accepted } from '../expect.ts'
import { memberOf } from '../loyalty-records.ts'

const ending = ['PENDING_CANCELLATION', 'CANCELLED']

/** The end of a membership, asked for by either side, and its way back. */
export const cancellationChecks: Check[] = [
  {
    sentences: ['L33', 'L37', 'L38', 'L51', 'L52', 'A11', 'A13', 'A38', 'A40'],
    title: 'a membership whose end the merchant asks for is ending, once and for all, until it is reactivated, which is a request of its own',
    async run(account) {
      const id = await account.newMember()
      const ask = async (operation: string, body?: object) => accepted(await account.loyalty('POST', `/v2.0/admin/members/${id}/${operation}`, { body }))
      await ask('cancellation')
      const { status } = await account.until(
        () => memberOf(account, id),
        ({ status }) => status !== 'ACTIVE',
      )
      assert.ok(ending.includes(String(status)), String(status))
      await ask('cancellation', { reason: 'Once more' })
      assert.equal((await memberOf(account, id)).status, status)
      await ask('reactivation')
      assert.equal((await memberOf(account, id)).status, 'ACTIVE')
    },
  },
  {
    sentences: ['L52', 'A13', 'A40'],
    title: 'reactivating an active member is success, and changes nothing',
    async run(account) {
      const id = await account.newMember()
      // What creation gives may come meanwhile.
      const read = async () => ({ ...(await memberOf(account, id)), credit: null, creditsEarned: null, updatedAt: null })
      const before = await read()
      accepted(await account.loyalty('POST', `/v2.0/admin/members/${id}/reactivation`, { body: {} }))
      assert.deepEqual(await read(), before)
    },
  },
  {
    sentences: ['L9', 'L10', 'L11', 'L37', 'L80', 'L81', 'L112', 'A2', 'A13', 'A38'],
    title: 'a membership whose end the member asks for is ending later; the answer says only that it was asked for',
    async run(account) {
      const id = await account.newMember()
      const session = await account.signIn(id)
      const answer = accepted(await account.loyalty('POST', `/v2.0/storefront/members/${id}/cancellation`, { ...session, body: { reason: 'Moving away' } }))
      assert.ok(!answer.text.includes(id), `more than success: ${String(answer)}`)
      await untilEnding(account, id)
    },
  },
  {
    sentences: ['L33', 'L37', 'A13'],
    title: 'a membership is cancelled once the member has confirmed it by the link in their mail',
    needs: ['cancellation confirmed'],
    async run(account) {
      const id = await account.newMember()
      accepted(await account.loyalty('POST', `/v2.0/storefront/members/${id}/cancellation`, { ...(await account.signIn(id)), body: {} }))
      await untilEnding(account, id)
      await account.happen('cancellation confirmed', { customerId: id })
      await account.until(
        () => memberOf(account, id),
        ({ status }) => status === 'CANCELLED',
      )
    },
  },
]

const untilEnding = (account: Account, id: string) =>
  account.until(
    () => memberOf(account, id),
    ({ status }) => ending.includes(String(status)),
  )
