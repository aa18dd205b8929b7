import { randomUUID } from 'node:crypto'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import underPressure from '@fastify/under-pressure'
import Fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { loyalty } from '../src/contract/loyalty.ts'
import { protection } from '../src/contract/protection.ts'
import { tracking } from '../src/contract/tracking.ts'
import { guardBrowserRoutes } from './browsers.ts'
import type { Config } from './config.ts'
import { endConnectionsOnClose } from './connections.ts'
import { createAssertionVerifier } from './identity/assertion.ts'
import { createSealer } from './identity/seal.ts'
import { createSessions } from './identity/sessions.ts'
import { createTries } from './identity/tries.ts'
import { readJsonCarefully } from './json.ts'
import { createLogger } from './logger.ts'
import { requireMerchantKey } from './merchant/key.ts'
import { merchantInputs } from './merchant/merchant.schema.ts'
import { merchant, merchantInInsuredNaming } from './merchant/merchant.ts'
import { createQuotes } from './merchant/quotes.ts'
import { createReports } from './merchant/reports.ts'
import { merchantRoutes } from './merchant/routes.ts'
import { createMetrics } from './metrics.ts'
import { serveDocuments } from './openapi/routes.ts'
import { buildOperatorApp } from './operator.ts'
import { answerProblem, answerWithProblems, Refusal } from './problems.ts'
import { browserInputs } from './routes/browser.schema.ts'
import { createEnrichmentWatch } from './routes/enrichment.ts'
import { memberRoutes, sessionRoutes } from './routes/loyalty.ts'
import { protectionRoutes } from './routes/protection.ts'
import { createRedemptions } from './routes/redemptions.ts'
import { trackingRoutes } from './routes/tracking.ts'
import { serve } from './serve.ts'
import { contradictions, toInsuredNaming } from './upstream/naming.ts'
import { createServices } from './upstream/services.ts'
import { serveWidgets } from './widgets.ts'

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
}

/** The whole proxy, ready to listen. */
export async function buildApp(config: Config, { widgets, log }: AppOptions = {}): Promise<App> {
  const app = Fastify({
    loggerInstance: createLogger(config.logLevel, log),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: 1024 * 1024,
    routerOptions: { maxParamLength: 512 },
    connectionTimeout: 30_000,
    requestTimeout: 15_000,
    keepAliveTimeout: 65_000,
    trustProxy: toTrust(config.trustProxy),
    // What is refused before a route is found would be answered in the framework's own form.
    frameworkErrors: (error, request, reply) => void answerProblem(error, request, reply),
  })
  const closing = new AbortController()
  app.addHook('preClose', () => closing.abort())
  endConnectionsOnClose(app)
  const metrics = createMetrics()
  const services = createServices(config, metrics.upstream)
  app.addHook('onClose', async () => void (await Promise.all([...services.transports.values()].map((transport) => transport.close()))))
  const sealer = createSealer(config.sessionKeys, config.publicUrl)

  answerWithProblems(app)
  readJsonCarefully(app)
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    metrics.request(request.method, route, reply.statusCode, reply.elapsedTime / 1000)
    request.log.info({ method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered')
    done()
  })
  await app.register(helmet, {
    contentSecurityPolicy: { directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] }, useDefaults: false },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    strictTransportSecurity: false,
  })
  await app.register(underPressure, { maxEventLoopDelay: 1_000, retryAfter: 5 })
  app.get('/livez', () => ({ status: 'alive' }))
  serveDocuments(app)
  if (widgets) await serveWidgets(app, widgets)

  await app.register(async (browsers) => {
    await browsers.register(cors, {
      origin: [...config.allowedOrigins],
      methods: ['GET', 'POST', 'PATCH'],
      allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'X-Storefront-Client'],
      exposedHeaders: ['Retry-After', 'X-Request-Id'],
      maxAge: 7_200,
      strictPreflight: true,
    })
    guardBrowserRoutes(browsers, config.allowedOrigins)

    if (services.protection) {
      serve(browsers, protection, {
        inputs: browserInputs.protection,
        handlers: protectionRoutes(services.protection, sealer, config.quoteTtl),
        context: () => undefined,
      })
    } else notConfigured(browsers, protection)

    if (services.track) {
      const parts = { track: services.track, sealer, tries: createTries(config.trackTries), watch: createEnrichmentWatch(services.track, closing.signal) }
      serve(browsers, tracking, {
        inputs: browserInputs.tracking,
        handlers: trackingRoutes(parts),
        context: (request, reply) => ({ address: request.ip, left: leaving(reply) }),
      })
    } else notConfigured(browsers, tracking)

    if (services.loyalty) {
      const sessions = createSessions(sealer, services.loyalty)
      const verifier =
        config.assertionKeys.length > 0
          ? await createAssertionVerifier({ keys: config.assertionKeys, issuers: config.allowedOrigins, audience: config.publicUrl })
          : undefined
      const parts = { loyalty: services.loyalty, sessions, redemptions: createRedemptions(services.loyalty), verifier, may: config.shoppersMay }
      const note = (request: FastifyRequest) => (part: string, error: unknown) => request.log.warn({ part, err: error }, 'a part of the membership is missing')
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
    } else notConfigured(browsers, loyalty)
    notConfigured(browsers, futureRoutes)
  })

  if (config.merchantKeys.length > 0) {
    await app.register((backend, _, done) => {
      requireMerchantKey(backend, config.merchantKeys)
      const reports = createReports(closing.signal, ({ id, kind, state, attempts }) => app.log.info({ report: id, kind, state, attempts }, 'report settled'))
      const handlers = merchantRoutes({
        service: services.protection,
        reports,
        quotes: createQuotes(sealer, config.quoteTtl),
        sealer,
        shop: config.allowedOrigins[0]!,
      })
      const read = (input: Record<string, unknown>) => {
        const [contradiction] = contradictions(input)
        if (contradiction) throw new Refusal('invalid-request', 'Use one naming, or the same value in both.', { errors: [contradiction] })
        return toInsuredNaming(input) as Record<string, unknown>
      }
      const options = { inputs: merchantInputs, handlers, read, context: () => undefined }
      serve(backend, merchant, options)
      serve(backend, merchantInInsuredNaming, options)
      done()
    })
  } else notConfigured(app, merchant)

  return { app, operator: buildOperatorApp({ metrics, services, closing: closing.signal, log: app.log }) }
}

/** Addresses as they are; a number is how many hops in front are believed. */
function toTrust(trusted: Config['trustProxy']) {
  return typeof trusted === 'number' ? (_: string, hop: number) => hop < trusted : (trusted ?? false)
}

/** What browsers may ask for one day, and is not to be had here: they are told so, and show nothing of it. */
const futureRoutes = {
  openShopifySession: { method: 'POST', path: '/v1/session/shopify' },
  protectOrder: { method: 'POST', path: '/v1/orders/protection' },
  unprotectOrder: { method: 'POST', path: '/v1/orders/protection/removal' },
}

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
