import type { FastifyInstance } from 'fastify'
import { protection } from '../../../src/contract/protection.ts'
import type { Config } from '../../config/config.ts'
import type { AddressReader } from '../../http/client-address.ts'
import type { RateLimiter } from '../../http/rate-limiter.ts'
import { serve } from '../../http/serve.ts'
import { refuseUnconfigured } from '../../http/unconfigured.ts'
import type { Sealer } from '../../identity/seal.ts'
import type { Services } from '../../upstream/services.ts'
import { browserInputs } from '../browser.schema.ts'
import { protectionRoutes } from './quotes.ts'

interface QuoteParts {
  config: Pick<Config, 'quoteTtl'>
  services: Pick<Services, 'protection'>
  sealer: Sealer
  quoteLimiter: RateLimiter
  addressOf: AddressReader
}

/** Serves protection prices to pages of the shop. */
export function registerQuotes(browsers: FastifyInstance, { config, services, sealer, quoteLimiter, addressOf }: QuoteParts) {
  if (!services.protection) return refuseUnconfigured(browsers, protection, 'PROTECTION_BASE_URL, PROTECTION_API_KEY')
  serve(browsers, protection, {
    inputs: browserInputs.protection,
    handlers: protectionRoutes({ service: services.protection, sealer, ttl: config.quoteTtl, rate: quoteLimiter }),
    context: (request) => ({ address: addressOf(request.raw) }),
  })
}
