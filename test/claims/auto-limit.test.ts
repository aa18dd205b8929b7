import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { runCommand } from '../cli/commands.ts'
import { claimOf, startClaims, type ClaimsStack } from './claims-stack.ts'

describe('the limit up to which claims are resolved without a person', () => {
  let stack: ClaimsStack
  before(async () => (stack = await startClaims({ settings: { CLAIMS_AUTO_LIMIT: '24.00 USD' } })))
  after(() => stack.stop())
  const paidOut = (order: string) => [...stack.resolver.done.values()].filter(({ body }) => body.order_id === order).length
  const run = (...words: string[]) => runCommand(['claims', ...words, '--yes'], stack.settings)

  test('is for all claims of an order together, in whichever way they are resolved', async () => {
    await stack.sent('9201')

    assert.equal((await stack.ask('9201/refund', claimOf(921, '9201'))).status, 200)
    assert.equal((await stack.ask('9201/reorder', claimOf(922, '9201'))).status, 503)
    await stack.sent('9205')
    assert.equal((await stack.ask('9205/store_credit', claimOf(923, '9205'))).status, 200)
    assert.equal((await stack.ask('9205/refund', claimOf(924, '9205', { cents: 1 }))).status, 503)
    assert.deepEqual([paidOut('9201'), paidOut('9205')], [1, 1])
  })

  test('holds for claims that arrive at once', async () => {
    await stack.sent('9202')

    const answers = await Promise.all([931, 932].map((id) => stack.ask('9202/refund', claimOf(id, '9202'))))

    assert.deepEqual([answers.map(({ status }) => status).sort(), paidOut('9202')], [[200, 503], 1])
  })

  test('does not count claims that a person has refused or approved', async () => {
    await stack.sent('9203')
    const whole = claimOf(941, '9203', { quantity: 2, cents: 4800 })
    assert.equal((await stack.ask('9203/refund', whole)).status, 503)
    await run('refuse', '941', '--reason', 'a mistake')
    await stack.sent('9204')
    assert.equal((await stack.ask('9204/refund', claimOf(951, '9204', { cents: 2401 }))).status, 503)
    await run('approve', '951')

    assert.equal((await stack.ask('9203/refund', claimOf(942, '9203'))).status, 200)
    assert.equal((await stack.ask('9204/refund', claimOf(952, '9204', { cents: 2399 }))).status, 200)
    assert.deepEqual([paidOut('9203'), paidOut('9204')], [1, 2])
  })
})
