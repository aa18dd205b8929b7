// Webhooks that never come are found by themselves: a real proxy, a shop that sends each webhook once, and a clock that is set forward.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { buildServices } from '../../demo/services/app.ts'
import { readSettings } from '../../demo/settings.ts'
import { examine } from '../../proxy/doctor/doctor.ts'
import { openDesk } from '../../proxy/queue/desk.ts'
import type { OrderDto } from '../../proxy/upstream/protection.ts'
import { proxyCommand } from '../proxy-command.ts'
import { startProxies } from '../queue/kill-proxies.ts'
import { until } from '../stack.ts'
import { platformSettings } from './sending.ts'
import { startWooShop, wooKey } from './woo-shop.ts'

const hour = 3_600_000
const clock = fileURLToPath(new URL('../clock-ahead.cjs', import.meta.url))

describe('orders whose webhooks were lost', () => {
  let services: Awaited<ReturnType<typeof buildServices>>
  let shop: Awaited<ReturnType<typeof startWooShop>>
  let settings: Record<string, string>
  let folder: string
  before(async () => {
    const demo = readSettings({})
    services = await buildServices({ loyaltyKey: demo.LOYALTY_API_KEY!, protectionKey: demo.PROTECTION_API_KEY! })
    const address = await services.listen({ port: 0, host: '127.0.0.1' })
    shop = await startWooShop({ pageSize: 2 })
    folder = await mkdtemp(join(tmpdir(), 'storefront-reconcile-'))
    settings = {
      ...demo,
      ...platformSettings,
      HOST: '127.0.0.1',
      PUBLIC_URL: 'http://127.0.0.1',
      OPERATOR_PORT: '',
      LOYALTY_BASE_URL: `${address}/loyalty`,
      PROTECTION_BASE_URL: `${address}/protection/api/v1`,
      TRACK_BASE_URL: `${address}/track`,
      DATA_DIR: folder,
      DATABASE_URL: '',
      FALLBACK_PHONE: '+1 510 555 0100',
      WOOCOMMERCE_URL: shop.url,
      WOOCOMMERCE_API_KEY: wooKey,
    }
  })
  after(async () => {
    await services.close()
    await shop.stop()
    await rm(folder, { recursive: true, force: true })
  })

  /** Runs a proxy whose clock is ahead by so many hours. */
  async function during(hours: number, act: (address: string) => Promise<void>, changes: Record<string, string> = {}) {
    const { proxies } = await startProxies(1, { ...settings, ...changes, CLOCK_AHEAD: String(hours * hour) }, ['--require', clock, ...proxyCommand('main')])
    try {
      await act(proxies[0]!.address!)
    } finally {
      await proxies[0]!.stop()
    }
  }
  const onDesk = async <Answer>(ask: (desk: Awaited<ReturnType<typeof openDesk>>) => Promise<Answer>) => {
    const desk = await openDesk({ folder })
    try {
      return await ask(desk)
    } finally {
      await desk.close()
    }
  }
  const runs = () => onDesk((desk) => desk.list({ kind: 'reconcile', limit: 100 }))
  /** Waits until as many looks have ended, each of which may take several works. */
  const looked = (howMany: number) =>
    until(
      runs,
      (works) =>
        works.filter(({ state, notes }) => state === 'delivered' && notes.length > 0).length >= howMany && works.every(({ state }) => state !== 'waiting'),
    )
  /** What the service holds of the shop's orders: how far each is paid. */
  const held = async () => {
    const answer = await services.inject('/_control/state?of=orders')
    const { orders } = answer.json<{ orders: OrderDto[] }>()
    return Object.fromEntries(orders.flatMap(({ shop_order_id: id, financial_status }) => (/^50\d\d$/.test(id) ? [[id, financial_status] as const] : [])))
  }
  const reaches = (id: number, status = 'paid') => until(held, (orders) => orders[id] === status)
  const doctor = async () => (await examine(settings)).find(({ check }) => check === 'lost webhooks')

  test('are found by themselves a day later, after a restart, once, and doctor says so', async () => {
    await during(0, async (proxy) => {
      await looked(1)
      await shop.save(proxy, 5001)
      await reaches(5001)
      // Four orders, and a change of the first, of which nobody hears: WooCommerce sends none of them again.
      for (const id of [5002, 5003, 5004, 5005]) await shop.save(undefined, id)
      await shop.save(undefined, 5001, { status: 'refunded', date_modified_gmt: new Date(Date.now() + 1_000).toISOString().slice(0, 19) })
    })
    assert.deepEqual(await held(), { 5001: 'paid' })

    await during(25, async () => {
      await looked(2)
      for (const id of [5002, 5003, 5004, 5005]) await reaches(id)
      await reaches(5001, 'refunded')
    })
    const [last] = (await runs()).filter(({ notes }) => notes.length > 0)
    assert.deepEqual(last!.notes, ['5 orders looked at, 5 of them reported again'])

    // What is there is looked at once more, and not reported again.
    await during(49, async () => void (await looked(3)))
    assert.deepEqual((await runs()).filter(({ notes }) => notes.length > 0)[0]!.notes, ['5 orders looked at, 0 of them reported again'])
    const finding = (await doctor())!
    assert.equal(finding.verdict, 'passed')
    assert.match(finding.says, /orders of WooCommerce are looked for every 24 hours; last at .*: 5 orders, 0 were missing/)
  })

  test('are looked for again when the shop did not answer, and nobody has to ask', async () => {
    shop.api.isDown = true
    await during(73, async () => {
      const failing = await until(runs, (works) => works.some(({ state, notes }) => state === 'waiting' && notes.length > 0))
      assert.match(failing.find(({ state }) => state === 'waiting')!.notes.join(), /the shop answered 503/)
      shop.api.isDown = false
      await looked(4)
    })
  })

  test('are not looked for where that is switched off', async () => {
    const before = (await runs()).length
    const { asked } = shop.api
    await during(
      97,
      async (proxy) => {
        await shop.save(proxy, 5006)
        await reaches(5006)
      },
      { RECONCILE_EVERY: 'off' },
    )

    assert.deepEqual([(await runs()).length, shop.api.asked], [before, asked])
  })

  test('may be many in a row, after which WooCommerce sends nothing any more', async () => {
    const later = new Date(Date.now() + 98 * hour).toISOString().slice(0, 19)
    const placed = { date_created_gmt: later, date_modified_gmt: later }
    for (const id of [5010, 5011, 5012, 5013, 5014]) await shop.save(undefined, id, placed)
    assert.ok(shop.isActive)
    await shop.save(undefined, 5015, placed)
    assert.ok(!shop.isActive)

    await during(145, async (proxy) => {
      await shop.save(proxy, 5016, placed)
      for (const id of [5010, 5015, 5016]) await reaches(id)
    })
  })
})
