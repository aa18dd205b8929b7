// The wall clock of a running proxy is set forward and back: nothing happens twice, nothing stops, and limits keep their time.
import assert from 'node:assert/strict'
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { DatabaseSync } from '@photostructure/sqlite'
import { createClient } from '../../src/contract/client.ts'
import type { Endpoints } from '../../src/contract/endpoint.ts'
import { loyalty } from '../../src/contract/loyalty.ts'
import { protection } from '../../src/contract/protection.ts'
import { tracking } from '../../src/contract/tracking.ts'
import { merchant } from '../../proxy/merchant/merchant.ts'
import { start as startCommand } from '../cli/commands.ts'
import { adminToken, startAdminApi } from '../claims/admin-api.ts'
import { askClaims, claimOf, claimsKey, reportSent } from '../claims/claims-stack.ts'
import { proxyCommand } from '../proxy-command.ts'
import { startProxies } from '../jobs/kill-proxies.ts'
import { startStack, until } from '../stack.ts'
import { orderOf } from './orders.ts'
import { refusalOf } from './refusals.ts'

const hour = 3_600_000
const mira = '700100200301'

/** Starts a proxy in its own process; the test sets its wall clock. */
async function start(context: TestContext, changes: Record<string, string> = {}) {
  const stack = await startStack()
  context.after(() => stack.stop())
  const folder = join(stack.settings.DATA_DIR!, 'proxy')
  const stepFile = `${stack.settings.DATA_DIR}/step`
  /** Sets how many milliseconds the wall clock is wrong. */
  const step = (milliseconds: number) => {
    writeFileSync(`${stepFile}.new`, String(milliseconds))
    renameSync(`${stepFile}.new`, stepFile)
  }
  step(0)
  const settings = { ...stack.settings, DATA_DIR: folder, OPERATOR_PORT: '', CONSOLE_TOKENS: '', TEST_CLOCK_STEP: stepFile, ...changes }
  const stepped = fileURLToPath(new URL('../stepped-date.cjs', import.meta.url))
  const command = ['--require', stepped, ...proxyCommand('main')]
  const { proxies, until: untilProxies } = await startProxies(1, settings, command)
  const proxy = proxies[0]!
  context.after(() => proxy.kill())
  const client = <Table extends Endpoints>(table: Table, headers: Record<string, string>) =>
    createClient(table, { baseUrl: `http://127.0.0.1:${proxy.port}`, headers })
  return {
    stack,
    step,
    folder,
    /** Runs a command of the operator with the same wall clock. */
    run: (...words: string[]) => startCommand(words, { DATA_DIR: folder, TEST_CLOCK_STEP: stepFile, NODE_OPTIONS: `--require ${stepped}` }).ended,
    address: `http://127.0.0.1:${proxy.port}`,
    browser: <Table extends Endpoints>(table: Table, token?: string) =>
      client(table, { Origin: stack.origin, 'X-Storefront-Client': '1', ...(token && { Authorization: `Bearer ${token}` }) }),
    backend: client(merchant, { Authorization: `Bearer ${stack.settings.MERCHANT_API_KEYS}` }),
    /** Kills the proxy and starts it again; resolves after it has deleted expired rows. */
    async restart() {
      await proxy.kill()
      const open = () => new DatabaseSync(join(folder, 'store.db'), { timeout: 5_000 })
      const before = open()
      before.exec(`insert into tries (name, misses, until_at) values ('old', 1, 0)`)
      before.close()
      proxy.start()
      await untilProxies(() => proxy.address !== undefined)
      const store = open()
      await until(
        async () => store.prepare(`select count(*) as rows from tries where name = 'old'`).get() as { rows: number },
        ({ rows }) => rows === 0,
      )
      store.close()
    },
  }
}

test('a redemption is not repeated and a used proof stays used after a restart with the clock 25 hours ahead and one after a step back', async (context) => {
  const { stack, step, browser, restart } = await start(context)
  const assertion = await stack.assertion(mira)
  const { token } = await browser(loyalty).openSession({ assertion })
  const redeem = () => browser(loyalty, token).redeemCredits({ amount: { cents: 500, currency: 'USD' } }, { headers: { 'Idempotency-Key': 'the same' } })
  const booked = async () => (await stack.state<{ redemptions: unknown[] }>('redemptions')).redemptions.length
  const before = await booked()
  const first = await redeem()
  await until(booked, (count) => count === before + 1)

  step(25 * hour)
  await restart()
  step(0)
  await restart()
  await refusalOf(browser(loyalty).openSession({ assertion }), 'assertion-refused')
  const again = await redeem()

  assert.equal(again.id, first.id)
  assert.equal(await booked(), before + 1)
})

test('a waiting report and the later reports of its order are delivered if the clock steps a day back and the proxy restarts', async (context) => {
  const { stack, step, backend, restart } = await start(context)
  const order = orderOf('9100')
  const delivered = ({ id }: { id: string }) =>
    until(
      () => backend.getReport({ id }),
      ({ state }) => state === 'delivered',
    )
  await stack.fault({ match: { path: '/protection' }, status: 503 })
  const created = await backend.reportOrder(order)
  await until(
    () => backend.getReport(created),
    ({ attempts }) => attempts > 0,
  )

  step(-24 * hour)
  await stack.mend()
  await delivered(created)
  const { created_at: _, shop_order_id: shopOrderId, ...change } = order
  await delivered(await backend.reportOrderUpdate({ ...change, shopOrderId, total_price: { cents: 5_500, currency: 'USD' } }))
  await restart()
  await delivered(await backend.reportOrderUpdate({ ...change, shopOrderId, total_price: { cents: 5_600, currency: 'USD' } }))
})

test('a step back does not extend the pause of a failing service, and a step ahead does not end a limit', async (context) => {
  const { stack, step, browser } = await start(context, { TRACK_TRIES: '2,2,2,20,20' })
  const quote = () => browser(protection).quoteProtection({ cents: 6200, currency: 'USD' })
  const guess = () => browser(tracking).trackOrder({ order_number: 'K-1002', email: 'nobody@example.com' })
  await stack.fault({ match: { path: '/protection' }, status: 500 })
  for (let count = 0; count < 6; count += 1) await refusalOf(quote(), 'upstream-unavailable')
  for (let count = 0; count < 2; count += 1) await refusalOf(guess(), 'not-found')

  step(2 * hour)
  await pause(50) // until the proxy has read its new clock
  await refusalOf(guess(), 'rate-limited')
  step(-24 * hour)
  await stack.mend()

  const quoted = await until(
    () => quote().catch(() => undefined),
    (answer) => answer !== undefined,
  )
  assert.equal(quoted?.price.cents, 175)
})

test('a store credit that may have been given is looked up about a minute later, even if the clock steps', async (context) => {
  const admin = await startAdminApi()
  context.after(() => admin.stop())
  const claims = { CLAIMS_API_KEYS: claimsKey, CLAIMS_MODE: 'auto', CLAIMS_AUTO_LIMIT: '100.00 USD', CLAIMS_RESOLVER: 'shopify' }
  const { step, backend, address, folder } = await start(context, { ...claims, SHOPIFY_ADMIN_URL: admin.url, SHOPIFY_ADMIN_TOKEN: adminToken })
  const credits = (order: string) =>
    admin.asked.filter(({ query, variables }) => query.includes('storeCreditAccountCredit(') && variables.id.endsWith(`/${order}`)).length
  const store = new DatabaseSync(join(folder, 'store.db'), { readOnly: true, timeout: 5_000 })
  context.after(() => store.close())
  const jobs = store.prepare(`select attempts, due_at - accepted_at as wait from work where kind = 'claim' and order_id = ?`)

  for (const [order, wrong] of [
    ['9201', 2 * hour],
    ['9202', -25 * hour],
  ] as const) {
    step(0)
    await reportSent(backend, order)
    admin.place(order, { customer: order })
    admin.trouble(order, 'drop before')
    const asked = askClaims(address, `${order}/store_credit`, claimOf(order, order))
    await until(
      () => Promise.resolve(credits(order)),
      (count) => count === 1,
    )
    step(wrong)

    const { wait } = await until(
      () => Promise.resolve(jobs.get(order) as { attempts: number; wait: number }),
      ({ attempts }) => attempts === 2,
    )
    await asked

    assert.equal(credits(order), 1)
    assert.ok(wait > 40_000 && wait < 70_000, `${wait} ms`)
  }
})

test('session revoke ends every open session, including those from a clock that was ahead, and a new proof opens a new session', async (context) => {
  const { stack, step, browser, run, restart } = await start(context)
  const open = async (wrong: number) => {
    const now = Math.floor((Date.now() + wrong) / 1000)
    return (await browser(loyalty).openSession({ assertion: await stack.assertion(mira, { iat: now, exp: now + 120 }) })).token
  }
  const ask = (token: string) => browser(loyalty, token).getMembership({ parts: 'member' })
  const ended = (token: string) =>
    until(
      () =>
        ask(token).then(
          () => undefined,
          (refusal: unknown) => refusal,
        ),
      (refusal) => refusal !== undefined,
    )
  const first = await open(0)
  await ask(first)

  step(-4 * hour)
  // A proof of that time is valid as soon as the proxy has read its clock again.
  const second = await until(
    () => open(-4 * hour).catch(() => ''),
    (token) => token !== '',
  )
  await ask(second)
  const { code, err } = await run('session', 'revoke', '--customer', mira)
  assert.equal(code, 0, err)
  await ended(first)
  await ended(second)
  const third = await open(-4 * hour)
  await ask(third)
  await restart()

  await refusalOf(ask(first), 'session-expired')
  await refusalOf(ask(second), 'session-expired')
  await ask(third)
})
