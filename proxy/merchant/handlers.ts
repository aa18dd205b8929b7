import type { Config } from '../config.ts'
import type { Sealer } from '../identity/seal.ts'
import type { Handler } from '../queue/work.ts'
import type { Services } from '../upstream/services.ts'
import { claimHandlers } from './claims/handler.ts'
import { loyaltyEventHandlers } from './loyalty/handlers.ts'
import { platformHandlers } from './platforms/handlers.ts'
import { privacyHandlers } from './privacy/handlers.ts'
import { reportHandlers } from './reports/handlers.ts'
import type { Shop } from './shop/shop.ts'

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
