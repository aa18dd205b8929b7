import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readdir, rename, stat } from 'node:fs/promises'
import { test } from 'node:test'
import type { Worker } from 'node:worker_threads'
import { DatabaseSync } from '@photostructure/sqlite'
import { ResponseError } from '../../src/contract/client.ts'
import { orderOf } from '../proxy/orders.ts'
import { startStack, until } from '../stack.ts'
import { timed } from '../timed.ts'

const readiness = async (operator: string) => (await (await fetch(`${operator}/readyz`)).json()) as { status: string; store?: string }

test('the queue runs in its own thread, and the proxy shows its log, metrics and readiness', async (context) => {
  const stack = await startStack({ thread: true })
  context.after(() => stack.stop())

  const { id } = await stack.backend.reportOrder(orderOf('7001'))
  await until(
    () => stack.backend.getReport({ id }),
    ({ state }) => state === 'delivered',
  )
  const unknown = await stack.backend.reportProtectionRefund({ shopOrderId: 'nobody' })
  await until(
    () => stack.backend.getReport(unknown),
    ({ attempts }) => attempts > 0,
  )
  const metrics = await (await fetch(`${stack.operator}/metrics`)).text()
  const [, age] = /^storefront_queue_oldest_seconds\{kind="refund-protection",state="waiting"\} (\S+)$/m.exec(metrics) ?? []

  assert.ok(Number(age) > 0, `the first scrape says ${age}`)
  assert.deepEqual(await readiness(stack.operator).then(({ status, store }) => ({ status, store })), { status: 'ready', store: 'fine' })
  assert.match(metrics, /^storefront_queue_tries_total\{kind="order",state="delivered"\} 1$/m)
  assert.match(metrics, /^storefront_queue_works\{kind="refund-protection",state="waiting"\} 1$/m)
  assert.match(metrics, /^storefront_queue_commit_seconds_count\{what="accept"\} [1-9]/m)
  assert.match(metrics, /^storefront_upstream_total\{service="protection",outcome="20\d"\} [1-9]/m)
  const line = await until(
    async () => stack.log.find((one) => one.includes('job settled')),
    (found) => found !== undefined,
  )
  assert.match(line!, new RegExp(`"job":"${id}"`))
})

/**
 * Kills a thread with a message that it cannot read. Ending the thread during a call to the library of the store would end the whole process.
 */
function die(thread: Worker): Promise<unknown> {
  const ended = new Promise((resolve) => thread.once('exit', resolve))
  thread.postMessage(null)
  return ended
}

test('a thread that dies is restarted; reports are refused meanwhile, and accepted reports are delivered', async (context) => {
  const threads: Worker[] = []
  const gather = (thread: Worker) => threads.push(thread)
  process.on('worker', gather)
  context.after(() => process.off('worker', gather))
  const stack = await startStack({ thread: true })
  context.after(() => stack.stop())
  await stack.fault({ match: { method: 'POST', path: '/protection/api/v1/orders' }, status: 503, times: 1 })
  const { id } = await stack.backend.reportOrder(orderOf('7002'))

  await die(threads[0]!)
  const meanwhile = await readiness(stack.operator)
  const refused = await stack.backend.reportOrder(orderOf('7003')).catch((error: unknown) => error)

  assert.equal(meanwhile.store, 'failing')
  assert.ok(refused instanceof ResponseError && refused.status === 503 && refused.problem.code === 'overloaded', String(refused))
  assert.equal(refused.problem.retry_after, 5)
  await until(
    () => readiness(stack.operator),
    ({ store }) => store === 'fine',
  )
  const report = await until(
    () => stack.backend.getReport({ id }),
    ({ state }) => state === 'delivered',
  )
  assert.equal(report.state, 'delivered')
  assert.equal(threads.length, 2)
})

test('while another process locks the store, every report is refused within six seconds, and stored reports can be read', async (context) => {
  const stack = await startStack({ thread: true })
  context.after(() => stack.stop())
  const { id } = await stack.backend.reportOrder(orderOf('7101'))
  const other = new DatabaseSync(`${stack.settings.DATA_DIR}/store.db`, { timeout: 2_000 })
  context.after(() => other.close())

  other.exec('begin exclusive')
  const [reports, known, metrics] = await Promise.all([
    Promise.all(Array.from({ length: 60 }, (_, n) => timed(() => stack.backend.reportOrder(orderOf(`72${n}`)).catch((error: unknown) => error)))),
    timed(() => stack.backend.getReport({ id })),
    timed(async () => (await fetch(`${stack.operator}/metrics`)).status),
  ])
  const ready = await readiness(stack.operator)
  other.exec('rollback')
  const [after] = await Promise.all([stack.backend.reportOrder(orderOf('7103'))])

  for (const { result, counted } of reports) {
    assert.ok(result instanceof ResponseError && result.status === 503 && result.problem.code === 'overloaded', String(result))
    assert.ok(counted < 6_000, `${counted} ms`)
  }
  assert.equal(known.result.id, id)
  assert.equal(metrics.result, 200)
  assert.ok(known.counted < 2_000 && metrics.counted < 2_000, `${known.counted} ms, ${metrics.counted} ms`)
  assert.equal(ready.store, 'failing')
  assert.ok(after.id)
})

test('after the folder of the store is moved away, reports are refused and readiness shows a failing store', async (context) => {
  const stack = await startStack({ thread: true })
  context.after(() => stack.stop())
  const folder = stack.settings.DATA_DIR!
  const before = await readiness(stack.operator)

  await rename(folder, `${folder}-away`)
  const refused = await stack.backend.reportOrder(orderOf('7301')).catch((error: unknown) => error)
  const gone = await readiness(stack.operator)
  await rename(`${folder}-away`, folder)
  const back = await stack.backend.reportOrder(orderOf('7301'))

  assert.deepEqual([before.store, gone.store], ['fine', 'failing'])
  assert.ok(refused instanceof ResponseError && refused.status === 503 && refused.problem.code === 'overloaded', String(refused))
  assert.ok(back.id)
})

test('a proxy that stops while its thread restarts leaves no thread behind', async (context) => {
  const threads: Worker[] = []
  const gather = (thread: Worker) => threads.push(thread)
  process.on('worker', gather)
  context.after(() => process.off('worker', gather))
  const stack = await startStack({ thread: true })
  await die(threads[0]!)

  await until(
    async () => threads.length,
    (length) => length === 2,
  )
  await stack.stop()

  assert.deepEqual(
    threads.map(({ threadId }) => threadId),
    [-1, -1],
  )
})

test('only its owner may read the store, and a proxy that needs no store creates none', async (context) => {
  const stack = await startStack({ thread: true })
  context.after(() => stack.stop())
  const bare = await startStack({
    settings: {
      MERCHANT_API_KEYS: undefined,
      CLAIMS_API_KEYS: undefined,
      CLAIMS_RESOLVER: undefined,
      SHOPIFY_SHOP: undefined,
      SHOPIFY_APP_SECRETS: undefined,
      SHOPIFY_ADMIN_TOKEN: undefined,
      WOOCOMMERCE_SECRETS: undefined,
      LOYALTY_WEBHOOK_TOKENS: undefined,
      ASSERTION_KEYS: undefined,
      SHOPPERS_MAY: 'join',
      CONSOLE_TOKENS: undefined,
    },
  })
  context.after(() => bare.stop())

  const folder = stack.settings.DATA_DIR!
  const modes = await Promise.all((await readdir(folder)).map(async (file) => ((await stat(`${folder}/${file}`)).mode & 0o777).toString(8)))

  assert.deepEqual(new Set(modes), new Set(['600']))
  assert.equal(((await stat(folder)).mode & 0o777).toString(8), '700')
  assert.equal(existsSync(`${bare.settings.DATA_DIR}/store.db`), false)
  assert.equal((await readiness(bare.operator)).store, undefined)
})
