import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isOwn } from '../upstream/web-address.ts'
import { Refusal } from '../http/problems.ts'

/** The header that no form and no link can send. */
const clientHeader = 'x-storefront-console'

/**
 * Refuses every request that does not name this console as its host: a page elsewhere can make its own name resolve to this machine (DNS rebinding), and
 * would then count as the same origin. `origin` is that of the settings; without it only this machine's own names are accepted.
 */
export function requireHost(scope: FastifyInstance, origin: string | undefined) {
  const accepted = (host: string) => (origin === undefined ? isOwn(hostnameOf(host)) : host === new URL(origin).host)
  scope.addHook('onRequest', (request, _, done) => {
    if (accepted(request.headers.host ?? '')) return done()
    done(new Refusal('origin-not-allowed', 'The console does not answer under this host name. Open it as localhost, or set CONSOLE_URL to its address.'))
  })
}

const hostnameOf = (host: string) => (URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '')

/** Accepts requests only from the console's own origin. Widgets in the preview send no header of the console's. */
export function requireOwnOrigin(scope: FastifyInstance, origin: string | undefined) {
  scope.addHook('onRequest', (request, _, done) => {
    const { 'sec-fetch-site': site } = request.headers
    if (isOwnOrigin(request, origin) && (site === undefined || site === 'same-origin')) return done()
    done(new Refusal('origin-not-allowed', 'Only the page of the console may call this API.'))
  })
}

/**
 * Accepts requests to the API only from the console's own page. A page of another site can send requests with the person's cookie or single sign-on; it
 * cannot send this header without a preflight, which nobody answers here, and the browser names its origin.
 */
export function requireOwnPage(scope: FastifyInstance, origin: string | undefined) {
  requireOwnOrigin(scope, origin)
  scope.addHook('onRequest', (request, reply, done) => {
    reply.header('Cache-Control', 'no-store')
    const { 'content-type': type } = request.headers
    if (request.headers[clientHeader] !== '1') return done(new Refusal('client-header-required', 'Send the header "X-Storefront-Console: 1".'))
    if (request.method !== 'GET' && !/^application\/json\b/i.test(type ?? ''))
      return done(new Refusal('media-type-not-supported', 'Send the body as application/json.'))
    done()
  })
}

/** Browsers name the origin of every request that is no GET. */
function isOwnOrigin({ method, headers }: FastifyRequest, configured: string | undefined): boolean {
  const { origin, host } = headers
  if (origin === undefined) return method === 'GET'
  return configured === undefined ? origin === `http://${host}` || origin === `https://${host}` : origin === configured
}
