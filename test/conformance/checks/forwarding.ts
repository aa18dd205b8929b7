import assert from 'node:assert/strict'
import type { Account } from '../account.ts'
import type { Check } from '../check.ts'
import { accepted } from '../expect.ts'
import { memberOf, tierWithBenefit } from '../loyalty-records.ts'
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

/** Where the benefit is that is changed: its path. */
const benefits: { sentences: string[]; what: string; place: (account: Account) => Promise<{ path: string; type: string }> }[] = [
  {
    sentences: ['L60'],
    what: 'an update of a benefit of a tier',
    async place(account) {
      const { id, type } = await tierWithBenefit(account)
      return { path: `/v2.0/admin/tiers/${id}/benefits/${encodeURIComponent(type)}`, type }
    },
  },
  {
    sentences: ['L38', 'L64'],
    what: "an update of a merchant's benefit",
    async place({ loyalty }) {
      const [benefit] = accepted(await loyalty('GET', '/v2.0/admin/benefits')).list()
      assert.ok(benefit, 'the account needs a benefit for this')
      return { path: `/v2.0/admin/benefits/${encodeURIComponent(String(benefit.type))}`, type: String(benefit.type) }
    },
  },
]

/** Work that is handed on: success is said first, and the effect comes after. */
export const forwardingChecks: Check[] = [
  ...operations.map(({ sentences, what, ask, tookEffect }) => ({
    sentences: ['L9', 'L10', 'L11', 'L112', ...sentences],
    title: `${what} can be seen to be taken in before there is an effect, and to take effect then`,
    run: (account: Account) =>
      seenBefore(async () => {
        const id = await withCredits(account, 5)
        const before = await memberOf(account, id)
        const isEarly = await account.hold(async () => {
          await ask(account, id)
          return !tookEffect(await memberOf(account, id), before)
        })
        await account.until(
          () => memberOf(account, id),
          (member) => tookEffect(member, before),
        )
        return isEarly
      }),
  })),
  ...benefits.map(({ sentences, what, place }) => ({
    sentences: ['L9', 'L10', 'L11', 'L112', 'A2', 'A25', ...sentences],
    title: `${what} is taken in with no more than success; it has the old values at first, and the new ones later`,
    async run(account: Account) {
      const { loyalty, until } = account
      const { path, type } = await place(account)
      const read = async () => accepted(await loyalty('GET', path)).record('benefit')
      const { description: original } = await read()
      account.afterwards(() => loyalty('PATCH', path, { body: { description: original } }))
      await seenBefore(async () => {
        const { description: old } = await read()
        const description = `Changed by a check ${crypto.randomUUID()}`
        const isEarly = await account.hold(async () => {
          const answer = accepted(await loyalty('PATCH', path, { body: { description, type: 'ANOTHER_TYPE' } }))
          assert.ok(!answer.text.includes(description), `more than success: ${String(answer)}`)
          return (await read()).description === old
        })
        const changed = await until(read, (benefit) => benefit.description === description)
        assert.equal(changed.type, type)
        return isEarly
      })
    },
  })),
]

/** The effect may come before the next request, but not each time: repeats until it does not. */
async function seenBefore(isSeen: () => Promise<boolean>) {
  const attempts = 20
  for (let attempt = 0; attempt < attempts; attempt++) if (await isSeen()) return
  assert.fail(`each of ${attempts} times the effect was there at once`)
}
