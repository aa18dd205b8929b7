import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openStores } from '../../proxy/background/stores.ts'
import { createClient, ResponseError } from '../../src/contract/client.ts'
import { extension } from '../../src/contract/extension.ts'
import { adminApp, startAdminApi } from '../claims/admin-api.ts'
import { orderPayload } from '../platforms/payloads.ts'
import { fromShopify, platformSettings } from '../platforms/sending.ts'
import { createChance } from '../jobs/kill-chance.ts'
import { processSettings, startProxies } from '../jobs/kill-proxies.ts'
import { startFailingServices } from '../jobs/kill-services.ts'
import { checkoutOf } from './extension-stack.ts'

interface RunOptions {
  orders: number
  kills: number
  proxies: number
  /** The PostgreSQL that the proxies share; absent: the embedded store of one proxy. */
  databaseUrl?: string
  seed: number
}

/** The result of a run. */
export interface KeyFindings {
  /** All faults; empty if there are none. */
  faults: string[]
  kills: number
  /** How often the platform got a key, and how often a key that it had already. */
  writes: number
  repeated: number
}

/** Seconds within which every order has to have its key. */
const longest = 120
/** The most milliseconds that the platform takes for a request, so that kills meet requests that are open. */
const slowest = 40

/**
 * Sends `orders/create` of many orders, and later webhooks of the same orders, to proxies that are killed at random moments, while the platform drops
 * requests before and after their effect. In the end every order must have exactly one key: the platform has got no other, and the key opens the order.
 */
export async function runKeys({ orders, kills, proxies: howMany, databaseUrl, seed }: RunOptions): Promise<KeyFindings> {
  const chance = createChance(seed)
  const api = await startAdminApi({ delay: () => chance.next() * slowest })
  const services = await startFailingServices(createChance(seed + 1))
  services.mend()
  const folder = await mkdtemp(join(tmpdir(), 'storefront-keys-'))
  const settings: Record<string, string> = {
    ...processSettings(services.address, folder, databaseUrl),
    ...platformSettings,
    SHOPIFY_CLIENT_ID: adminApp.clientId,
    SHOPIFY_APP_SECRETS: adminApp.clientSecret,
    SHOPIFY_ADMIN_URL: api.url,
  }
  const where = databaseUrl === undefined ? { folder } : { url: databaseUrl }
  const { proxies, until } = await startProxies(howMany, settings)
  const faults: string[] = []
  const ids = Array.from({ length: orders }, (_, index) => String(8_000_000 + index))

  /** Sends a webhook until it is accepted, as Shopify does. */
  async function deliver(topic: string, id: string, version: number) {
    const updated_at = new Date(Date.now() + version * 1_000).toISOString()
    const payload = orderPayload(BigInt(id), { name: `#${id}`, checkout_token: checkoutOf(id), created_at: new Date().toISOString(), updated_at })
    for (;;) {
      await until(() => proxies.some(({ address }) => address))
      const { address } = chance.one(proxies.filter((proxy) => proxy.address))
      const status = await fromShopify({ proxy: address! }, topic, payload, { secret: adminApp.clientSecret }).then(
        (answer) => answer.status,
        () => undefined,
      )
      if (status === 200) return
      if (status !== undefined && status !== 503) return void faults.push(`a webhook of order ${id} was answered ${status}`)
      await pause(20)
    }
  }

  async function buy(id: string) {
    api.place(id)
    if (chance.happens(0.3)) api.trouble(id, chance.one(['drop before', 'drop after', '429'] as const))
    await pause(chance.next() * kills * 150)
    await deliver('orders/create', id, 0)
    for (let version = 1; chance.happens(0.4); version += 1) await deliver('orders/updated', id, version)
  }

  async function killAtRandom() {
    for (let kill = 0; kill < kills; kill += 1) {
      await pause(chance.next() * 300)
      const proxy = chance.one(proxies)
      await proxy.kill()
      proxy.start()
      await until(() => proxy.address !== undefined)
    }
  }

  /** Waits until no job about a key waits; attempts that wait for their next time are started at once. */
  async function settle() {
    const stores = await openStores(where)
    try {
      const end = Date.now() + longest * 1_000
      for (;;) {
        const waiting = await stores.list({ states: ['waiting'], limit: 1_000 })
        if (waiting.length === 0 && ids.every((id) => api.orderKeys.has(id))) break
        if (Date.now() > end) throw new Error(`${waiting.length} jobs wait: ${waiting[0]?.notes.join('; ')}`)
        await stores.retry(waiting.filter(({ notes }) => notes.length > 0).map(({ id }) => id))
        await pause(100)
      }
      for (const { kind, subject, state, notes } of await stores.list({ states: ['held', 'failed'], limit: 20 }))
        faults.push(`${kind} ${subject} is ${state}: ${notes.join('; ')}`)
    } finally {
      await stores.close()
    }
  }

  /** Whether the key of an order is accepted, whatever the service says about the order. */
  async function opens(key: string): Promise<boolean> {
    try {
      await createClient(extension, { baseUrl: proxies[0]!.address! }).trackOrder({ key })
      return true
    } catch (error) {
      return error instanceof ResponseError && error.problem.code !== 'not-found'
    }
  }

  try {
    await Promise.all([...ids.map(buy), killAtRandom()])
    await settle()
    for (const id of ids) {
      const values = new Set(api.writes.filter(({ order }) => order === id).map(({ value }) => value))
      if (values.size !== 1) faults.push(`order ${id} got ${values.size} keys`)
      if (!values.has(api.orderKeys.get(id) ?? '')) faults.push(`order ${id} has another key in the end`)
    }
    const opened = await Promise.all(ids.slice(0, 20).map(async (id) => ({ id, isOpen: await opens(api.orderKeys.get(id)!) })))
    for (const { id, isOpen } of opened) if (!isOpen) faults.push(`the key of order ${id} does not open it`)
    return { faults, kills, writes: api.writes.length, repeated: api.writes.length - orders }
  } finally {
    await Promise.all(proxies.map((proxy) => proxy.stop()))
    await services.stop()
    await api.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
