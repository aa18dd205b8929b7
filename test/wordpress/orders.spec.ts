// Orders while the proxy is killed and absent. PROPERTIES_FACTOR=25 places 300 in each test.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSettings } from '../../demo/settings.ts'
import { openStores } from '../../proxy/background/stores.ts'
import { createClient } from '../../src/contract/client.ts'
import { protection } from '../../src/contract/protection.ts'
import { createChance } from '../jobs/kill-chance.ts'
import { startProxies } from '../jobs/kill-proxies.ts'
import { startFailingServices, type Effect } from '../jobs/kill-services.ts'
import { until } from '../until.ts'
import { connectTo, expect, test, webhookSecret } from './fixtures.ts'
import { placeOrder } from './placing.ts'
import type { Site } from './site.ts'

const factor = Number(process.env.PROPERTIES_FACTOR ?? '1')
const count = Math.round(12 * factor)
const atOnce = 6
const hour = 3600

/** An order as the shop knows it, in the words of the service. */
interface Known {
  id: string
  status: string
  city: string
  isProtected: boolean
  tracking: string[]
}

/** What the service holds of these orders, from all that it has accepted: its state shows only the newest. */
function atService(effects: readonly Effect[], ids: readonly number[]): Known[] {
  const orders = new Map<string, Record<string, unknown>>()
  const shipments = new Map<string, Record<string, unknown>>()
  for (const { path, body, status } of effects) {
    const [, kind, named] = /^\/(orders|shipments)(?:\/([^/]+))?$/.exec(path) ?? []
    const held = kind === 'orders' ? orders : shipments
    const id = named ?? body[kind === 'orders' ? 'shop_order_id' : 'shop_shipment_id']
    if (kind && status < 300) held.set(String(id), { ...held.get(String(id)), ...body })
  }
  return ids
    .filter((id) => orders.has(String(id)))
    .map((id) => {
      const { financial_status, shipping_address, purchased_quote_token } = orders.get(String(id))!
      const own = [...shipments.values()].filter(({ shop_order_id }) => shop_order_id === String(id))
      return {
        id: String(id),
        status: String(financial_status),
        city: (shipping_address as { city: string }).city,
        isProtected: Boolean(purchased_quote_token),
        tracking: own.map(({ tracking_number }) => String(tracking_number)),
      }
    })
}

/** One proxy in a process of its own, and the services behind it, which a third of the time fail. */
async function startKilledProxy(site: Site, seed: number) {
  const services = await startFailingServices(createChance(seed))
  const folder = await mkdtemp(join(tmpdir(), 'storefront-orders-'))
  const settings = {
    ...readSettings({}),
    HOST: '127.0.0.1',
    PUBLIC_URL: 'http://127.0.0.1',
    ALLOWED_ORIGINS: site.url,
    OPERATOR_PORT: '',
    CONSOLE_TOKENS: '',
    NETWORK_RATES: '1000000,1000000',
    PROTECTION_BASE_URL: `${services.address}/protection/api/v1`,
    TRACK_BASE_URL: `${services.address}/track`,
    LOYALTY_BASE_URL: `${services.address}/loyalty`,
    DATA_DIR: folder,
    WOOCOMMERCE_SECRETS: webhookSecret,
  }
  const { proxies, until: proxyIs } = await startProxies(1, settings)
  const [proxy] = proxies
  const address = proxy!.address!
  return {
    services,
    address,
    settings,
    kill: () => proxy!.kill(),
    async start() {
      if (proxy!.address) return
      proxy!.start()
      await proxyIs(() => Boolean(proxy!.address))
    },
    /** Sealed prices, one for each order that pays for protection. */
    async quotes(howMany: number) {
      const browser = createClient(protection, { baseUrl: address, headers: { Origin: site.url, 'X-Storefront-Client': '1' } })
      const tokens: string[] = []
      while (tokens.length < howMany) {
        const quote = await browser.quoteProtection({ cents: 3400, currency: 'USD' }).catch(() => undefined)
        if (quote) tokens.push(quote.token)
      }
      return tokens
    },
    /** Waits until the proxy has nothing left to do, without its pauses; resolves to the jobs that a person would have to look at. */
    async settle() {
      services.mend()
      const stores = await openStores({ folder })
      try {
        await until(
          async () => {
            const waiting = await stores.list({ states: ['waiting'], limit: 1_000 })
            await stores.retry(waiting.map(({ id }) => id))
            return waiting
          },
          (left) => left.length === 0,
        )
        return await stores.list({ states: ['held', 'failed', 'dropped'], limit: 1_000 })
      } finally {
        await stores.close()
      }
    },
    async stop() {
      await proxy!.stop()
      await services.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** What happens to an order after it was placed: PHP that changes `$order`. */
const changes = [
  `$order->update_status( 'completed' );`,
  `$order->set_shipping_city( 'Berkeley ' . wp_rand() ); $order->save();`,
  `$order->update_status( 'cancelled' );`,
  `$order->update_meta_data( '_storefront_tracking', array( array( 'number' => '1Z999AA1' . wp_rand( 10000000, 99999999 ), 'company' => 'UPS', 'at' => time() ) ) ); $order->save();`,
]

/** What the shop holds of these orders. */
const inShop = (site: Site, ids: number[]) =>
  site.run<Known[]>(`
	$words = array( 'pending' => 'pending', 'processing' => 'paid', 'completed' => 'paid', 'cancelled' => 'voided' );
	return array_map( fn( $id ) => array(
		'id'          => (string) $id,
		'status'      => $words[ wc_get_order( $id )->get_status() ],
		'city'        => wc_get_order( $id )->get_shipping_city(),
		'isProtected' => (bool) wc_get_order( $id )->get_fees(),
		'tracking'    => array_column( (array) ( wc_get_order( $id )->get_meta( '_storefront_tracking' ) ?: array() ), 'number' ),
	), array( ${ids.join(', ')} ) );`)

const ways = ['with webhooks that WooCommerce disables', 'without webhooks'] as const
// The short form has the harder way alone.
for (const webhooks of factor > 1 ? ways : ways.slice(0, 1)) {
  test(`every order reaches the service in its last state, ${webhooks}: the proxy is killed, and absent for an hour`, async ({ site, stack }) => {
    test.setTimeout(count * 4_000 + 120_000)
    const seed = webhooks.length
    const chance = createChance(seed)
    const proxy = await startKilledProxy(site, seed + 1)
    site.configure(connectTo({ proxy: proxy.address, settings: proxy.settings }))
    await site.run(`delete_option( 'storefront_outage' );`)
    if (webhooks !== 'without webhooks')
      await site.run(`
		foreach ( array( 'order.created', 'order.updated' ) as $topic ) {
			$webhook = new WC_Webhook();
			$webhook->set_props( array( 'name' => $topic, 'topic' => $topic, 'status' => 'active', 'delivery_url' => 'http://127.0.0.1:9/', 'secret' => 's', 'user_id' => 1 ) );
			$webhook->save();
		}`)
    const tokens = await proxy.quotes(Math.floor(count / 3))
    const ids: number[] = []
    let kills = 0
    const kill = async () => {
      kills += 1
      await proxy.kill()
    }
    /** Places orders at once, and changes some of the earlier ones at the same time. */
    const burst = async () => {
      const earlier = ids.filter(() => chance.happens(2 / (ids.length + 1)))
      const placed = Array.from({ length: Math.min(atOnce, count - ids.length) }, async () => {
        const { id } = await placeOrder(site, { token: chance.happens(0.3) ? tokens.pop() : undefined })
        ids.push(id)
      })
      const changed = earlier.map((id) => site.run(`$order = wc_get_order( ${id} ); ${chance.one(changes)}`))
      await Promise.all([...placed, ...changed])
    }

    try {
      // Kills in the middle of bursts.
      while (ids.length < count / 2) {
        await Promise.all([burst(), chance.happens(0.5) ? kill() : undefined])
        await site.runQueue(chance.happens(0.5) ? 60 : 0)
        if (chance.happens(0.7)) await proxy.start()
      }
      // An hour without a proxy, in which the shop goes on.
      await kill()
      for (let minutes = 0; minutes < 60; minutes += 5) {
        if (ids.length < count) await burst()
        while (minutes === 55 && ids.length < count) await burst()
        await site.runQueue(hour / 12)
      }
      expect(await site.run<[string, string]>('return storefront_notice();', { admin: true })).toEqual([
        'error',
        expect.stringMatching(/Orders that wait to be reported: \d+ The proxy has accepted nothing since .*nothing is lost/),
      ])
      const waiting = await site.run<number>('return storefront_waiting_count();')
      expect(waiting).toBeGreaterThanOrEqual(count / 2)

      await proxy.start()
      let minutes = 0
      for (; (await site.run<number>('return storefront_waiting_count();')) > 0; minutes += 5) {
        expect(minutes, 'minutes until the shop has reported everything').toBeLessThanOrEqual(15)
        await site.runQueue(300)
      }
      expect(await proxy.settle()).toEqual([])
      const wanted = await inShop(site, ids)
      expect(wanted).toHaveLength(count)
      expect(atService(proxy.services.effects, ids)).toEqual(wanted)

      const statuses = await site.run<string[]>(`return array_map( fn( $id ) => wc_get_webhook( $id )->get_status(), WC_Data_Store::load( 'webhook' )->search_webhooks( array( 'limit' => -1 ) ) );`) // prettier-ignore
      if (webhooks !== 'without webhooks') expect(statuses).toEqual(['disabled', 'disabled'])
      const { requests, before, after } = proxy.services.counts
      console.log({ orders: count, protected: wanted.filter(({ isProtected }) => isProtected).length, kills, waitingAfterTheHour: waiting, minutesUntilReported: minutes, requests, failed: before + after }) // prettier-ignore
    } finally {
      await proxy.stop()
      site.configure(connectTo(stack))
      await site.run(`
		delete_option( 'storefront_outage' );
		foreach ( WC_Data_Store::load( 'webhook' )->search_webhooks( array( 'limit' => -1 ) ) as $id ) wc_get_webhook( $id )->delete( true );`)
    }
  })
}
