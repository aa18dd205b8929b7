import assert from 'node:assert/strict'
import type { Account } from '../account.ts'
import type { Check } from '../check.ts'
import { accepted, refused } from '../expect.ts'

/** The list of members, page by page. */
export const memberListChecks: Check[] = [
  {
    sentences: ['L40', 'L41', 'L110', 'A5', 'A6', 'A4'],
    title: 'pages of members, each asked for with the lastCustomerId of the one before, hold every member once and come to an end',
    async run(account) {
      const created = [await account.newMember(), await account.newMember()]
      const seen = await walk(account, 100)
      assert.equal(new Set(seen).size, seen.length)
      for (const id of created) assert.ok(seen.includes(id), id)
    },
  },
  {
    sentences: ['L40', 'L110', 'A6'],
    title: 'a page of members is as long as its limit, and lastCustomerId is the id of its last',
    async run(account) {
      for (let made = 0; made < 3; made++) await account.newMember()
      const first = accepted(await account.loyalty('GET', '/v2.0/admin/members', { query: { limit: 2 } }))
      assert.equal(first.list().length, 2)
      const last = first.list().at(-1)
      const cursor = first.at('data.lastCustomerId')
      assert.equal(String(cursor), String(last?.customerId ?? last?.id))
      const second = accepted(await account.loyalty('GET', '/v2.0/admin/members', { query: { limit: 2, lastCustomerId: String(cursor) } }))
      const ids = [...first.list(), ...second.list()].map(({ customerId, id }) => String(customerId ?? id))
      assert.equal(new Set(ids).size, ids.length)
    },
  },
  {
    sentences: ['L113', 'A4'],
    title: 'a limit out of range is refused or cut to a hundred at most, for members and for credits',
    async run(account) {
      const id = await account.newMember()
      for (const path of ['/v2.0/admin/members', `/v2.0/admin/members/${id}/credits`]) {
        for (const limit of [0, -1, 101, 'many', 1.5]) {
          const answer = await account.loyalty('GET', path, { query: { limit } })
          if (answer.ok) assert.ok(answer.list().length <= 100, String(answer))
          else refused(answer)
        }
        const page = accepted(await account.loyalty('GET', path))
        assert.ok(page.list().length <= 100)
      }
    },
  },
  {
    sentences: ['L40', 'A6'],
    title: 'a lastCustomerId that no page has given is refused, or gives an empty page',
    async run({ loyalty }) {
      const answer = await loyalty('GET', '/v2.0/admin/members', { query: { lastCustomerId: 'invented' } })
      if (answer.ok) assert.deepEqual(answer.list(), [])
      else refused(answer)
    },
  },
]

async function walk({ loyalty }: Account, limit: number): Promise<string[]> {
  const seen: string[] = []
  let lastCustomerId: unknown
  for (let page = 0; page < 1000; page++) {
    const answer = accepted(
      await loyalty('GET', '/v2.0/admin/members', { query: { limit, ...(lastCustomerId ? { lastCustomerId: String(lastCustomerId) } : {}) } }),
    )
    seen.push(...answer.list().map(({ customerId, id }) => String(customerId ?? id)))
    const next = answer.at('data.lastCustomerId')
    if (next === undefined || next === null || next === '') return seen
    assert.notEqual(next, lastCustomerId, 'the cursor does not move')
    lastCustomerId = next
  }
  return assert.fail('the list of members does not come to an end')
}
