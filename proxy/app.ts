import { randomUUID } from 'node:crypto'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import underPressure from '@fastify/under-pressure'
import Fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { loyalty } from '../src/contract/loyalty.ts'
import { orderProtection } from '../src/contract/order-protection.ts'
import { protection } from '../src/contract/protection.ts'
import { tracking } from '../src/contract/tracking.ts'
import { smallBody } from './http/bodies.ts'
import { guardBrowserRoutes } from './http/browsers.ts'
import { compressAnswers } from './http/compression.ts'
import type { Config } from './config/config.ts'
import { endConnectionsOnClose } from './http/connections.ts'
import { createAssertionVerifier } from './identity/assertion.ts'
import { createLastRevocation } from './identity/ended-sessions.ts'
import { createAddressReader } from './http/client-address.ts'
import { createRate, type Rate } from './http/rates.ts'
import { createSealer } from './identity/seal.ts'
import { createSessions } from './identity/sessions.ts'
import { nameShop } from './identity/shop-name.ts'
import { createTries } from './identity/look-up-limits.ts'
import { countInMemory, countTogether } from './http/limit-counts.ts'
import { readJsonCarefully } from './http/json.ts'
import { createLogger } from './http/logger.ts'
import { answerClaimFailure, claimsPath } from './claims/errors.ts'
import { registerClaims } from './claims/routes.ts'
import { requireMerchantKey } from './merchant/key.ts'
import { createLeaving } from './merchant/end-membership.ts'
import { invalidate } from './routes/membership/invalidations.ts'
import { registerLoyaltyWebhook } from './loyalty-webhooks/webhook.ts'
import { merchantInputs } from './merchant/merchant.schema.ts'
import { merchant, merchantInInsuredNaming } from './merchant/merchant.ts'
import { createQuotes } from './identity/sealed-quotes.ts'
import { readReport } from './merchant/reading.ts'
import { merchantRoutes, type MerchantAsking } from './merchant/routes.ts'
import { registerPlatforms } from './platforms/platforms.ts'
import { createMetrics } from './operations/metrics.ts'
import { serveDocuments } from './openapi/routes.ts'
import { buildOperatorApp } from './operations/operator.ts'
import { orderActsOf } from './config/order-acts.ts'
import { answerProblem, answerWithProblems, Refusal } from './http/problems.ts'
import { needsQueue, openQueue } from './background/open.ts'
import type { Invalidation } from './jobs/job.ts'
import { browserInputs } from './routes/browser.schema.ts'
import { withCreditPages } from './routes/membership/credit-pages.ts'
import { createEnrichmentWatch } from './routes/orders/enrichment.ts'
import { memberRoutes, openCustomerSession, sessionRoutes } from './routes/membership/membership-routes.ts'
import { orderProtectionRoutes } from './routes/orders/order-protection.ts'
import { protectionRoutes } from './routes/quotes/quotes.ts'
import { rememberProgram } from './routes/membership/program.ts'
import { createRedemptions, type RedemptionTimes } from './routes/redemptions/redemptions.ts'
import { serveShopifySession, shopifySession, type ShopifySessionParts } from './routes/membership/shopify-session.ts'
import { createProtectionLookup } from './routes/orders/tracked-protection.ts'
import { trackingRoutes } from './routes/orders/order-routes.ts'
import { serve } from './http/serve.ts'
import { endUnreadRequests, isUnread, lingerTime, sendContinueOnceAccepted } from './http/unread-bodies.ts'
import { limits } from './upstream/limits.ts'
import { createServices } from './upstream/services.ts'
import { serveWidgets } from './http/widget-files.ts'

/** The two servers that one proxy is. */
export interface App {
  /** What browsers and the merchant reach. */
  app: FastifyInstance
  /** Health and metrics; for the operator alone. */
  operator: FastifyInstance
}

interface AppOptions {
  /** The folder of the built widgets; absent: they are not served. */
  widgets?: string | undefined
  /** Where log lines go; absent: standard output. */
  log?: { write(line: string): void }
  /** Whether what is reported is stored and delivered by a thread of its own; in this one otherwise. */
  thread?: boolean
  /** How long redemptions are waited for, where it is something else than in production. */
  redemptionTimes?: RedemptionTimes
  /** How long a request may take to arrive, where it is something else than in production. */
  requestTimes?: RequestTimes
  /** Milliseconds that the connection of an unread request outlives its answer, where it is something else than in production. */
  linger?: number
}

/** Milliseconds that a request may take to arrive: its headers, all of it; and how often both are checked. */
export interface RequestTimes {
  headers: number
  whole: number
  check: number
}

/**
 * All three are needed: Node allows headers 60 seconds unless told otherwise, takes the longer of the two for the whole request, and looks every 30
 * seconds (https://nodejs.org/api/http.html#httpcreateserveroptions-requestlistener). Measured with the time for the whole alone: 90 seconds.
 */
const productionTimes: RequestTimes = { headers: 10_000, whole: 15_000, check: 1_000 }

/** The whole proxy, ready to listen. */
export async function buildApp(
  config: Config,
  { widgets, log, thread = true, redemptionTimes, requestTimes = productionTimes, linger = lingerTime }: AppOptions = {},
): Promise<App> {
  const app = Fastify({
    loggerInstance: createLogger(config.logLevel, log),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: smallBody,
    routerOptions: { maxParamLength: 512 },
    connectionTimeout: 30_000,
    requestTimeout: requestTimes.whole,
    http: { headersTimeout: requestTimes.headers, connectionsCheckingInterval: requestTimes.check },
    keepAliveTimeout: 65_000,
    // What is refused before a route is found would be answered in the framework's own form.
    frameworkErrors(error, request, reply) {
      // No hook runs for such a request.
      if (isUnread(request.raw)) reply.header('Connection', 'close')
      void (request.url.startsWith(claimsPath) ? answerClaimFailure : answerProblem)(error, request, reply)
    },
  })
  const addressOf = createAddressReader(config.trustProxy)
  const [quoteRate, keyRate] = config.networkRates.map(createRate) as [Rate, Rate]
  const closing = new AbortController()
  app.addHook('preClose', () => closing.abort())
  endConnectionsOnClose(app)
  const metrics = createMetrics()
  const services = createServices(config, metrics.upstream)
  app.addHook('onClose', async () => void (await Promise.all([...services.transports.values()].map((transport) => transport.close()))))
  const sealer = createSealer(config.sessionKeys, config.publicUrl)
  const noticed = new Set<(notice: Invalidation) => void>()
  const queue = needsQueue(config)
    ? await openQueue(
        config,
        {
          log: log ?? process.stdout,
          observe: metrics.upstream,
          watch: metrics.queue,
          onInvalidation: (notice) => noticed.forEach((act) => act(notice)),
        },
        { thread },
      )
    : undefined
  if (queue) {
    metrics.watchQueue(queue)
    app.addHook('onClose', () => queue.close())
  }

  // An embedded store belongs to one instance, which counts in its memory: much faster, and nothing of it has to outlive the process.
  const counts =
    queue && 'url' in config.store
      ? countTogether(queue, (error) => app.log.warn({ err: error }, 'tries that miss are counted by this instance alone for a while'))
      : countInMemory()

  answerWithProblems(app)
  readJsonCarefully(app)
  const noteAnswer = (request: FastifyRequest, reply: FastifyReply) => {
    const route = request.routeOptions.url ?? 'none'
    metrics.request(request.method, route, reply.statusCode, reply.elapsedTime / 1000)
    request.log.info({ method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered')
  }
  app.addHook('onResponse', (request, reply, done) => {
    noteAnswer(request, reply)
    done()
  })
  sendContinueOnceAccepted(app)
  endUnreadRequests(app, { linger, addressOf, answered: noteAnswer })
  await app.register(helmet, {
    contentSecurityPolicy: { directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] }, useDefaults: false },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    strictTransportSecurity: false,
  })
  await app.register(underPressure, { maxEventLoopDelay: config.maxEventLoopDelay, retryAfter: 5 })
  app.get('/livez', () => ({ status: 'alive' }))
  serveDocuments(app)
  if (widgets) await serveWidgets(app, widgets)

  let openForShopify: ShopifySessionParts['open'] | undefined
  await app.register(async (browsers) => {
    await browsers.register(cors, {
      origin: [...config.allowedOrigins],
      methods: ['GET', 'POST', 'PATCH'],
      allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'X-Storefront-Client'],
      exposedHeaders: ['RateLimit', 'RateLimit-Policy', 'Retry-After', 'X-Request-Id'],
      maxAge: 7_200,
      strictPreflight: true,
    })
    guardBrowserRoutes(browsers, config.allowedOrigins)
    compressAnswers(browsers)

    if (services.protection) {
      serve(browsers, protection, {
        inputs: browserInputs.protection,
        handlers: protectionRoutes({ service: services.protection, sealer, ttl: config.quoteTtl, rate: quoteRate }),
        context: (request) => ({ address: addressOf(request.raw) }),
      })
    } else notConfigured(browsers, protection)

    if (services.track) {
      const { track } = services
      const watch = createEnrichmentWatch(track, closing.signal)
      const tries = createTries({ most: config.trackTries, secret: config.sessionKeys[0]!.bytes, counts })
      const acts = orderActsOf(config)
      const protection = queue && acts.size > 0 ? createProtectionLookup(queue, acts) : undefined
      serve(browsers, tracking, {
        inputs: browserInputs.tracking,
        handlers: trackingRoutes({ track, sealer, tries, keyRate, watch, claims: config.claims && queue, protection }),
        context: (request, reply) => ({
          address: addressOf(request.raw),
          left: leaving(reply),
          tell: (headers) => void reply.headers(headers),
          note: noting(request, 'order'),
        }),
      })
      const { protectOrder, unprotectOrder } = orderProtection
      const verbs = { ...(acts.has('protect-later') && { protectOrder }), ...(acts.has('unprotect') && { unprotectOrder }) }
      const options = {
        inputs: browserInputs.orderProtection,
        context: (request: FastifyRequest, reply: FastifyReply) => ({ address: addressOf(request.raw), left: leaving(reply) }),
      }
      if (queue) serve(browsers, verbs, { ...options, handlers: orderProtectionRoutes({ track, sealer, keyRate, watch, queue }) })
      notConfigured(browsers, { ...(verbs.protectOrder ? {} : { protectOrder }), ...(verbs.unprotectOrder ? {} : { unprotectOrder }) })
    } else notConfigured(browsers, { ...tracking, ...orderProtection })

    if (services.loyalty) {
      const lastRevocation = queue
        ? createLastRevocation(queue.revocations, (error) => app.log.warn({ err: error }, 'sessions that were ended cannot be read; what was read last counts'))
        : () => Promise.resolve(0)
      const sessions = createSessions(sealer, services.loyalty, config.sessionsSince, lastRevocation)
      const shop = nameShop(config.loyalty!.baseUrl, config.publicUrl)
      const verifier =
        config.assertionKeys.length > 0
          ? await createAssertionVerifier({
              keys: config.assertionKeys,
              issuers: config.allowedOrigins,
              audience: config.publicUrl,
              shop,
              useOnce: queue!.useProof,
            })
          : undefined
      const paged = withCreditPages(services.loyalty)
      const program = rememberProgram(paged, (verb, fault) => app.log.warn({ verb, err: fault }, 'broken entries of an answer were left out'))
      const redemptions =
        queue && createRedemptions({ loyalty: paged, program, kept: queue, shop, closing: closing.signal, times: redemptionTimes, log: app.log })
      noticed.add(invalidate({ program, redemptions }))
      const parts = { loyalty: paged, program, sessions, redemptions, verifier, may: config.shoppersMay }
      const note = (request: FastifyRequest) => noting(request, 'membership')
      const { openSession, ...member } = loyalty
      serve(
        browsers,
        { openSession },
        {
          inputs: browserInputs.loyalty,
          handlers: sessionRoutes(parts),
          context: (request) => ({ origin: request.headers.origin, note: note(request) }),
        },
      )
      serve(browsers, member, {
        inputs: browserInputs.loyalty,
        handlers: memberRoutes(parts),
        context: async (request) => ({
          origin: request.headers.origin,
          session: await sessions.open(request.headers.authorization, request.headers.origin),
          idempotencyKey: request.headers['idempotency-key'] as string | undefined,
          note: note(request),
        }),
      })
      openForShopify = (customer, request) => openCustomerSession(parts, { customer, origin: undefined }, note(request))
    } else notConfigured(browsers, loyalty)
  })

  if (config.shopify && openForShopify && queue) {
    const parts = { ...config.shopify, useOnce: queue.useProof, open: openForShopify }
    await app.register(async (platform) => serveShopifySession(platform, parts))
  } else notConfigured(app, { shopifySession })

  if (config.merchantKeys.length > 0 && queue) {
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
  } else notConfigured(app, merchant)
  await registerClaims(app, { config, queue })
  if (queue) await registerPlatforms(app, { config, queue })
  if (queue) await registerLoyaltyWebhook(app, { config, queue })

  return { app, operator: buildOperatorApp({ metrics, services, queue, closing: closing.signal, log: app.log }) }
}

/** Notes of what is answered which of its parts are missing, and why. */
const noting = (request: FastifyRequest, what: string) => (parts: readonly string[], error: unknown) =>
  request.log.warn({ parts, err: error }, `the ${what} is not whole`)

/** How the merchant's backend asks. */
const toMerchantAsking = ({ headers }: FastifyRequest): MerchantAsking => ({ key: headers['idempotency-key'] as string | undefined })

/** Answers each route of an API whose service is not set up, so that its widget shows its slot. */
function notConfigured(app: FastifyInstance, table: Record<string, { method: string; path: string }>) {
  for (const { method, path } of Object.values(table)) {
    app.route({ method, url: path, handler: () => Promise.reject(new Refusal('not-configured', 'This service is not set up here.')) })
  }
}

/** Aborted when the caller goes away before the answer. Heard from the answer, since the connection outlives it and would gather a listener for each. */
function leaving(reply: FastifyReply): AbortSignal {
  const left = new AbortController()
  reply.raw.once('close', () => left.abort())
  return left.signal
}
