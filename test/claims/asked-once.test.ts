import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { runCommand } from '../cli/commands.ts'
import { protectedOrderOf, shipmentOf } from '../proxy/orders.ts'
import { protection } from '../../src/contract/protection.ts'
import { until } from '../until.ts'
import { claimOf, delivered, startClaims, usd, type ClaimsStack } from './claims-stack.ts'

interface Raised {
  id: string
  outcome: string
  attempts: { status: number | null }[]
}

describe('a service that sends a claim once and never again', () => {
  let stack: ClaimsStack
  before(async () => (stack = await startClaims({ settings: { CLAIMS_MODE: 'approve' }, services: { claimsOnce: true } })))
  after(() => stack.stop())

  const run = (...words: string[]) => runCommand(['claims', ...words], stack.settings)

  /** Makes the stand-in raise a claim about a protected order that was sent; resolves to the claim once the stand-in was answered. */
  async function raise(order: string, resolution: string): Promise<Raised> {
    const { token } = await stack.browser(protection).quoteProtection({ cents: 4800, currency: 'USD' })
    const body = protectedOrderOf(order, token)
    await delivered(stack.backend, stack.backend.reportOrder(body))
    await delivered(stack.backend, stack.backend.reportShipment(shipmentOf(`${order}5`, body)))
    const { line_items } = claimOf(1, order, { quantity: 2, cents: 4800 })
    const asked = { shop_order_id: order, resolution, claim_id: `c-${order}`, ...(resolution !== 'reorder' && { line_items }) }
    const answer = await fetch(`${stack.services}/_control/claims`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(asked),
    })
    assert.ok(answer.ok, await answer.clone().text())
    return until(
      () => claim(`c-${order}`),
      ({ outcome }) => outcome !== 'pending',
    )
  }

  async function claim(id: string): Promise<Raised> {
    const { claims } = await stack.state<{ claims: Raised[] }>('claims')
    return claims.find((one) => one.id === id)!
  }

  for (const resolution of ['refund', 'reorder', 'store_credit'])
    test(`is notified that a ${resolution} waits, and the claim is resolved once a person approves it`, async () => {
      const order = { refund: '9801', reorder: '9802', store_credit: '9803' }[resolution]!

      const waiting = await raise(order, resolution)
      const approved = await run('approve', `c-${order}`, '--yes')
      const done = await until(
        () => Promise.resolve(stack.resolver.done.get(`${resolution}/c-${order}`)),
        (one) => one !== undefined,
      )

      assert.deepEqual([waiting.outcome, waiting.attempts.map(({ status }) => status)], ['refused', [503]])
      assert.equal(approved.code, 0)
      assert.equal(done!.body.order_id, order)
      assert.equal((await claim(`c-${order}`)).attempts.length, 1)
      if (resolution === 'refund')
        assert.deepEqual(
          (done!.body.lines as { amount: unknown }[]).map(({ amount }) => amount),
          [usd(4800)],
        )
    })

  test('gets a final refusal if a person refuses the claim', async () => {
    await raise('9804', 'refund')

    const refused = await run('refuse', 'c-9804', '--reason', 'not ours', '--yes')

    assert.equal(refused.code, 0)
    assert.equal((await stack.ask('9804/refund', claimOf('c-9804', '9804', { quantity: 2, cents: 4800 }))).status, 422)
    assert.equal(stack.resolver.done.has('refund/c-9804'), false)
  })
})
