import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Session } from '../../src/contract/loyalty.ts'
import { readAppProxyQuery } from '../identity/app-proxy.ts'
import { Refusal } from '../problems.ts'

/** Where Shopify's app proxy asks for a session. */
export const shopifySession = { method: 'POST', path: '/v1/session/shopify', status: 200 } as const

/** The shop on the platform, how its word is checked, and what a session is opened with. */
export interface ShopifySessionParts {
  shop: string
  secrets: readonly string[]
  /** Opens a session for a customer of the shop. */
  open: (customer: string, request: FastifyRequest) => Promise<Session>
}

/**
 * Opens a session for whoever Shopify says is signed in. The platform takes most headers off what it forwards, so neither an origin
 * nor the client header is asked for; without either no page but the shop's own can read the answer.
 */
export function serveShopifySession(app: FastifyInstance, { shop, secrets, open }: ShopifySessionParts) {
  // Whatever body the platform passes on says nothing.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 1024 }, (_, __, done) => done(null))
  app.route({
    method: shopifySession.method,
    url: shopifySession.path,
    async handler(request, reply) {
      reply.header('Cache-Control', 'private, no-store').header('X-Request-Id', request.id)
      const customer = readAppProxyQuery(request.url.split('?')[1] ?? '', { shop, secrets })
      if (customer === undefined) throw new Refusal('session-required', 'Nobody is signed in at the shop.')
      return open(customer, request)
    },
  })
}
