import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { orderProtection } from '../../../src/contract/order-protection.ts'
import { tracking } from '../../../src/contract/tracking.ts'
import type { Claims } from '../../claims/claim-store.ts'
import type { Config } from '../../config/config.ts'
import { possibleOrderActions } from '../../config/order-actions.ts'
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
import { createKeyOpener } from './order-keys.ts'
import { orderProtectionRoutes, type ProtectionContext } from './order-protection.ts'
import { trackingRoutes, type TrackingContext } from './order-routes.ts'
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

/** The handlers of shoppers' requests about orders, which pages and UI extensions share. */
export type Orders = ReturnType<typeof createOrders>

/** Creates them; undefined if no track service is set up. */
export function createOrders({ config, services, queue, sealer, keyLimiter, attemptCounter, addressOf, closing }: OrderParts) {
  const { track } = services
  if (!track) return undefined
  const watch = createEnrichmentPoller(track, closing)
  const actions = possibleOrderActions(config)
  const openKey = createKeyOpener({ sealer, keyLimiter, queue })
  const contextOf = (request: FastifyRequest, reply: FastifyReply): ProtectionContext => ({
    address: addressOf(request.raw),
    disconnected: abortOnDisconnect(reply),
  })
  return {
    tracking: trackingRoutes({
      track,
      sealer,
      lookupLimits: createLookupLimits({ limits: config.lookupLimits, secret: config.sessionKeys[0]!.bytes, attemptCounter }),
      openKey,
      watch,
      claims: config.claims && queue,
      facts: queue,
      protection: queue && actions.size > 0 ? createProtectionLookup(queue, actions) : undefined,
    }),
    trackingContext: (request: FastifyRequest, reply: FastifyReply): TrackingContext => ({
      ...contextOf(request, reply),
      setHeaders: (headers) => void reply.headers(headers),
      note: logMissingParts(request, 'order'),
    }),
    /** Absent if there is no store. */
    protection: queue && orderProtectionRoutes({ track, openKey, watch, queue }),
    protectionContext: contextOf,
    /** What shoppers may change. */
    actions,
  }
}

/** Serves orders to pages of the shop, and the changes that shoppers may make to their protection. */
export function registerOrders(browsers: FastifyInstance, orders: Orders) {
  if (!orders) return refuseUnconfigured(browsers, { ...tracking, ...orderProtection }, 'TRACK_BASE_URL')
  serve(browsers, tracking, { inputs: browserInputs.tracking, handlers: orders.tracking, context: orders.trackingContext })
  serveProtection(browsers, orderProtection, orders)
}

/** Serves the changes that shoppers may make to the protection of their orders, under the paths of this table. */
export function serveProtection(scope: FastifyInstance, { protectOrder, unprotectOrder }: typeof orderProtection, orders: NonNullable<Orders>) {
  const { actions, protection, protectionContext } = orders
  const offered = { ...(actions.has('protect-later') && { protectOrder }), ...(actions.has('unprotect') && { unprotectOrder }) }
  if (protection) serve(scope, offered, { inputs: browserInputs.orderProtection, handlers: protection, context: protectionContext })
  refuseUnconfigured(scope, { ...(offered.protectOrder ? {} : { protectOrder }), ...(offered.unprotectOrder ? {} : { unprotectOrder }) }, 'SHOPPERS_MAY')
}
