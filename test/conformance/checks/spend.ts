import assert from 'node:assert/strict'
import type { Check } from '../check.ts'
import { accepted } from '../expect.ts'

const periods = ['monthly', 'quarterly', 'semiannual', 'annual', 'alltime']
/** The amount of a value with a currency, or the value itself. */
const amountOf = (value: unknown): unknown => (typeof value === 'object' ? Object.entries(value ?? {}).find(([name]) => name === 'amount')?.[1] : value)
/** Periods by their names, however they are written (A21). */
const byPeriod = (data: unknown) =>
  Object.fromEntries(
    Object.entries(Object(data) as Record<string, unknown>).map(([name, value]) => [name.toLowerCase().replaceAll(/[_-]|spend/g, ''), amountOf(value)]),
  )

/** What a member has spent in each period. */
export const spendChecks: Check[] = [
  {
    sentences: ['L20', 'L53', 'L108', 'A3', 'A21'],
    title: 'the spend of an unknown customer, and of one without orders, is an answer without data',
    async run({ loyalty, newMember }) {
      for (const id of [await newMember(), '800000000000000002']) {
        const answer = accepted(await loyalty('GET', `/v2.0/admin/members/${id}/sbt`), 200)
        assert.equal(answer.at('data'), undefined, String(answer))
      }
    },
  },
  {
    sentences: ['L18', 'L19', 'L53', 'L32', 'A21'],
    title: 'the spend of a member who has ordered stands in data, for each of the five periods',
    needs: ['ordered'],
    async run(account) {
      const id = await account.newMember()
      await account.happen('ordered', { customerId: id, orderId: Math.floor(Math.random() * 1e12), orderTotal: 64.5 })
      const answer = await account.until(
        () => account.loyalty('GET', `/v2.0/admin/members/${id}/sbt`),
        (answer) => Boolean(answer.at('data')),
      )
      const spend = byPeriod(answer.at('data'))
      for (const period of periods) assert.equal(spend[period], 64.5, `${period}: ${String(answer)}`)
    },
  },
]
