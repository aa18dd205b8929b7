import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Session } from '../../../src/contract/loyalty.ts'
import { readAppProxyQuery } from '../../identity/app-proxy.ts'
import { isFirstUse, type UseOnce } from '../../identity/first-use.ts'
import { Refusal } from '../../http/problems.ts'

/** The route where Shopify's app proxy requests a session. */
export const shopifySession = { method: 'POST', path: '/v1/session/shopify', status: 200 } as const

/** The shop on the platform, the secrets that check the platform's signature, and what opens a session. */
export interface ShopifySessionParts {
  shop: string
  secrets: readonly string[]
  useOnce: UseOnce
  /** Opens a session for a customer of the shop. */
  open: (customer: string, request: FastifyRequest) => Promise<Session>
}

/**
 * Opens a session for the customer who is signed in according to Shopify. The platform removes most headers from what it forwards, so neither an
 * origin nor the client header is required; without them, only the shop's own pages can read the response. A signature is valid for one
 * session, so an address from a log opens no other session. A second tab in the same second has the same signature and is
 * refused; the widget retries a second later, and the platform signs again.
 */
export function serveShopifySession(app: FastifyInstance, { shop, secrets, useOnce, open }: ShopifySessionParts) {
  // The body that the platform forwards is ignored.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 1024 }, (_, __, done) => done(null))
  app.route({
    method: shopifySession.method,
    url: shopifySession.path,
    async handler(request, reply) {
      reply.header('Cache-Control', 'private, no-store').header('X-Request-Id', request.id)
      const { customer, signature, expires } = readAppProxyQuery(request.url.split('?')[1] ?? '', { shop, secrets })
      if (customer === undefined) throw new Refusal('session-required', 'Nobody is signed in at the shop.')
      if (!(await isFirstUse(useOnce, ['shopify', shop, signature], expires)))
        throw new Refusal('assertion-refused', 'This signature was used before. Ask through the app proxy again, a second later, for a new one.')
      return open(customer, request)
    },
  })
}
