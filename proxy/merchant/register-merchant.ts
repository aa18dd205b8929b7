import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import type { TryCounts } from '../http/limit-store.ts'
import { serve } from '../http/serve.ts'
import { refuseUnconfigured } from '../http/unconfigured.ts'
import type { Sealer } from '../identity/seal.ts'
import { createQuotes } from '../identity/sealed-quotes.ts'
import type { Queue } from '../jobs/queue.ts'
import { limits } from '../upstream/limits.ts'
import type { Services } from '../upstream/services.ts'
import { createLeaving } from './end-membership.ts'
import { requireMerchantKey } from './key.ts'
import { merchantInputs } from './merchant.schema.ts'
import { merchant, merchantInInsuredNaming } from './merchant.ts'
import { readReport } from './reading.ts'
import { merchantRoutes, type MerchantAsking } from './routes.ts'

interface MerchantSetup {
  config: Config
  services: Pick<Services, 'loyalty' | 'protection'>
  /** Absent if there is no store. */
  queue: Queue | undefined
  sealer: Sealer
  counts: TryCounts
}

/** Serves the shop's backend: reports of orders and shipments, and the end of a membership without sign-in. */
export async function registerMerchant(app: FastifyInstance, { config, services, queue, sealer, counts }: MerchantSetup) {
  if (config.merchantKeys.length === 0 || !queue) return refuseUnconfigured(app, merchant)
  await app.register((backend, _, done) => {
    requireMerchantKey(backend, config.merchantKeys)
    const handlers = merchantRoutes({
      configured: services.protection !== undefined,
      queue,
      quotes: createQuotes(sealer, config.quoteTtl),
      sealer,
      endMembership: createLeaving({ loyalty: services.loyalty, secret: config.sessionKeys[0]!.bytes, counts }),
      shop: config.allowedOrigins[0]!,
    })
    const options = { inputs: merchantInputs, handlers, read: readReport, context: toMerchantAsking, bodyLimit: limits.body }
    serve(backend, merchant, options)
    serve(backend, merchantInInsuredNaming, options)
    done()
  })
}

/** Reads the idempotency key of a request. */
const toMerchantAsking = ({ headers }: FastifyRequest): MerchantAsking => ({ key: headers['idempotency-key'] as string | undefined })
