import { claimHandlers } from '../claims/claim-jobs.ts'
import type { Config } from '../config/config.ts'
import type { Sealer } from '../identity/seal.ts'
import type { Handler } from '../jobs/handler.ts'
import { loyaltyEventHandlers } from '../loyalty-webhooks/event-jobs.ts'
import { platformHandlers } from '../platforms/platform-jobs.ts'
import { createCustomerRecords } from '../privacy/customer-rows.ts'
import { createOrderRecords } from '../privacy/order-rows.ts'
import { privacyHandlers } from '../privacy/privacy-jobs.ts'
import { reportHandlers } from '../reports/report-handlers.ts'
import type { Shop } from '../shop-admin/shop.ts'
import type { Database } from '../store/database.ts'
import type { Services } from '../upstream/services.ts'

/** The parts that job handlers need. */
interface HandlerParts {
  config: Config
  services: Services
  sealer: Sealer
  /** Absent if no access to the shop is set up that moves money and goods. */
  shop: Shop | undefined
  database: Database
  /** The time of the store, in milliseconds since 1970. */
  now: () => number
}

/** Creates the handler of each kind of job. */
export const createHandlers = ({ database, now, ...parts }: HandlerParts): Record<string, Handler> => ({
  ...reportHandlers(parts),
  ...platformHandlers(parts),
  ...claimHandlers(parts),
  ...loyaltyEventHandlers(),
  ...privacyHandlers({ orders: createOrderRecords(database, now), customers: createCustomerRecords(database, now) }),
})
