import assert from 'node:assert/strict'
import type { Check } from '../check.ts'
import { accepted, refused } from '../expect.ts'
import { creditsOf, memberOf } from '../loyalty-records.ts'
import { withCredits } from '../members.ts'

/** Issuing credits, and the account they are booked on. */
export const creditChecks: Check[] = [
  {
    sentences: ['L9', 'L10', 'L11', 'L16', 'L32', 'L48', 'L49', 'L50', 'L112', 'A2', 'A17', 'A18', 'A19', 'A20'],
    title: 'issued credits are taken in with no more than success, and later stand in the list and in the balance',
    async run(account) {
      const id = await account.newMember()
      const answer = accepted(await account.loyalty('POST', `/v2.0/admin/members/${id}/credits`, { body: { amount: 7.25, note: 'For patience' } }))
      assert.ok(!/newBalance|"credit"|customerId/.test(answer.text), `more than success: ${String(answer)}`)
      const entries = await account.until(
        () => creditsOf(account, id),
        (entries) => entries.some(({ amount }) => amount === 7.25),
      )
      const entry = entries.find(({ amount }) => amount === 7.25)
      assert.equal(entry?.reason, 'MANUAL')
      assert.ok(!Number.isNaN(Date.parse(String(entry?.createdAt))))
      const member = await memberOf(account, id)
      assert.equal(member.credit, entries[0]?.newBalance)
      assert.ok(Number(member.creditsEarned) >= 7.25)
    },
  },
  {
    sentences: ['L49', 'L38', 'A20'],
    title: 'a negative amount takes credits',
    async run(account) {
      const id = await withCredits(account, 10)
      accepted(await account.loyalty('POST', `/v2.0/admin/members/${id}/credits`, { body: { amount: -4.5 } }))
      const entries = await account.until(
        () => creditsOf(account, id),
        (entries) => entries.some(({ amount }) => amount === -4.5),
      )
      const taken = entries.find(({ amount }) => amount === -4.5)
      assert.equal((await memberOf(account, id)).credit, taken?.newBalance)
    },
  },
  {
    sentences: ['L38', 'L49', 'A20'],
    title: 'no credits are issued without an amount, of nothing, or of what is no number',
    async run({ loyalty, newMember }) {
      const id = await newMember()
      for (const body of [{}, { amount: 0 }, { amount: '5' }, { amount: null }, { amount: 5, note: 7 }])
        refused(await loyalty('POST', `/v2.0/admin/members/${id}/credits`, { body }))
    },
  },
  {
    sentences: ['L16', 'L17', 'L47', 'L48', 'L110', 'A7', 'A45'],
    title: 'pages of credits, each asked for with the encoded lastCreditEntry of the one before, hold every entry once, newest first',
    async run(account) {
      const id = await withCredits(account, 1, 2, 3, 4, 5)
      const all = await creditsOf(account, id)
      const paged: Record<string, unknown>[] = []
      let lastCreditEntry: string | undefined
      for (let page = 0; page < 100; page++) {
        const answer = accepted(
          await account.loyalty('GET', `/v2.0/admin/members/${id}/credits`, { query: { limit: 2, ...(lastCreditEntry && { lastCreditEntry }) } }),
        )
        assert.ok(answer.list().length <= 2)
        paged.push(...answer.list())
        const next = answer.at('data.lastCreditEntry')
        if (next === undefined || next === null || next === '') break
        lastCreditEntry = typeof next === 'string' ? next : JSON.stringify(next)
      }
      assert.deepEqual(paged, all)
      const times = paged.map(({ createdAt }) => Date.parse(String(createdAt)))
      assert.deepEqual(
        times,
        times.toSorted((a, b) => b - a),
      )
    },
  },
  {
    sentences: ['L47', 'L111', 'A7'],
    title: 'a lastCreditEntry that needs encoding and is sent as it is leads to no page but the next',
    async run(account) {
      const id = await withCredits(account, 1, 2, 3)
      const path = `/v2.0/admin/members/${id}/credits`
      const cursor = accepted(await account.loyalty('GET', path, { query: { limit: 1 } })).at('data.lastCreditEntry')
      const text = typeof cursor === 'string' ? cursor : JSON.stringify(cursor)
      const next = accepted(await account.loyalty('GET', path, { query: { limit: 1, lastCreditEntry: text } }))
      const raw = await account.loyalty('GET', `${path}?limit=1&lastCreditEntry=${text.replaceAll(/[#&%]/g, encodeURIComponent)}`)
      if (raw.ok) assert.deepEqual(raw.list(), next.list())
      else refused(raw)
    },
  },
  {
    sentences: ['L47', 'A7'],
    title: "an invented lastCreditEntry and that of another member's list are refused, or lead to nothing of theirs",
    async run(account) {
      const [longer, shorter] = [await withCredits(account, 1, 2, 3, 4), await withCredits(account, 9)]
      const cursor = accepted(await account.loyalty('GET', `/v2.0/admin/members/${longer}/credits`, { query: { limit: 1 } })).at('data.lastCreditEntry')
      const others = await creditsOf(account, longer)
      for (const lastCreditEntry of ['invented', typeof cursor === 'string' ? cursor : JSON.stringify(cursor)]) {
        const answer = await account.loyalty('GET', `/v2.0/admin/members/${shorter}/credits`, { query: { lastCreditEntry } })
        if (!answer.ok) refused(answer)
        else for (const entry of answer.list()) assert.ok(others.every(({ createdAt, amount }) => createdAt !== entry.createdAt || amount !== entry.amount))
      }
    },
  },
]
