import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { runCommand } from '../cli/commands.ts'
import { orderOf } from '../proxy/orders.ts'
import { startStack, until, type Stack } from '../stack.ts'

interface Shown {
  id: string
  state: string
  kind: string
  order: string | null
  notes: string[]
}

describe('beside a running proxy', () => {
  let stack: Stack
  let failed: string
  let waiting: string
  before(async () => {
    stack = await startStack()
    const refused = orderOf('8001')
    await stack.fault({ match: { method: 'POST', path: '/protection/api/v1/orders' }, status: 422, body: { errors: ['currency is not known here'] }, times: 1 })
    failed = (await stack.backend.reportOrder(refused)).id
    await until(
      () => stack.backend.getReport({ id: failed }),
      ({ state }) => state === 'failed',
    )
    waiting = (await stack.backend.reportProtectionRefund({ shopOrderId: '8002' })).id
    await until(
      () => stack.backend.getReport({ id: waiting }),
      ({ attempts }) => attempts > 0,
    )
  })
  after(() => stack.stop())

  const queue = (...words: string[]) => runCommand(['queue', ...words], { DATA_DIR: stack.settings.DATA_DIR! })
  const listed = async (...words: string[]) => JSON.parse((await queue('list', '--json', ...words)).out) as Shown[]

  test('list shows the jobs that need a person first, with the reason', async () => {
    const { code, out } = await queue('list')
    const jobs = await listed()

    assert.equal(code, 0)
    assert.deepEqual(
      jobs.map(({ id, state }) => [id, state]),
      [
        [failed, 'failed'],
        [waiting, 'waiting'],
      ],
    )
    assert.match(out, /failed +order .*\n +order 8001, .*\n +→ .*currency is not known here/)
    assert.deepEqual(
      (await listed('--kind', 'order', '--order', '8001')).map(({ id }) => id),
      [failed],
    )
    assert.deepEqual(await listed('--state', 'held'), [])
    assert.deepEqual(
      (await listed('--after', failed)).map(({ id }) => id),
      [waiting],
    )
    assert.deepEqual(
      (await listed('--limit', '1')).map(({ id }) => id),
      [failed],
    )
  })

  test('show prints everything about one job, but its personal data only with --body', async () => {
    const { email } = orderOf('8001').customer
    const plain = await queue('show', failed)
    const whole = await queue('show', failed, '--body')
    const none = await queue('show', 'nobody')

    assert.deepEqual([plain.code, whole.code, none.code], [0, 0, 1])
    assert.match(plain.out, /^order +8001$/m)
    assert.ok(!plain.out.includes(email!) && whole.out.includes(email!))
    assert.match(none.err, /There is no job with the id nobody/)
  })

  test('stats counts jobs by state and kind', async () => {
    const { out } = await queue('stats', '--json')

    const { failed: broken, waiting: open, waiting_by_kind } = JSON.parse(out) as Record<string, unknown>
    assert.deepEqual([broken, open, waiting_by_kind], [1, 1, { 'refund-protection': 1 }])
  })

  test('drop changes nothing without confirmation, and retry makes the running proxy try again within a second', async () => {
    const unconfirmed = await queue('drop', '--state', 'waiting')
    const confirmed = await queue('drop', waiting, '--yes')
    const retried = await queue('retry', '--state', 'failed', '--json', '--yes')
    const report = await until(
      () => stack.backend.getReport({ id: failed }),
      ({ state }) => state === 'delivered',
      2,
    )

    assert.deepEqual([unconfirmed.code, confirmed.code, retried.code], [4, 0, 0])
    assert.equal((await stack.backend.getReport({ id: waiting })).state, 'dropped')
    assert.deepEqual(JSON.parse(retried.out), { due: [failed], unchanged: [] })
    assert.equal(report.attempts, 2)
    assert.equal((await queue('retry', failed)).code, 1)
  })

  test('a missing, double or invalid selection of jobs is refused', async () => {
    const all = await Promise.all([
      queue('retry'),
      queue('drop', failed, '--state', 'failed', '--yes'),
      queue('list', '--state', 'lost'),
      queue('list', '--limit', '0'),
    ])

    assert.deepEqual(
      all.map(({ code }) => code),
      [2, 2, 2, 2],
    )
  })
})

test('a store that does not exist is not created, and a password is not shown', async () => {
  const nowhere = await runCommand(['queue', 'list'], { DATA_DIR: '/nowhere/at/all' })
  const closed = await runCommand(['queue', 'stats'], { DATABASE_URL: 'postgresql://shop:pa55word-of-the-database@127.0.0.1:1/shop' })

  assert.deepEqual([nowhere.code, closed.code], [2, 2])
  assert.match(nowhere.err, /DATA_DIR names a folder without a store: \/nowhere\/at\/all/)
  assert.match(closed.err, /DATABASE_URL cannot be used: 127\.0\.0\.1:1\/shop: .*Check host and port/)
  assert.doesNotMatch(closed.err, /pa55word/)
})
