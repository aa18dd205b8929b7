import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { runChecks } from '../../proxy/doctor/doctor.ts'
import { startHookedStack, type HookedStack } from './hooked-stack.ts'

let stack: HookedStack
beforeEach(async () => (stack = await startHookedStack()))
afterEach(() => stack.stop())

/** The doctor's finding about webhooks, with these settings changed. */
async function found(changes: Record<string, string | undefined> = {}) {
  const findings = await runChecks({ ...stack.settings, ...changes }, { connect: 1_000, answer: 1_000 })
  return findings.find(({ check }) => check === 'webhooks')!
}
const address = () => `${stack.settings.PUBLIC_URL}/v1/webhooks/loyalty`
const registerAgain = async () => (await stack.admin<{ data: { token: string } }>('POST', 'webhooks', { callbackUrl: address() })).data.token
const remove = async () => {
  const { data } = await stack.admin<{ data: { id: string }[] }>('GET', 'webhooks')
  for (const { id } of data) await stack.admin('DELETE', 'webhooks', { id })
}
const deliver = (token?: string) => stack.post({ metadata: { id: randomUUID(), topic: 'customer.updated' } }, token ? { token } : {})

describe('the doctor’s check of webhooks', () => {
  test('says that no delivery has come yet, and later when the last one came', async () => {
    const silent = await found()
    await deliver()
    const heard = await found()

    assert.deepEqual([silent.verdict, heard.verdict], ['passed', 'passed'])
    assert.match(silent.says, /none has come yet/)
    assert.match(heard.says, /the last delivery came at \d{4}-\d\d-\d\dT/)
  })

  test('ignores deliveries that came with an earlier token', async () => {
    await deliver()

    assert.match((await found({ LOYALTY_WEBHOOK_TOKENS: 'a-token-from-after-this-one' })).says, /none has come yet/)
  })

  test('says how to register if nothing is set up', async () => {
    await remove()

    const { verdict, remedy } = await found({ LOYALTY_WEBHOOK_TOKENS: undefined })

    assert.equal(verdict, 'noted')
    assert.match(remedy!, /webhook register/)
  })

  test('fails if a token is set but no webhook is registered', async () => {
    await remove()

    const { verdict, remedy } = await found()

    assert.equal(verdict, 'failed')
    assert.match(remedy!, /webhook register/)
  })

  test('says how to get another token if the first one is lost', async () => {
    const { verdict, remedy } = await found({ LOYALTY_WEBHOOK_TOKENS: undefined })

    assert.equal(verdict, 'failed')
    assert.match(remedy!, /webhook rotate/)
  })

  test('fails if only subscriptions lead to the proxy', async () => {
    await remove()
    await stack.admin('POST', 'webhook-subscriptions', { topic: 'customer.updated', callbackUrl: address(), name: 'proxy' })

    const { verdict, says } = await found()

    assert.equal(verdict, 'failed')
    assert.match(says, /only subscriptions lead to/)
  })

  test('says how far a change of tokens has come', async () => {
    const second = await registerAgain()
    const half = await found()
    const both = { LOYALTY_WEBHOOK_TOKENS: `${second},${stack.token}` }
    await deliver()
    const complete = await found(both)

    assert.deepEqual([half.verdict, complete.verdict], ['failed', 'noted'])
    assert.match(half.says, /1 token is set: deliveries with another token are refused/)
    assert.match(complete.says, /deliveries have come with 1 of 2 tokens/)
    assert.match(complete.remedy!, /rotate --finish/)
  })
})
