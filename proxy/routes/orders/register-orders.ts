import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { orderProtection } from '../../../src/contract/order-protection.ts'
import { tracking } from '../../../src/contract/tracking.ts'
import type { Claims } from '../../claims/claim-store.ts'
import type { Config } from '../../config/config.ts'
import { orderActsOf } from '../../config/order-acts.ts'
import type { AddressReader } from '../../http/client-address.ts'
import { logMissingParts } from '../../http/missing-parts.ts'
import { abortOnDisconnect } from '../../http/abort-on-disconnect.ts'
import type { AttemptCounter } from '../../http/attempt-counter.ts'
import type { RateLimiter } from '../../http/rate-limiter.ts'
import { serve } from '../../http/serve.ts'
import { refuseUnconfigured } from '../../http/unconfigured.ts'
import { createLookupLimits } from '../../identity/lookup-limits.ts'
import type { Sealer } from '../../identity/seal.ts'
import type { Queue } from '../../jobs/queue.ts'
import type { Services } from '../../upstream/services.ts'
import { browserInputs } from '../browser.schema.ts'
import { createEnrichmentPoller } from './enrichment.ts'
import { orderProtectionRoutes } from './order-protection.ts'
import { trackingRoutes } from './order-routes.ts'
import { createProtectionLookup } from './tracked-protection.ts'

interface OrderParts {
  config: Config
  services: Pick<Services, 'track'>
  /** Absent if there is no store. */
  queue: (Queue & Claims) | undefined
  sealer: Sealer
  keyLimiter: RateLimiter
  attemptCounter: AttemptCounter
  addressOf: AddressReader
  /** Ends background work. */
  closing: AbortSignal
}

/** Serves orders to pages of the shop, and the changes that shoppers may make to their protection. */
export function registerOrders(browsers: FastifyInstance, { config, services, queue, sealer, keyLimiter, attemptCounter, addressOf, closing }: OrderParts) {
  const { track } = services
  if (!track) return refuseUnconfigured(browsers, { ...tracking, ...orderProtection })
  const poller = createEnrichmentPoller(track, closing)
  const acts = orderActsOf(config)
  const contextOf = (request: FastifyRequest, reply: FastifyReply) => ({ address: addressOf(request.raw), disconnected: abortOnDisconnect(reply) })
  serve(browsers, tracking, {
    inputs: browserInputs.tracking,
    handlers: trackingRoutes({
      track,
      sealer,
      lookupLimits: createLookupLimits({ limits: config.lookupLimits, secret: config.sessionKeys[0]!.bytes, attemptCounter }),
      keyLimiter,
      watch: poller,
      claims: config.claims && queue,
      protection: queue && acts.size > 0 ? createProtectionLookup(queue, acts) : undefined,
    }),
    context: (request, reply) => ({
      ...contextOf(request, reply),
      setHeaders: (headers) => void reply.headers(headers),
      note: logMissingParts(request, 'order'),
    }),
  })
  const { protectOrder, unprotectOrder } = orderProtection
  const offered = { ...(acts.has('protect-later') && { protectOrder }), ...(acts.has('unprotect') && { unprotectOrder }) }
  if (queue) {
    serve(browsers, offered, {
      inputs: browserInputs.orderProtection,
      handlers: orderProtectionRoutes({ track, sealer, keyLimiter, watch: poller, queue }),
      context: contextOf,
    })
  }
  refuseUnconfigured(browsers, { ...(offered.protectOrder ? {} : { protectOrder }), ...(offered.unprotectOrder ? {} : { unprotectOrder }) })
}
