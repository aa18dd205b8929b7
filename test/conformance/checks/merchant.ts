import assert from 'node:assert/strict'
import type { Account } from '../account.ts'
import type { Check } from '../check.ts'
import { accepted, refused } from '../expect.ts'

const read = async ({ loyalty }: Account) => accepted(await loyalty('GET', '/v2.0/admin/merchant')).record('merchant')
/** Less what other checks change meanwhile. */
const unstamped = (merchant: Record<string, unknown>) => ({ ...merchant, lastName: null, phone: null, updatedAt: null, customerCount: null })

/** What the service knows of the merchant. */
export const merchantChecks: Check[] = [
  {
    sentences: ['L4', 'L26', 'L27', 'L32', 'L65', 'L66', 'A28'],
    title: 'the merchant is shown to whoever has the key, and an update changes what is sent and leaves the rest',
    async run(account) {
      const before = await read(account)
      assert.ok(before.merchantId && before.currency)
      accepted(await account.loyalty('PATCH', '/v2.0/admin/merchant', { body: { firstName: 'Ottilie' } }))
      account.afterwards(() => account.loyalty('PATCH', '/v2.0/admin/merchant', { body: { firstName: before.firstName } }))
      assert.deepEqual(unstamped(await read(account)), unstamped({ ...before, firstName: 'Ottilie' }))
      accepted(await account.loyalty('PATCH', '/v2.0/admin/merchant', { body: {} }))
      assert.deepEqual(unstamped(await read(account)), unstamped({ ...before, firstName: 'Ottilie' }))
    },
  },
  {
    sentences: ['L66', 'L6', 'A28'],
    title: 'what a merchant cannot change about themselves stays, whether such an update is refused or passed over',
    async run(account) {
      const before = await read(account)
      const answer = await account.loyalty('PATCH', '/v2.0/admin/merchant', { body: { merchantId: 'somebody-else', createdAt: '2001-01-01T00:00:00Z' } })
      if (!answer.ok) refused(answer)
      const { merchantId, createdAt } = await read(account)
      assert.deepEqual([merchantId, createdAt], [before.merchantId, before.createdAt])
    },
  },
]
