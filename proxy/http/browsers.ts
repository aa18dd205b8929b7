import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'
import { compressAnswers } from './compression.ts'
import { Refusal } from './problems.ts'

/** Prepares a scope for routes that only pages of these origins may call: CORS, the rules below, compressed answers. */
export async function admitBrowsers(scope: FastifyInstance, allowedOrigins: readonly string[]) {
  await scope.register(cors, {
    origin: [...allowedOrigins],
    methods: ['GET', 'POST', 'PATCH'],
    allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'X-Storefront-Client'],
    exposedHeaders: ['RateLimit', 'RateLimit-Policy', 'Retry-After', 'X-Request-Id'],
    maxAge: 7_200,
    strictPreflight: true,
  })
  guardBrowserRoutes(scope, allowedOrigins)
  compressAnswers(scope)
}

/**
 * Accepts requests only from pages of the shop. CORS hides answers from foreign pages; these rules keep foreign requests from having effects: an
 * allowed origin (or, without one, `Sec-Fetch-Site: same-origin`, which the browser sets), a header that no form can send, and JSON.
 */
function guardBrowserRoutes(app: FastifyInstance, allowedOrigins: readonly string[]) {
  const allowed = new Set(allowedOrigins)
  app.addHook('onRequest', (request, reply, done) => {
    const { origin, 'content-type': type, 'x-storefront-client': client, 'sec-fetch-site': site } = request.headers
    reply.header('Cache-Control', 'no-store').header('X-Request-Id', request.id)
    if (request.method === 'OPTIONS') return done()
    if (origin === undefined ? site !== 'same-origin' : !allowed.has(origin)) {
      return done(new Refusal('origin-not-allowed', 'Only pages of the shop may call this API (ALLOWED_ORIGINS).'))
    }
    const isQuote = request.routeOptions.url === '/v1/protection/quotes'
    if (!isQuote && client !== '1') return done(new Refusal('client-header-required', 'Send the header "X-Storefront-Client: 1".'))
    if (request.method !== 'GET' && !/^application\/json\b/i.test(type ?? ''))
      return done(new Refusal('media-type-not-supported', 'Send the body as application/json.'))
    done()
  })
}
