import type { Worker } from 'node:worker_threads'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { extensionOrders } from '../src/contract/extension.ts'
import { protection } from '../src/contract/protection.ts'
import { tracking } from '../src/contract/tracking.ts'
import type { OpenQueue } from './background/background.ts'
import { needsQueue, openQueue } from './background/open.ts'
import { answerClaimFailure, claimsPath } from './claims/claim-errors.ts'
import { registerClaims } from './claims/claim-routes.ts'
import type { Config } from './config/config.ts'
import type { Finding } from './doctor/finding.ts'
import { countRedemptions } from './figures/count-redemptions.ts'
import { countAnswers } from './figures/count-answers.ts'
import { createFigureCounter } from './figures/figure-counter.ts'
import { admitBrowsers } from './http/browsers.ts'
import { createRequestLimit, type RequestKind } from './http/capacity.ts'
import { createAddressReader } from './http/client-address.ts'
import { createMemoryCounter } from './http/memory-counter.ts'
import { createSharedCounter } from './http/shared-counter.ts'
import { createLogger, openLog, type LogLines } from './http/logger.ts'
import { answerProblem } from './http/problems.ts'
import { createRateLimiter, type RateLimiter } from './http/rate-limiter.ts'
import { createServer, protectServer, type RequestTimes } from './http/server.ts'
import { serveWidgets } from './http/widget-files.ts'
import { createSealer } from './identity/seal.ts'
import type { Invalidation } from './jobs/handler.ts'
import { registerLoyaltyWebhook } from './loyalty-webhooks/webhook.ts'
import { registerMerchant } from './merchant/register-merchant.ts'
import { serveDocuments } from './openapi/document-routes.ts'
import { createMetrics, type Metrics } from './operations/metrics.ts'
import { serveHomePage } from './operations/home-page.ts'
import { buildOperatorApp } from './operations/operator.ts'
import { registerPlatforms } from './platforms/platforms.ts'
import { registerExtension } from './routes/extension/register-extension.ts'
import { createMembership, registerMembership, registerShopifySession } from './routes/membership/register-membership.ts'
import { createOrders, registerOrders } from './routes/orders/register-orders.ts'
import { registerQuotes } from './routes/quotes/register-quotes.ts'
import type { RedemptionTimes } from './routes/redemptions/redeem.ts'
import { createServices } from './upstream/services.ts'

/** The two servers of a proxy. */
export interface App {
  /** The server for browsers, the merchant, the platforms and the services. */
  app: FastifyInstance
  /** The server for health and metrics; only the operator reaches it. */
  operator: FastifyInstance
  /** Says to the operator that the proxy shuts down, and ends each connection with its answer from now on. It still accepts requests. */
  leave(): void
}

interface AppOptions {
  /** The folder of the built widgets; absent: they are not served. */
  widgets?: string | undefined
  /** The folder of the built console; absent: its page is not served. */
  consoleFiles?: string | undefined
  /** Checks the set-up for the console; absent: the console cannot. */
  doctor?: (() => Promise<Finding[]>) | undefined
  /** Where log lines go; absent: standard output. */
  log?: LogLines
  /** Whether the store and the jobs run in a separate thread; otherwise they run in this one. A thread: the one that has begun to load them. */
  thread?: boolean | Worker
  /** How long redemptions are waited for; absent: as in production. */
  redemptionTimes?: RedemptionTimes
  /** How long a request may take to arrive; absent: as in production. */
  requestTimes?: RequestTimes
  /** Milliseconds that the connection of an unread request outlives its answer; absent: as in production. */
  linger?: number
}

/** Builds the whole proxy, ready to listen. */
export async function buildApp(
  config: Config,
  { widgets, consoleFiles, doctor, log = openLog(), thread = true, redemptionTimes, requestTimes, linger }: AppOptions = {},
): Promise<App> {
  const addressOf = createAddressReader(config.trustProxy)
  const metrics = createMetrics()
  const leaving = new AbortController()
  const logger = createLogger(config.logLevel, log)
  const telemetry = config.telemetry && (await import('./telemetry/open-telemetry.ts'))
  const warn = logger.warn.bind(logger)
  const tracer = telemetry?.createTracer(config.telemetry!, warn)
  const { allowedOrigins, maxRequests } = config
  const limit = createRequestLimit({ most: maxRequests, kindOf, addressOf, allowedOrigins, observe: metrics.request, log: logger, leaving: leaving.signal })
  const app = createServer({
    log: logger,
    answerFirst: limit.refuse,
    tracer,
    addressOf,
    refuse: (error, request, reply) => (request.url.startsWith(claimsPath) ? answerClaimFailure : answerProblem)(error, request, reply),
    observe: metrics.request,
    requestTimes,
    linger,
    leaving: leaving.signal,
  })
  const closing = new AbortController()
  app.addHook('preClose', () => {
    leaving.abort()
    closing.abort()
  })
  const services = createServices(config, metrics.upstream)
  metrics.watchServices(services.transports)
  app.addHook('onClose', async () => void (await Promise.all([...services.transports.values()].map((transport) => transport.close()))))

  // The queue opens before the membership exists, so `invalidate` is set later.
  let invalidate = (_: Invalidation) => {}
  const { queue, figures } = await openStored(config, app, { metrics, log, thread, onInvalidation: (invalidation) => invalidate(invalidation) })
  if (telemetry) {
    const exported = telemetry.exportMetrics(config.telemetry!, metrics.registry, warn)
    // Fastify runs the last of these hooks first. The queue is still open then, so the last figures are those of a store that works.
    app.addHook('onClose', async () => void (await Promise.all([exported.close(), tracer!.close()])))
  }
  const [quoteLimiter, keyLimiter] = config.networkRates.map(createRateLimiter) as [RateLimiter, RateLimiter]
  const sealer = createSealer(config.sessionKeys, config.publicUrl)
  const parts = {
    config,
    services,
    queue,
    sealer,
    attemptCounter: createAttemptCounter(config, queue, app.log),
    quoteLimiter,
    keyLimiter,
    addressOf,
    closing: closing.signal,
    redemptionTimes,
    log: app.log,
  }
  const membership = await createMembership({ ...parts, queue: queue && figures ? countRedemptions(queue, figures) : queue })
  if (membership) ({ invalidate } = membership)
  const orders = createOrders(parts)

  limit.watch(app)
  await protectServer(app, config)
  app.get('/livez', () => ({ status: 'alive' }))
  serveHomePage(app, { services, queue })
  serveDocuments(app)
  if (widgets) await serveWidgets(app, widgets)
  await app.register(async (browsers) => {
    await admitBrowsers(browsers, config.allowedOrigins)
    registerQuotes(browsers, parts)
    registerOrders(browsers, orders)
    registerMembership(browsers, membership)
  })
  await registerExtension(app, { ...parts, orders, membership })
  await registerShopifySession(app, { config, membership, queue })
  await registerMerchant(app, parts)
  await registerClaims(app, { config, queue })
  if (queue) await registerPlatforms(app, { config, queue })
  if (queue) await registerLoyaltyWebhook(app, { config, queue })

  const operator = buildOperatorApp({ metrics, services, queue, closing: leaving.signal, log: app.log })
  if (config.console && queue) {
    const { registerConsole } = await import('./console/register-console.ts')
    await registerConsole(operator, {
      app,
      config,
      settings: config.console,
      queue,
      sealer,
      services,
      orders,
      membership,
      metrics,
      doctor,
      files: consoleFiles,
      widgets,
    })
  }
  return { app, operator, leave: () => leaving.abort() }
}

interface StoredOptions {
  metrics: Metrics
  log: LogLines
  thread: boolean | Worker
  onInvalidation: (invalidation: Invalidation) => void
}

/** Opens the store with its jobs, if the settings need one, and the counts of the console. Both close with the server. */
async function openStored(config: Config, app: FastifyInstance, { metrics, log, thread, onInvalidation }: StoredOptions) {
  if (!needsQueue(config)) return {}
  const queue = await openQueue(config, { log, observe: metrics.upstream, metrics: metrics.queue, onInvalidation }, { thread })
  metrics.watchQueue(queue)
  const figures = config.console && createFigureCounter({ store: (counted) => queue.addFigures(counted) })
  if (figures) countAnswers(app, figures)
  app.addHook('onClose', async () => {
    await figures?.close()
    await queue.close()
  })
  return { queue, figures }
}

/** An embedded store belongs to one instance, so that instance counts in memory: this is much faster, and the counts need not outlive the process. */
const createAttemptCounter = (config: Config, queue: OpenQueue | undefined, log: FastifyBaseLogger) =>
  queue && 'url' in config.store
    ? createSharedCounter(queue, (error) => log.warn({ err: error }, 'failed attempts are counted by this instance alone for some time'))
    : createMemoryCounter()

/** Browsers hold the requests of enrichment open. */
const held: ReadonlySet<string> = new Set(['/livez', tracking.trackEnrichment.path, extensionOrders.trackEnrichment.path])

/** The routes of the shop's server, the protection service, the platforms and the loyalty service. */
const ofServers = /^\/v1\/(merchant|claims|platforms|webhooks)\//

/** A price needs the script that shows it, which is a file outside `/v1/`. All other requests of browsers can be made again later. */
function kindOf(path: string): RequestKind {
  if (held.has(path)) return 'held'
  if (path === protection.quoteProtection.path || !path.startsWith('/v1/')) return 'price'
  return ofServers.test(path) ? 'server' : 'other'
}
