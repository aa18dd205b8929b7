import { createHmac } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** The path at which the shop’s pages reach the proxy through the platform. */
const appProxyPath = '/apps/storefront'

interface AppProxyOptions {
  /** The address that requests are forwarded to. */
  target: string
  /** The shop's name on the platform. */
  shop: string
  /** The client secret of the app. */
  secret: string
}

/**
 * Imitates Shopify’s app proxy: forwards requests under a path of the shop with the signed-in customer, and signs them
 * (https://shopify.dev/docs/apps/build/online-store/app-proxies/authenticate-app-proxies). Cookies are forwarded in neither direction. Of the
 * other headers only those that describe the body and the address are forwarded.
 */
export async function appProxyRoutes(app: FastifyInstance, { target, shop, secret }: AppProxyOptions) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 65_536 }, (_, body, done) => done(null, body))

  app.all(`${appProxyPath}/*`, async (request: FastifyRequest, reply) => {
    const { method, url, headers, ip, visitor } = request
    const { pathname, searchParams } = new URL(url, 'http://shop')
    const query = new URLSearchParams(searchParams)
    const added = { shop, logged_in_customer_id: visitor.customer?.id ?? '', path_prefix: appProxyPath, timestamp: String(Math.floor(Date.now() / 1000)) }
    for (const [name, value] of Object.entries(added)) query.set(name, value)
    query.set('signature', signQuery(query, secret))
    const answer = await fetch(`${target}${pathname.slice(appProxyPath.length)}?${query}`, {
      method,
      headers: { ...(headers['content-type'] && { 'Content-Type': headers['content-type'] }), 'X-Forwarded-For': ip, 'X-Forwarded-Host': headers.host ?? '' },
      ...(Buffer.isBuffer(request.body) && { body: new Uint8Array(request.body) }),
      redirect: 'manual',
    })
    for (const name of ['content-type', 'cache-control', 'location']) {
      const value = answer.headers.get(name)
      if (value) reply.header(name, value)
    }
    return reply.code(answer.status).send(Buffer.from(await answer.arrayBuffer()))
  })
}

/** Signs a query: its fields, sorted and joined without a separator, with HMAC-SHA256 in hexadecimal. */
export function signQuery(query: URLSearchParams, secret: string): string {
  const names = [...new Set(query.keys())].filter((name) => name !== 'signature')
  const fields = names.map((name) => `${name}=${query.getAll(name).join(',')}`).sort()
  return createHmac('sha256', secret).update(fields.join('')).digest('hex')
}
