import type { Config } from '../config/config.ts'
import type { Sealer } from '../identity/seal.ts'
import type { Handler } from '../jobs/job.ts'
import type { Services } from '../upstream/services.ts'
import { claimHandlers } from '../claims/claim-jobs.ts'
import { loyaltyEventHandlers } from '../loyalty-webhooks/event-jobs.ts'
import { platformHandlers } from '../platforms/platform-jobs.ts'
import { privacyHandlers } from '../privacy/privacy-jobs.ts'
import { reportHandlers } from '../reports/report-jobs.ts'
import type { Shop } from '../shop-admin/shop.ts'

/** What works are done with. */
export interface HandlerParts {
  config: Config
  services: Services
  sealer: Sealer
  /** Absent where nothing is set up that moves money and goods. */
  shop: Shop | undefined
}

/** Does each kind of work that merchants, platforms and services give rise to. */
export const createHandlers = (parts: HandlerParts): Record<string, Handler> => ({
  ...reportHandlers(parts),
  ...platformHandlers(parts),
  ...claimHandlers(parts),
  ...loyaltyEventHandlers(),
  ...privacyHandlers(),
})
