import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { tracking } from '../../src/contract/tracking.ts'
import type { OpenQueue } from '../background/background.ts'
import { previewHeader } from '../figures/count-answers.ts'
import type { Sealer } from '../identity/seal.ts'
import type { Membership } from '../routes/membership/register-membership.ts'
import { hideCodes, serveMemberPreview } from './member-preview.ts'
import { createOrderViews } from './order-views.ts'
import type { ConsoleSessions } from './session.ts'

interface PreviewParts {
  /** The proxy that shoppers use. */
  app: FastifyInstance
  /** An origin whose pages may call it. */
  shop: string
  sessions: Pick<ConsoleSessions, 'personOf'>
  /** The folder of the built widgets; absent: there is nothing to preview. */
  widgets: string | undefined
  membership: Membership
  queue: Pick<OpenQueue, 'recordAction'>
  sealer: Pick<Sealer, 'open'>
}

/** The requests that a preview may send. They read prices, orders and a member's panel, and change nothing. */
const previewed = [
  ['GET', '/v1/protection/quotes'],
  ['GET', '/v1/program'],
  ['GET', '/v1/me'],
  ['GET', '/v1/me/credits'],
  ['POST', '/v1/orders/track'],
  ['POST', '/v1/orders/track/enrichment'],
  ['POST', '/v1/orders/track/events'],
] as const

/** Headers of a shopper's browser that the proxy gets from the preview. */
const passed = ['content-type', 'x-storefront-client', 'accept-language'] as const

/**
 * Serves the widgets and the few answers that they need to be alive on the console's page. The answers are those of the proxy itself, so the preview shows
 * what shoppers would see.
 */
export function servePreview(scope: FastifyInstance, { app, shop, sessions, widgets, membership, queue, sealer }: PreviewParts) {
  const recordView = createOrderViews({ queue, sealer })
  const members = serveMemberPreview(scope, { membership, queue, shop, personOf: sessions.personOf })
  for (const [method, url] of previewed)
    scope.route({
      method,
      url: `/preview${url}`,
      async handler(request, reply) {
        const person = await sessions.personOf(request)
        const authorization = members.authorizationOf(request, person)
        if (url === tracking.trackOrder.path) await recordView(person, request.body)
        const headers = Object.fromEntries(passed.flatMap((name) => (typeof request.headers[name] === 'string' ? [[name, request.headers[name]]] : [])))
        const answer = await app.inject({
          method,
          url,
          query: request.query as Record<string, string>,
          headers: { ...headers, ...(authorization && { authorization }), origin: shop, [previewHeader]: '1' },
          ...(method === 'POST' && { payload: JSON.stringify(request.body ?? {}) }),
        })
        return reply
          .code(answer.statusCode)
          .header('Cache-Control', 'no-store')
          .type(String(answer.headers['content-type'] ?? 'application/json'))
          .send(authorization && answer.statusCode === 200 ? hideCodes(answer.payload) : answer.rawPayload)
      },
    })
  if (!widgets) return
  void scope.register(fastifyStatic, {
    root: widgets,
    prefix: '/widgets/',
    decorateReply: false,
    cacheControl: false,
    dotfiles: 'ignore',
    index: false,
    allowedPath: (path) => /^\/(widgets|assets\/[\w-]+)\.js$/.test(path),
    setHeaders: (reply) => void reply.header('Cache-Control', 'no-cache'),
  })
}
