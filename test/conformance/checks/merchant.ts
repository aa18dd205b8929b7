import assert from 'node:assert/strict'
import type { Account } from '../account.ts'
import type { Check } from '../check.ts'
import { accepted, refused } from '../expect.ts'
import { inTurn } from '../one-at-a-time.ts'

const read = async ({ loyalty }: Account) => accepted(await loyalty('GET', '/v2.0/admin/merchant')).record('merchant')
/** Less what changes by itself: no update sends it. */
const unstamped = (merchant: Record<string, unknown>) => ({ ...merchant, updatedAt: null, customerCount: null })

/** What the service knows of the merchant. */
export const merchantChecks: Check[] = [
  {
    sentences: ['L4', 'L26', 'L27', 'L32', 'L65', 'L66', 'A28'],
    title: 'the merchant is shown to anyone who has the key, and an update changes what is sent and leaves the rest',
    run: (account) =>
      inTurn(async () => {
        const before = await read(account)
        assert.ok(before.merchantId && before.currency)
        const names: Record<string, unknown>[] = [
          { firstName: 'Ottilie' },
          { lastName: 'Byron' },
          { firstName: before.firstName },
          {},
          { lastName: before.lastName },
        ]
        account.afterwards(() => account.loyalty('PATCH', '/v2.0/admin/merchant', { body: { firstName: before.firstName, lastName: before.lastName } }))
        let expected = before
        for (const body of names) {
          accepted(await account.loyalty('PATCH', '/v2.0/admin/merchant', { body }))
          expected = { ...expected, ...body }
          assert.deepEqual(unstamped(await read(account)), unstamped(expected))
        }
      }),
  },
  {
    sentences: ['L66', 'L6', 'A28'],
    title: 'what a merchant cannot change about themselves stays, whether such an update is refused or passed over',
    run: (account) =>
      inTurn(async () => {
        const before = await read(account)
        const answer = await account.loyalty('PATCH', '/v2.0/admin/merchant', { body: { merchantId: 'somebody-else', createdAt: '2001-01-01T00:00:00Z' } })
        if (!answer.ok) refused(answer)
        assert.deepEqual(unstamped(await read(account)), unstamped(before))
      }),
  },
]
