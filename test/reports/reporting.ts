import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildServices } from '../../demo/services/app.ts'
import { readSettings } from '../../demo/settings.ts'
import { readConfig } from '../../proxy/config/config.ts'
import { createSealer } from '../../proxy/identity/seal.ts'
import { createHandlers } from '../../proxy/background/handlers.ts'
import { openDatabase } from '../../proxy/store/open-database.ts'
import { clockOf } from '../jobs/stores.ts'
import { startJobs } from '../../proxy/background/start-jobs.ts'
import type { StoredJob, Job } from '../../proxy/jobs/job.ts'
import type { QuoteClaims } from '../../proxy/identity/sealed-quotes.ts'
import { createServices } from '../../proxy/upstream/services.ts'
import type { Fault } from '../stack.ts'
import { until } from '../until.ts'

/** What the service holds of an order. */
export interface HeldOrder {
  shop_order_id: string
  is_protected: boolean
  protection_refunded: boolean
  purchased_quote_token: string | null
  line_items: { is_insured: boolean }[]
  [field: string]: unknown
}

/** What the service holds. */
export interface Held {
  orders: HeldOrder[]
  shipments: { shop_shipment_id: string; shop_order_id: string; [field: string]: unknown }[]
  events: { shop_shipment_id: string; shop_shipment_event_id: string; [field: string]: unknown }[]
}

/** Starts a queue with the handlers of the proxy, a new store and the stand-in services. `now` replaces the clock. */
export async function startReporting(now?: () => number) {
  const demo = readSettings({})
  const app = await buildServices({ loyaltyKey: demo.LOYALTY_API_KEY!, protectionKey: demo.PROTECTION_API_KEY! })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const folder = mkdtempSync(join(tmpdir(), 'reports-'))

  const start = async (changes: Record<string, string> = {}) => {
    const config = readConfig({ ...demo, DATA_DIR: folder, PROTECTION_BASE_URL: `${address}/protection/api/v1`, ...changes })
    const sealer = createSealer(config.sessionKeys, config.publicUrl)
    const services = createServices(config)
    const database = await openDatabase(config.store)
    const engine = await startJobs({
      database,
      handlers: createHandlers({ config, services, sealer, shop: undefined, lists: {}, database, now: now ?? Date.now, log: { info() {} } }),
      log: { info() {}, warn() {}, error() {} },
      pollInterval: 50,
      ...(now && { clock: clockOf(now) }),
    })
    return { services, engine, sealer }
  }
  let running = await start()
  const end = async () => {
    await running.engine.close()
    for (const transport of running.services.transports.values()) await transport.close()
  }
  const control = (path: string, init?: RequestInit) => fetch(`${address}/_control/${path}`, init)

  return {
    folder,
    get engine() {
      return running.engine
    },
    /** A client of the service, as another program that reports to the service has it. */
    get service() {
      return running.services.protection!
    },
    /** Stops the queue, and starts another one on the same store, with these changes of settings. */
    async restart(changes?: Record<string, string>) {
      await end()
      running = await start(changes)
    },
    /** Adds jobs, one after another; resolves to their ids. */
    async report(...jobs: Job[]): Promise<string[]> {
      const ids: string[] = []
      for (const job of jobs) ids.push(...(await running.engine.enqueue([job])).ids)
      return ids
    },
    /** Waits until these jobs are no longer waiting; resolves to the jobs. */
    ended: (ids: readonly string[], seconds = 20): Promise<StoredJob[]> =>
      Promise.all(
        ids.map((id) =>
          until(
            async () => (await running.engine.find(id))!,
            ({ state }) => state !== 'waiting',
            seconds,
          ),
        ),
      ),
    /** Waits until no job is waiting. */
    idle: (seconds = 60) =>
      until(
        () => running.engine.stats(),
        ({ states }) => states.waiting === 0,
        seconds,
      ),
    /** Requests a quote for this amount from the service, and seals it. */
    async seal(cents: number, currency = 'USD', price?: number): Promise<string> {
      const amount = { cents, currency }
      const quote = await running.services.protection!.quote({ cart: { amount_insured: amount } })
      const claims: QuoteClaims = { upstream: quote.token, amount, price: { cents: price ?? quote.price.cents, currency }, until: Date.now() / 1000 + 60 }
      return running.sealer.seal('quote', claims)
    },
    held: async (): Promise<Held> => (await (await control('state?of=orders,shipments,events')).json()) as Held,
    /** How often an operation of the service was called, such as `POST /protection/api/v1/orders`. */
    async asked(operation: string): Promise<number> {
      const { requests } = (await (await control('state?of=requests')).json()) as { requests: { operation: string; count: number }[] }
      return requests.find((one) => one.operation === operation)?.count ?? 0
    },
    async heldOrder(id: string) {
      const { orders } = (await (await control('state?of=orders')).json()) as Held
      return orders.find(({ shop_order_id }) => shop_order_id === id)
    },
    async fault(fault: Fault) {
      const answer = await control('faults', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ match: {}, ...fault }) })
      if (!answer.ok) throw new Error(await answer.text())
    },
    async mend() {
      await control('faults', { method: 'DELETE' })
    },
    async stop() {
      await end()
      await app.close()
      for (const one of [folder, `${folder}-lost`]) rmSync(one, { recursive: true, force: true })
    },
  }
}

/** The running queue, with the stand-in services. */
export type Reporting = Awaited<ReturnType<typeof startReporting>>

/** Creates a unique id. */
export const newId = () => randomUUID().slice(0, 13)
