import type { FastifyInstance } from 'fastify'

/**
 * The headers that helmet sets with this policy; the tests compare them with helmet. They are the same in every answer, and helmet makes each of them anew
 * for each answer, on a slower way through Node.
 */
const securityHeaders = {
  'Content-Security-Policy': "default-src 'none';frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Origin-Agent-Cluster': '?1',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-DNS-Prefetch-Control': 'off',
  'X-Download-Options': 'noopen',
  'X-Frame-Options': 'SAMEORIGIN',
  'X-Permitted-Cross-Domain-Policies': 'none',
  'X-XSS-Protection': '0',
}

/** Adds the headers to every answer. */
export function addSecurityHeaders(app: FastifyInstance) {
  app.addHook('onRequest', (_, reply, done) => {
    reply.headers(securityHeaders)
    done()
  })
}
