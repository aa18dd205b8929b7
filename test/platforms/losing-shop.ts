import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildServices } from '../../demo/services/app.ts'
import { readSettings } from '../../demo/settings.ts'
import { openStores } from '../../proxy/background/stores.ts'
import type { OrderDto } from '../../proxy/upstream/protection.ts'
import { proxyCommand } from '../proxy-command.ts'
import { processSettings, startProxies, type KilledProxy } from '../jobs/kill-proxies.ts'
import { until } from '../until.ts'
import { platformSettings } from './sending.ts'
import { startWooShop, wooKey } from './woo-shop.ts'

/** Milliseconds. */
export const hour = 3_600_000
const clock = fileURLToPath(new URL('../clock-ahead.cjs', import.meta.url))

/** Milliseconds until the next noon (UTC). Orders are looked for by whole days: near midnight, two looks 25 hours apart may lie three days apart. */
const untilNoon = (36 * hour - (Date.now() % (24 * hour))) % (24 * hour)
/** The time in the shop, and of a proxy that is ahead by 0 hours: noon and later. Milliseconds since 1970. */
const now = () => Date.now() + untilNoon

/** Starts a shop that sends each webhook once, for a proxy that looks for lost orders and runs at the hours that a test sets. */
export async function startLosingShop() {
  const demo = readSettings({})
  const services = await buildServices({ loyaltyKey: demo.LOYALTY_API_KEY!, protectionKey: demo.PROTECTION_API_KEY! })
  const address = await services.listen({ port: 0, host: '127.0.0.1' })
  const shop = await startWooShop({ pageSize: 2, now })
  const folder = await mkdtemp(join(tmpdir(), 'storefront-reconcile-'))
  const settings: Record<string, string> = {
    ...processSettings(address, folder),
    ...platformSettings,
    FALLBACK_PHONE: '+1 510 555 0100',
    WOOCOMMERCE_URL: shop.url,
    WOOCOMMERCE_API_KEY: wooKey,
  }

  /** Runs a proxy whose clock is ahead of the shop's by so many hours. */
  async function during(hours: number, act: (address: string, proxy: KilledProxy) => Promise<void>, changes: Record<string, string> = {}) {
    const { proxies } = await startProxies(1, { ...settings, ...changes, CLOCK_AHEAD: String(untilNoon + hours * hour) }, [
      '--require',
      clock,
      ...proxyCommand('main'),
    ])
    try {
      await act(proxies[0]!.address!, proxies[0]!)
    } finally {
      await proxies[0]!.stop()
    }
  }
  const onStores = async <Answer>(ask: (stores: Awaited<ReturnType<typeof openStores>>) => Promise<Answer>) => {
    const stores = await openStores({ folder })
    try {
      return await ask(stores)
    } finally {
      await stores.close()
    }
  }
  const runs = () => onStores((stores) => stores.list({ kind: 'reconcile', limit: 100 }))
  /** Waits until so many searches for lost orders have ended; each may take several jobs. */
  const looked = (howMany: number) =>
    until(
      runs,
      (jobs) =>
        jobs.filter(({ state, notes }) => state === 'delivered' && notes.length > 0).length >= howMany && jobs.every(({ state }) => state !== 'waiting'),
    )
  /** The financial status of each of the shop's orders at the service. */
  const held = async () => {
    const answer = await services.inject('/_control/state?of=orders')
    const { orders } = answer.json<{ orders: OrderDto[] }>()
    return Object.fromEntries(orders.flatMap(({ shop_order_id: id, financial_status }) => (/^50\d\d$/.test(id) ? [[id, financial_status] as const] : [])))
  }
  const reaches = (id: number, status = 'paid') => until(held, (orders) => orders[id] === status)
  /** What the service holds of an order. */
  const orderAtService = async (id: number) =>
    (await services.inject('/_control/state?of=orders')).json<{ orders: OrderDto[] }>().orders.find(({ shop_order_id }) => shop_order_id === String(id))
  /** The notes of the last search. */
  const lastLook = async () => (await runs()).find(({ notes }) => notes.length > 0)!.notes.join()

  return {
    shop,
    now,
    settings,
    during,
    onStores,
    runs,
    looked,
    lastLook,
    held,
    reaches,
    orderAtService,
    async stop() {
      await services.close()
      await shop.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
