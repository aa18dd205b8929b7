import type { Config } from '../config/config.ts'
import { createSealer } from '../identity/seal.ts'
import { createLogger } from '../http/logger.ts'
import { createHandlers } from './handlers.ts'
import { reconcileHandler } from '../platforms/reconcile-job.ts'
import { startReconciling } from '../platforms/reconcile-schedule.ts'
import { createQuotes } from '../identity/sealed-quotes.ts'
import { createShop } from '../shop-admin/create-shop.ts'
import { createOrderLists } from '../shop-admin/order-lists.ts'
import { createServices } from '../upstream/services.ts'
import { connectListening } from '../jobs/retry-after.ts'
import { openDatabase } from '../store/database.ts'
import { createDesk } from '../jobs/job-store.ts'
import { startEngine } from '../jobs/engine.ts'
import type { OpenQueue, QueueListeners } from './open.ts'
import { requireShop } from '../store/shop-of-store.ts'

/** Works the store of these settings in this thread, with services and a shop of its own. */
export async function workQueue(config: Config, { log, observe, watch, onNotice }: QueueListeners): Promise<OpenQueue> {
  const database = await openDatabase(config.store)
  await requireShop(database, config.shopName).catch(async (error: unknown) => {
    await database.close()
    throw database.explain(error)
  })
  const services = createServices(config, observe, connectListening)
  const shop = createShop(config, observe)
  const logger = createLogger(config.logLevel, log)
  const lists = createOrderLists(config, shop, observe)
  const sealer = createSealer(config.sessionKeys, config.publicUrl)
  const handlers = {
    ...createHandlers({ config, services, sealer, shop }),
    reconcile: reconcileHandler({ lists, store: createDesk({ database }), quotes: createQuotes(sealer, config.quoteTtl), log: logger }),
  }
  const engine = await startEngine({ database, handlers, log: logger, watch, onNotice }).catch(async (error: unknown) => {
    await database.close()
    throw database.explain(error)
  })
  const schedule = startReconciling({
    every: config.reconcileEvery,
    queue: engine,
    onError: (error) => logger.warn({ err: error }, 'no look for lost orders can be planned while the store does not answer'),
  })
  return {
    ...engine,
    async close() {
      schedule.stop()
      await engine.close()
      await Promise.all([...services.transports.values()].map((transport) => transport.close()))
      for (const list of Object.values(lists)) await list.close?.()
      await shop?.close?.()
    },
  }
}
