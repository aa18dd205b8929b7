import assert from 'node:assert/strict'
import type { Account } from '../account.ts'
import type { Check } from '../check.ts'
import { accepted } from '../expect.ts'
import { memberOf } from '../loyalty-records.ts'
import { withCredits } from '../members.ts'

interface Operation {
  sentences: string[]
  what: string
  ask: (account: Account, id: string) => Promise<unknown>
  /** Whether a member's record shows that it has taken effect; without it they have 5 credits or more, and are active. */
  tookEffect: (member: Record<string, unknown>, before: Record<string, unknown>) => boolean
}

const operations: Operation[] = [
  {
    sentences: ['L49', 'L50'],
    what: 'issued credits',
    ask: ({ loyalty }, id) => loyalty('POST', `/v2.0/admin/members/${id}/credits`, { body: { amount: 3 } }).then((answer) => accepted(answer)),
    tookEffect: ({ credit }, before) => credit !== before.credit,
  },
  {
    sentences: ['L78', 'L79'],
    what: 'a redemption',
    ask: async ({ loyalty, signIn }, id) =>
      accepted(await loyalty('POST', `/v2.0/storefront/members/${id}/credits/redemption`, { ...(await signIn(id)), body: { amount: 1 } })),
    tookEffect: ({ credit }, before) => credit !== before.credit,
  },
  {
    sentences: ['L80', 'L81'],
    what: 'a cancellation that the member asks for',
    ask: async ({ loyalty, signIn }, id) => accepted(await loyalty('POST', `/v2.0/storefront/members/${id}/cancellation`, { ...(await signIn(id)), body: {} })),
    tookEffect: ({ status }) => status !== 'ACTIVE',
  },
]
const tries = 20

/** Work that is handed on: success is said first, and the effect comes after. */
export const forwardingChecks: Check[] = operations.map(({ sentences, what, ask, tookEffect }) => ({
  sentences: ['L9', 'L10', 'L11', 'L112', ...sentences],
  title: `${what} can be seen to be taken in before there is an effect, and to take effect then`,
  async run(account) {
    // The effect may be quicker than the next question, but not each time.
    for (let tried = 0; tried < tries; tried++) {
      const id = await withCredits(account, 5)
      const before = await memberOf(account, id)
      await ask(account, id)
      const seenBefore = !tookEffect(await memberOf(account, id), before)
      await account.until(
        () => memberOf(account, id),
        (member) => tookEffect(member, before),
      )
      if (seenBefore) return
    }
    assert.fail(`each of ${tries} times the effect was there at once`)
  },
}))
