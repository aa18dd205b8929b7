import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import type { AttemptCounter } from '../http/attempt-counter.ts'
import { serve } from '../http/serve.ts'
import { refuseUnconfigured } from '../http/unconfigured.ts'
import type { Sealer } from '../identity/seal.ts'
import { createQuotes } from '../identity/sealed-quotes.ts'
import type { Queue } from '../jobs/queue.ts'
import { limits } from '../upstream/limits.ts'
import type { Services } from '../upstream/services.ts'
import { createEndMembership } from './end-membership.ts'
import { requireMerchantKey } from './merchant-key.ts'
import { merchantInputs } from './merchant.schema.ts'
import { merchant, merchantInInsuredNaming } from './merchant.ts'
import { readReportInput } from './report-input.ts'
import { merchantRoutes, type MerchantContext } from './merchant-routes.ts'

interface MerchantSetup {
  config: Config
  services: Pick<Services, 'loyalty' | 'protection'>
  /** Absent if there is no store. */
  queue: Queue | undefined
  sealer: Sealer
  attemptCounter: AttemptCounter
}

/** Serves the shop's backend: reports of orders and shipments, and the end of a membership without sign-in. */
export async function registerMerchant(app: FastifyInstance, { config, services, queue, sealer, attemptCounter }: MerchantSetup) {
  if (config.merchantKeys.length === 0 || !queue) return refuseUnconfigured(app, merchant, 'MERCHANT_API_KEYS')
  await app.register((backend, _, done) => {
    requireMerchantKey(backend, config.merchantKeys)
    const handlers = merchantRoutes({
      configured: services.protection !== undefined,
      queue,
      quotes: createQuotes(sealer, config.quoteTtl),
      sealer,
      endMembership: createEndMembership({ loyalty: services.loyalty, secret: config.sessionKeys[0]!.bytes, attemptCounter }),
      needsPhone: config.fallbackPhone === undefined,
      trackPageUrl: config.trackPageUrl,
    })
    const options = { inputs: merchantInputs, handlers, read: readReportInput, context: toMerchantContext, bodyLimit: limits.body }
    serve(backend, merchant, options)
    serve(backend, merchantInInsuredNaming, options)
    done()
  })
}

/** Reads the idempotency key of a request. */
const toMerchantContext = ({ headers }: FastifyRequest): MerchantContext => ({ key: headers['idempotency-key'] as string | undefined })
