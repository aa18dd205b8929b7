import type { Config } from '../config/config.ts'
import { createLogger } from '../http/logger.ts'
import { createSealer } from '../identity/seal.ts'
import { createQuotes } from '../identity/sealed-quotes.ts'
import { countOutcomes } from '../figures/count-outcomes.ts'
import { createFigureCounter } from '../figures/figure-counter.ts'
import { createFigureStore } from '../figures/figure-rows.ts'
import { createStoreAccess } from '../store/store-access.ts'
import { startReconciling } from '../platforms/reconcile-schedule.ts'
import { createShop } from './create-shop.ts'
import { createOrderLists } from '../shop-admin/order-lists.ts'
import { createClock } from '../store/clock.ts'
import { openDatabase } from '../store/open-database.ts'
import { requireShop } from '../store/shop-of-store.ts'
import { createServices } from '../upstream/services.ts'
import { createHandlers } from './handlers.ts'
import type { OpenQueue, QueueListeners, RunningJobs } from './background.ts'
import { createRetryAfterTransport } from './retry-after-transport.ts'
import { startJobs } from './start-jobs.ts'
import { traceJobs } from './trace-jobs.ts'

/** Runs the jobs of the configured store in this thread, with its own connections to the services and the shop. */
export async function runJobs(config: Config, { log, observe, metrics, onInvalidation }: QueueListeners): Promise<OpenQueue> {
  const database = await openDatabase(config.store)
  const services = createServices(config, observe, createRetryAfterTransport)
  const logger = createLogger(config.logLevel, log)
  const shop = createShop(config, observe, (scopes) => logger.warn({ scopes }, 'the app of the shop lacks scopes: add them to shopify.app.toml and deploy it'))
  const lists = createOrderLists(config, shop, observe)
  const tracer =
    config.telemetry && (await import('../telemetry/open-telemetry.ts')).createTracer(config.telemetry, (details, message) => logger.warn(details, message))
  const sealer = createSealer(config.sessionKeys, config.publicUrl)
  // Only the console shows figures.
  const counter =
    config.console &&
    createFigureCounter({
      store: (figures) => createFigureStore(createStoreAccess({ database })).addFigures(figures),
      onError: (error) => logger.warn({ err: error }, 'figures are stored later: the store does not respond'),
    })
  const quotes = createQuotes(sealer, config.quoteTtl)
  const priceOf = async (token: string) => (await quotes.open(token).catch(() => undefined))?.price
  const jobs = await start().catch(async (error: unknown) => {
    await database.close()
    throw database.explain(error)
  })

  async function start(): Promise<RunningJobs> {
    await requireShop(database, config.shopName)
    const clock = await createClock(database)
    const created = createHandlers({ config, services, sealer, shop, lists, database, now: clock.now, log: logger })
    const counted = counter ? countOutcomes(created, { counter, priceOf }) : created
    const handlers = tracer ? traceJobs(counted, tracer) : counted
    return startJobs({ database, clock, handlers, log: logger, metrics, onInvalidation })
  }

  const schedule = startReconciling({
    every: config.reconcileEvery,
    queue: jobs,
    onError: (error) => logger.warn({ err: error }, 'the search for lost orders cannot be planned: the store does not respond'),
  })
  return {
    ...jobs,
    shopFault: () => Promise.resolve(shop?.fault?.()),
    async close() {
      schedule.stop()
      await counter?.close()
      await jobs.close()
      await Promise.all([...services.transports.values()].map((transport) => transport.close()))
      for (const list of Object.values(lists)) await list.close?.()
      await shop?.close?.()
      await tracer?.close()
    },
  }
}
