import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { reconciledFact, type ReconciledFacts } from '../../proxy/platforms/reconcile-job.ts'
import { openStores } from '../../proxy/background/stores.ts'
import type { Queue } from '../../proxy/jobs/queue.ts'
import { moneySet, orderPayload, type Payload } from '../platforms/payloads.ts'
import { startWooShop, wooKey } from '../platforms/woo-shop.ts'
import { recordedWebhooks } from '../platforms/recorded.ts'
import { fromShopify, fromWooCommerce, platformSettings } from '../platforms/sending.ts'
import { proxyCommand } from '../proxy-command.ts'
import type { Chance } from './kill-chance.ts'
import { processSettings, startProxies } from './kill-proxies.ts'
import { startFailingServices, type Effect } from './kill-services.ts'

/** The result of a run. */
export interface DeliveryFindings {
  /** Everything that went wrong; empty if all is well. */
  faults: string[]
  orders: number
  deliveries: number
  /** Shopify: how often a webhook that was not accepted was sent again. */
  unanswered: number
  /** WooCommerce: webhooks that were never accepted. */
  lost: number
  kills: number
  /** The largest number of WooCommerce orders whose deliveries shared an id. */
  sharingAnId: number
}

/** One webhook. */
interface Delivery {
  order: string
  /** Whether the platform sends it again until it is accepted; WooCommerce never does. */
  isRepeated: boolean
  send(proxy: string): Promise<Response>
}

/** The most deliveries in one burst, and the average number of deliveries between two kills. */
const burst = 24
const deliveriesToAKill = 60
/** An address where no server listens. */
const nowhere = 'http://127.0.0.1:1'
/** Seconds within which everything has to be at the service: a failed try is repeated within five minutes. */
const timeout = 400

const recorded = JSON.parse(recordedWebhooks.find(({ body }) => body.startsWith('{"id":22,'))!.body) as Payload
const totalOf = (version: number) => 5400 + version
const hour = 3_600_000
const clock = fileURLToPath(new URL('../clock-ahead.cjs', import.meta.url))

/** The first order of WooCommerce: all its webhooks are lost. */
const unheard = 810_001

type Shop = Awaited<ReturnType<typeof startWooShop>>

/** Webhooks of one platform with all versions of an order, some repeated; the first version dates from `begun` (milliseconds). */
function deliveriesOf(number: number, versions: number, { chance, begun, shop }: { chance: Chance; begun: number; shop: Shop }): Delivery[] {
  const second = (version: number) => new Date(begun + version * 1_000).toISOString()
  const order = String(number)
  const isShopify = number % 2 === 0
  const shares = Array.from({ length: versions }, (_, version): Delivery => {
    const total = (totalOf(version) / 100).toFixed(2)
    if (isShopify) {
      const topic = version === 0 ? 'orders/create' : 'orders/updated'
      const payload = orderPayload(BigInt(order), { name: `#${order}`, updated_at: second(version), total_price_set: moneySet(total) })
      // A repeat has the id of the first.
      const headers = { 'X-Shopify-Webhook-Id': `${order}/${version}` }
      return { order, isRepeated: true, send: (proxy) => fromShopify({ proxy }, topic, payload, { headers }) }
    }
    const topic = version === 0 ? 'order.created' : 'order.updated'
    const payload = { ...recorded, id: number, number: order, total, date_modified_gmt: second(version).slice(0, 19) }
    // The shop lists the last version of each order.
    shop.put(payload)
    return { order, isRepeated: false, send: (proxy) => fromWooCommerce({ proxy }, topic, payload) }
  })
  return shares.flatMap((delivery) => Array.from({ length: chance.happens(0.3) ? chance.whole(2, 4) : 1 }, () => delivery))
}

/** Makes at least so many deliveries of both platforms, of orders with one to five versions. */
function makeDeliveries(howMany: number, parts: { chance: Chance; begun: number; shop: Shop }) {
  const deliveries: Delivery[] = []
  const last = new Map<string, number>()
  while (deliveries.length < howMany) {
    const number = 810_000 + last.size
    const versions = parts.chance.whole(1, 5)
    last.set(String(number), versions - 1)
    deliveries.push(...deliveriesOf(number, versions, parts))
  }
  return { deliveries, last }
}

/** Shuffles deliveries: those of one order are near each other or far apart, in order or out of order. */
function mixed(deliveries: readonly Delivery[], chance: Chance): Delivery[] {
  const at = new Map(deliveries.map((delivery, index) => [delivery, index]))
  const placed = deliveries.map((delivery) => ({
    delivery,
    place: chance.happens(0.2) ? chance.next() * deliveries.length : at.get(delivery)! + chance.next() * burst,
  }))
  return placed.sort((one, other) => one.place - other.place).map(({ delivery }) => delivery)
}

/** The last total of each order at the service (cents). */
function totalsOf(effects: readonly Effect[]): Map<string, number> {
  const totals = new Map<string, number>()
  for (const { path, body, status } of effects) {
    const [, kind, id = String(body.shop_order_id)] = path.split('/')
    if (kind === 'orders' && status < 300) totals.set(id, (body.total_price as { cents: number }).cents)
  }
  return totals
}

/**
 * Sends webhooks of both platforms to a proxy that is killed and started again. Then lets the proxy look for lost orders with a clock two hours
 * ahead. Reports the orders that the service does not hold in their last state.
 */
export async function runDeliveries(howMany: number, chance: Chance): Promise<DeliveryFindings> {
  // Only the proxy fails here.
  const services = await startFailingServices(chance)
  services.mend()
  const { address } = services
  const folder = await mkdtemp(join(tmpdir(), 'storefront-deliveries-'))
  const shop = await startWooShop()
  const settings = {
    ...processSettings(address, folder),
    FALLBACK_PHONE: '+1 510 555 0100',
    ...platformSettings,
    WOOCOMMERCE_URL: shop.url,
    WOOCOMMERCE_API_KEY: wooKey,
    RECONCILE_EVERY: '1h',
  }
  const { proxies, until } = await startProxies(1, settings)
  const [proxy] = proxies as [(typeof proxies)[number]]
  const begun = Math.floor(Date.now() / 1_000) * 1_000
  const { deliveries, last } = makeDeliveries(howMany, { chance, begun, shop })
  const faults: string[] = []
  const seconds = new Map<number, Set<string>>()
  let [unanswered, lost, kills] = [0, 0, 0]

  /** Sends a delivery once; resolves to whether it was accepted. A status other than 200 and 503 is a fault. */
  async function trySending({ order, send }: Delivery): Promise<{ isTaken: boolean; isBusy?: boolean }> {
    const status = await send(proxy.address ?? nowhere).then(
      (answer) => answer.status,
      () => undefined,
    )
    if (status !== undefined && status !== 200 && status !== 503) faults.push(`a webhook of order ${order} was answered ${status}`)
    return { isTaken: status === 200, isBusy: status === 503 }
  }

  /** Sends a delivery until it is accepted. */
  async function repeat(delivery: Delivery) {
    for (let tries = 1; ; tries += 1) {
      await until(() => proxy.address !== undefined)
      if (tries > 1) unanswered += 1
      const { isTaken, isBusy } = await trySending(delivery)
      if (isTaken || faults.length > 0) return
      if (isBusy) await pause(20)
    }
  }

  /** Sends a delivery once, whether or not the proxy is running. */
  async function sendOnce(delivery: Delivery) {
    const now = Math.floor(Date.now() / 1000)
    const { isTaken } = delivery.order === String(unheard) ? { isTaken: false } : await trySending(delivery)
    if (isTaken) seconds.set(now, (seconds.get(now) ?? new Set()).add(delivery.order))
    else lost += 1
  }

  const deliver = (delivery: Delivery) => (delivery.isRepeated ? repeat(delivery) : sendOnce(delivery))

  /** Waits until the proxy has looked at all orders that changed before `by`. */
  async function looked(stores: Pick<Queue, 'fact'>, by: number) {
    const end = Date.now() + timeout * 1000
    while (((await stores.fact<ReconciledFacts>(reconciledFact('woocommerce')))?.until ?? 0) < by) {
      if (Date.now() > end) throw new Error(`the proxy did not look for lost orders within ${timeout} s`)
      await pause(50)
    }
  }

  let later: (typeof proxies)[number] | undefined
  try {
    const atStart = await openStores({ folder })
    // The proxy does not look for orders that changed before its first look.
    await looked(atStart, 1).finally(() => atStart.close())
    const queue = mixed(deliveries, chance)
    let untilKill = chance.whole(1, deliveriesToAKill)
    while (queue.length > 0) {
      const some = queue.splice(0, chance.happens(0.5) ? burst : chance.whole(1, 4))
      untilKill -= some.length
      const sent = Promise.all(some.map(deliver))
      if (untilKill <= 0) {
        untilKill = chance.whole(1, 2 * deliveriesToAKill)
        await pause(chance.next() * 30)
        await proxy.kill()
        kills += 1
        proxy.start()
      }
      await sent
    }

    await proxy.stop()
    later = (await startProxies(1, { ...settings, CLOCK_AHEAD: String(2 * hour) }, ['--require', clock, ...proxyCommand('main')])).proxies[0]!
    const stores = await openStores({ folder })
    try {
      await looked(stores, begun + 10_000)
      const end = Date.now() + timeout * 1000
      await stores.retry((await stores.list({ states: ['waiting'], limit: 1_000 })).map(({ id }) => id))
      while ((await stores.stats()).states.waiting > 0 && Date.now() < end) await pause(50)
      for (const { subject, state, notes } of await stores.list({ states: ['waiting', 'held', 'failed'], limit: 20 }))
        faults.push(`${subject} is ${state} in the end: ${notes.join('; ')}`)
    } finally {
      await stores.close()
    }
    const held = totalsOf(services.effects)
    for (const [order, version] of last)
      if (held.get(order) !== totalOf(version)) faults.push(`the service holds order ${order} as ${held.get(order) ?? 'nothing'}, not ${totalOf(version)}`)
    const sharingAnId = Math.max(0, ...[...seconds.values()].map(({ size }) => size))
    return { faults, orders: last.size, deliveries: deliveries.length, unanswered, lost, kills, sharingAnId }
  } finally {
    await proxy.stop()
    await later?.stop()
    await shop.stop()
    await services.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
