import type { FastifyInstance, FastifyRequest } from 'fastify'
import { protectionOf } from '../order.ts'
import type { Shop } from '../shop.ts'

interface Requested {
  Params: { number: string }
  Querystring: { token?: string }
}

/** Registers the pages of a placed order: for the session that placed it, and for a holder of its token. */
export function orderRoutes(app: FastifyInstance, { theme, orders, tracker }: Shop) {
  const find = ({ params, query, visitor }: FastifyRequest<Requested>) => {
    const order = orders.find(params.number)
    return order && (query.token === order.token || visitor.orders.includes(order)) ? order : undefined
  }

  app.get<Requested>('/orders/:number/thank-you', async (request, reply) => {
    const order = find(request)
    if (!order) return theme.page(request, reply.code(404), 'not-found')
    // After a purchase the page waits only for the state of a paid protection; the page itself requests the rest.
    const isPage = (request.query as { section_id?: string }).section_id === undefined
    if (order.protection || !isPage) await tracker.look(order)
    const key = order.known && (await tracker.keyOf(order).catch(() => undefined))
    const isShipped = order.lines.some(({ variant }) => variant.requires_shipping)
    return theme.pageOrSection(request, reply, 'thank-you', { order, protection: protectionOf(order), key, is_shipped: isShipped })
  })

  /** Redirects to the tracking page by a key link, or to the plain page if there is no key. */
  app.get<Requested>('/orders/:number/track', async (request, reply) => {
    const order = find(request)
    const key = order && (await tracker.keyOf(order).catch(() => undefined))
    return reply.header('Cache-Control', 'no-store').redirect(key ? `/track#key=${encodeURIComponent(key)}` : '/track', 303)
  })
}
