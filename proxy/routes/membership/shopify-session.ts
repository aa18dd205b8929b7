import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Session } from '../../../src/contract/loyalty.ts'
import { readAppProxyQuery } from '../../identity/app-proxy.ts'
import { isFirstUse, type UseOnce } from '../../identity/first-use.ts'
import { Refusal } from '../../http/problems.ts'

/** Where Shopify's app proxy asks for a session. */
export const shopifySession = { method: 'POST', path: '/v1/session/shopify', status: 200 } as const

/** The shop on the platform, how its word is checked, and what a session is opened with. */
export interface ShopifySessionParts {
  shop: string
  secrets: readonly string[]
  useOnce: UseOnce
  /** Opens a session for a customer of the shop. */
  open: (customer: string, request: FastifyRequest) => Promise<Session>
}

/**
 * Opens a session for whoever Shopify says is signed in. The platform takes most headers off what it forwards, so neither an origin
 * nor the client header is asked for; without either no page but the shop's own can read the answer. A signature is good for one
 * session, so that an address that was logged or seen opens no other. A second tab of the same second carries the same
 * signature and is refused; the widget asks again a second later, and the platform signs anew.
 */
export function serveShopifySession(app: FastifyInstance, { shop, secrets, useOnce, open }: ShopifySessionParts) {
  // Whatever body the platform passes on says nothing.
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
