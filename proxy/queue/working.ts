import type { Config } from '../config.ts'
import { createSealer } from '../identity/seal.ts'
import { createLogger } from '../logger.ts'
import { createHandlers } from '../merchant/handlers.ts'
import { reconcileHandler } from '../merchant/platforms/reconcile-job.ts'
import { startReconciling } from '../merchant/platforms/reconcile-schedule.ts'
import { createQuotes } from '../merchant/quotes.ts'
import { createShop } from '../merchant/shop/create-shop.ts'
import { createOrderLists } from '../merchant/shop/order-lists.ts'
import { createServices } from '../upstream/services.ts'
import { connectListening } from './asked-to-wait.ts'
import { openDatabase } from './database.ts'
import { createDesk } from './desk.ts'
import { startEngine } from './engine.ts'
import type { OpenQueue, QueueListeners } from './open.ts'
import { requireShop } from './shop-of-store.ts'

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
