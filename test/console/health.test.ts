import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { orderOf } from '../proxy/orders.ts'
import { until } from '../until.ts'
import { startConsole, type ConsoleStack } from './console-stack.ts'

describe('the health of services in the console', () => {
  let stack: ConsoleStack
  before(async () => void (stack = await startConsole()))
  after(() => stack.stop())
  const protectionOf = async () => (await (await stack.as('look')).health({})).services.find(({ name }) => name === 'protection')!

  test('a service that nobody has called yet is not fine', async () => {
    assert.deepEqual(await protectionOf(), {
      name: 'protection',
      state: 'not-called',
      last_call_at: null,
      failing_since: null,
      failure: null,
      answers: 0,
      failures: 0,
      average_ms: null,
    })
  })

  test('a service is failing from its first failure until it works again', async () => {
    const before = Date.now()
    await stack.fault({ match: { method: 'POST', path: '/protection/api/v1/orders' }, status: 500, times: 1 })
    const { id } = await stack.backend.reportOrder(orderOf('9701'))

    const failing = await until(protectionOf, ({ state }) => state !== 'not-called')

    assert.deepEqual([failing.state, failing.failure, failing.failures], ['failing', 'it answered 500', 1])
    assert.ok(Date.parse(failing.failing_since!) >= before)
    await (await stack.as('act')).retryReports({ reports: [id] })
    const fine = await until(protectionOf, ({ state }) => state === 'fine')
    assert.deepEqual([fine.failing_since, fine.failure], [null, null])
    assert.ok(Date.parse(fine.last_call_at!) >= Date.parse(failing.last_call_at!))
  })

  test('a service that refuses the key is failing, though it answers', async () => {
    await stack.fault({ match: { method: 'POST', path: '/protection/api/v1/orders' }, status: 401, times: 1 })
    await stack.backend.reportOrder(orderOf('9702'))

    const { failure } = await until(protectionOf, ({ state }) => state === 'failing')

    assert.equal(failure, 'it refuses the key (401)')
  })
})
