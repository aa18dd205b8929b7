import type { FastifyInstance } from 'fastify'
import { needsQueue, openQueue } from './background/open.ts'
import { answerClaimFailure, claimsPath } from './claims/claim-errors.ts'
import { registerClaims } from './claims/claim-routes.ts'
import type { Config } from './config/config.ts'
import { admitBrowsers } from './http/browsers.ts'
import { createAddressReader } from './http/client-address.ts'
import { createMemoryCounter } from './http/memory-counter.ts'
import { createSharedCounter } from './http/shared-counter.ts'
import { createLogger } from './http/logger.ts'
import { answerProblem } from './http/problems.ts'
import { createRateLimiter, type RateLimiter } from './http/rate-limiter.ts'
import { createServer, protectServer, type RequestTimes } from './http/server.ts'
import { serveWidgets } from './http/widget-files.ts'
import { createSealer } from './identity/seal.ts'
import type { Invalidation } from './jobs/handler.ts'
import { registerLoyaltyWebhook } from './loyalty-webhooks/webhook.ts'
import { registerMerchant } from './merchant/register-merchant.ts'
import { serveDocuments } from './openapi/document-routes.ts'
import { createMetrics } from './operations/metrics.ts'
import { serveHomePage } from './operations/home-page.ts'
import { buildOperatorApp } from './operations/operator.ts'
import { registerPlatforms } from './platforms/platforms.ts'
import { createMembership, registerMembership, registerShopifySession } from './routes/membership/register-membership.ts'
import { registerOrders } from './routes/orders/register-orders.ts'
import { registerQuotes } from './routes/quotes/register-quotes.ts'
import type { RedemptionTimes } from './routes/redemptions/redemptions.ts'
import { createServices } from './upstream/services.ts'

/** The two servers of a proxy. */
export interface App {
  /** The server for browsers, the merchant, the platforms and the services. */
  app: FastifyInstance
  /** The server for health and metrics; only the operator reaches it. */
  operator: FastifyInstance
}

interface AppOptions {
  /** The folder of the built widgets; absent: they are not served. */
  widgets?: string | undefined
  /** Where log lines go; absent: standard output. */
  log?: { write(line: string): void }
  /** Whether the store and the jobs run in a separate thread; otherwise they run in this one. */
  thread?: boolean
  /** How long redemptions are waited for; absent: as in production. */
  redemptionTimes?: RedemptionTimes
  /** How long a request may take to arrive; absent: as in production. */
  requestTimes?: RequestTimes
  /** Milliseconds that the connection of an unread request outlives its answer; absent: as in production. */
  linger?: number
}

/** Builds the whole proxy, ready to listen. */
export async function buildApp(config: Config, { widgets, log, thread = true, redemptionTimes, requestTimes, linger }: AppOptions = {}): Promise<App> {
  const addressOf = createAddressReader(config.trustProxy)
  const metrics = createMetrics()
  const app = createServer({
    log: createLogger(config.logLevel, log),
    addressOf,
    refuse: (error, request, reply) => (request.url.startsWith(claimsPath) ? answerClaimFailure : answerProblem)(error, request, reply),
    observe: metrics.request,
    requestTimes,
    linger,
  })
  const closing = new AbortController()
  app.addHook('preClose', () => closing.abort())
  const services = createServices(config, metrics.upstream)
  app.addHook('onClose', async () => void (await Promise.all([...services.transports.values()].map((transport) => transport.close()))))

  // The queue opens before the membership exists, so `invalidate` is set later.
  let invalidate = (_: Invalidation) => {}
  const queue = needsQueue(config)
    ? await openQueue(
        config,
        {
          log: log ?? process.stdout,
          observe: metrics.upstream,
          metrics: metrics.queue,
          onInvalidation: (invalidation) => invalidate(invalidation),
        },
        { thread },
      )
    : undefined
  if (queue) {
    metrics.watchQueue(queue)
    app.addHook('onClose', () => queue.close())
  }
  // An embedded store belongs to one instance, so that instance counts in memory: this is much faster, and the counts need not outlive the process.
  const attemptCounter =
    queue && 'url' in config.store
      ? createSharedCounter(queue, (error) => app.log.warn({ err: error }, 'failed attempts are counted by this instance alone for some time'))
      : createMemoryCounter()
  const [quoteLimiter, keyLimiter] = config.networkRates.map(createRateLimiter) as [RateLimiter, RateLimiter]
  const sealer = createSealer(config.sessionKeys, config.publicUrl)
  const parts = {
    config,
    services,
    queue,
    sealer,
    attemptCounter,
    quoteLimiter,
    keyLimiter,
    addressOf,
    closing: closing.signal,
    redemptionTimes,
    log: app.log,
  }
  const membership = await createMembership(parts)
  if (membership) ({ invalidate } = membership)

  await protectServer(app, config)
  app.get('/livez', () => ({ status: 'alive' }))
  serveHomePage(app, { services, queue })
  serveDocuments(app)
  if (widgets) await serveWidgets(app, widgets)
  await app.register(async (browsers) => {
    await admitBrowsers(browsers, config.allowedOrigins)
    registerQuotes(browsers, parts)
    registerOrders(browsers, parts)
    registerMembership(browsers, membership)
  })
  await registerShopifySession(app, { config, membership, queue })
  await registerMerchant(app, parts)
  await registerClaims(app, { config, queue })
  if (queue) await registerPlatforms(app, { config, queue })
  if (queue) await registerLoyaltyWebhook(app, { config, queue })

  return { app, operator: buildOperatorApp({ metrics, services, queue, closing: closing.signal, log: app.log }) }
}
