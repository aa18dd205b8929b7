import type { FastifyInstance } from 'fastify'
import { compressAnswers } from './compression.ts'
import { Refusal } from './problems.ts'

/** The prefix of the routes for UI extensions. */
const extensionPrefix = '/v1/extension'

const cors = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'RateLimit, RateLimit-Policy, Retry-After, X-Request-Id',
}
const preflight = {
  'Access-Control-Allow-Methods': 'GET, POST, PATCH',
  // A `*` would not cover Authorization (https://fetch.spec.whatwg.org/#http-access-control-allow-headers).
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key',
  'Access-Control-Max-Age': '7200',
}

/**
 * Prepares a scope for UI extensions of the platform. They run in workers whose origin is null, or one that all apps of the platform share, so no origin
 * is checked and every origin may read the answers. Cookies are neither read nor allowed, so a page that a shopper visits cannot use anything of
 * theirs: all authority is in the request.
 */
export function admitExtensions(scope: FastifyInstance) {
  scope.addHook('onRequest', (request, reply, done) => {
    reply.headers({ ...cors, 'Cache-Control': 'no-store', 'X-Request-Id': request.id })
    const isJson = /^application\/json\b/i.test(request.headers['content-type'] ?? '')
    if (request.method === 'GET' || request.method === 'OPTIONS' || isJson) return done()
    done(new Refusal('media-type-not-supported', 'Send the body as application/json.'))
  })
  scope.options(`${extensionPrefix}/*`, (_, reply) => reply.headers(preflight).code(204).send())
  compressAnswers(scope)
}
