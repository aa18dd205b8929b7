// The demo's console: what it is filled with can be decided, because the demo's shop knows its orders.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createClient, type Client } from '../../src/contract/client.ts'
import { consoleActions, consoleReads } from '../../console/contract/console.ts'
import { fillConsole } from '../../demo/fill-console.ts'
import { startStack, until, type Stack } from '../stack.ts'
import { pageHeaders, tokens } from './console-stack.ts'

const table = { ...consoleReads, ...consoleActions }
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

describe('the filled console of the demo', () => {
  let stack: Stack
  let api: Client<typeof table>
  before(async () => {
    stack = await startStack({ shop: true })
    await fillConsole(stack)
    const answer = await fetch(`${stack.operator}/console/api/session`, {
      method: 'POST',
      headers: { ...pageHeaders(stack.operator), 'Content-Type': 'application/json' },
      body: JSON.stringify({ token: tokens.act }),
    })
    const [cookie = ''] = answer.headers.getSetCookie()
    api = createClient(table, { baseUrl: `${stack.operator}/console`, headers: { ...pageHeaders(stack.operator), Cookie: cookie.split(';')[0]! } })
  })
  after(() => stack.stop())

  test('every claim that waits can be approved, and the shop does what it asks for', async () => {
    const { claims } = await until(
      () => api.listClaims({}),
      ({ claims }) => claims.length === 4,
    )
    assert.deepEqual(claims.map(({ resolution }) => resolution).sort(), ['refund', 'refund', 'reorder', 'store_credit'])

    for (const { key } of claims) await api.approveClaim({ claim: key, reason: 'a photo shows it' })

    const keys = claims.map(({ key }) => key)
    const decided = await until(
      async () => (await api.listClaims({ state: 'all' })).claims.filter(({ key }) => keys.includes(key)),
      (some) => some.every(({ state }) => state !== 'open'),
    )
    assert.deepEqual(
      decided.map(({ state, reason }) => [state, reason]),
      decided.map(() => ['resolved', null]),
    )
  })

  test('has one report in each group that needs a person', async () => {
    const counts = await until(
      () => api.countReports({}),
      ({ failed }) => failed > 0,
    )

    assert.deepEqual([counts.unprotected, counts.held, counts.failed], [1, 1, 1])
  })

  test('has a decision of a person, with the reason, in the audit log', async () => {
    const { entries } = await api.listAudit({})
    const [first] = entries.toReversed()
    const { claims } = await api.listClaims({ state: 'refused' })

    assert.deepEqual([first?.who, first?.action, first?.subject], ['mara', 'claim.refuse', claims[0]?.key])
    assert.match(first?.reason ?? '', /signature/)
    assert.equal((await api.verifyAudit({})).broken, null)
  })

  test('has claims and their cost on earlier days', async () => {
    const now = Date.now()
    const { rows } = await api.readFigures({ from: dayOf(now - 60 * 24 * 3_600_000), to: dayOf(now - 24 * 3_600_000) })

    for (const name of ['claims', 'claim_costs']) assert.ok(rows.filter((row) => row.name === name).length > 10, name)
    const { claims } = await api.listClaims({ state: 'resolved' })
    assert.ok(claims.some(({ order, decided_by }) => order !== null && decided_by === null))
  })
})
