import { claimHandlers } from '../claims/claim-jobs.ts'
import { createClaimStore } from '../claims/create-claim-store.ts'
import { createProtectionUse } from '../claims/protection-use.ts'
import type { Config } from '../config/config.ts'
import type { Sealer } from '../identity/seal.ts'
import type { EngineLog } from '../jobs/engine-log.ts'
import type { Handler } from '../jobs/handler.ts'
import { loyaltyEventHandlers } from '../loyalty-webhooks/event-jobs.ts'
import { orderKeyHandlers } from '../order-keys/order-key-jobs.ts'
import { platformHandlers } from '../platforms/platform-jobs.ts'
import { createCustomerRecords } from '../privacy/customer-rows.ts'
import { createOrderRecords } from '../privacy/order-rows.ts'
import { privacyHandlers } from '../privacy/privacy-jobs.ts'
import { reportHandlers } from '../reports/report-handlers.ts'
import type { createOrderLists } from '../shop-admin/order-lists.ts'
import type { Shop } from '../shop-admin/shop.ts'
import type { Database } from '../store/database.ts'
import type { Services } from '../upstream/services.ts'
import { reconcileHandler } from '../platforms/reconcile-job.ts'
import { createJobStore } from '../jobs/job-store.ts'
import { createStoreAccess } from '../store/store-access.ts'
import { createQuotes } from '../identity/sealed-quotes.ts'

/** The parts that job handlers need. */
interface HandlerParts {
  config: Config
  services: Services
  sealer: Sealer
  /** Absent if no access to the shop is set up that moves money and goods. */
  shop: Shop | undefined
  database: Database
  /** The orders of each platform that may be listed. */
  lists: ReturnType<typeof createOrderLists>
  /** The time of the store, in milliseconds since 1970. */
  now: () => number
  log: Pick<EngineLog, 'info'>
}

/** Creates the handler of each kind of job: the one place that knows all of them. */
export function createHandlers({ database, lists, now, log, ...parts }: HandlerParts): Record<string, Handler> {
  const access = createStoreAccess({ database })
  const [jobs, claims] = [createJobStore(access), createClaimStore(access)]
  return {
    ...reportHandlers(parts),
    ...platformHandlers({ ...parts, protectionUse: createProtectionUse(claims) }),
    ...orderKeyHandlers(parts),
    ...claimHandlers({ shop: parts.shop, settings: parts.config.claims, queue: { ...jobs, ...claims } }),
    ...loyaltyEventHandlers(),
    ...privacyHandlers({ orders: createOrderRecords(database, now), customers: createCustomerRecords(database, now) }),
    reconcile: reconcileHandler({ lists, store: jobs, quotes: createQuotes(parts.sealer, parts.config.quoteTtl), log }),
  }
}
