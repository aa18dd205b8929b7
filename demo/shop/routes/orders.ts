import type { FastifyInstance, FastifyRequest } from 'fastify'
import { protectionOf } from '../order.ts'
import type { Shop } from '../shop.ts'

interface Asked {
  Params: { number: string }
  Querystring: { token?: string }
}

/** What a shopper sees of an order that was placed: for the session that placed it, and for whoever holds its token. */
export function orderRoutes(app: FastifyInstance, { theme, orders, tracker }: Shop) {
  const find = ({ params, query, visitor }: FastifyRequest<Asked>) => {
    const order = orders.find(params.number)
    return order && (query.token === order.token || visitor.orders.includes(order)) ? order : undefined
  }

  app.get<Asked>('/orders/:number/thank-you', async (request, reply) => {
    const order = find(request)
    if (!order) return theme.page(request, reply.code(404), 'not-found')
    // Whoever has just bought waits for nothing but what they have paid for: the rest is asked for by the page itself.
    const isPage = (request.query as { section_id?: string }).section_id === undefined
    if (order.protection || !isPage) await tracker.look(order)
    const key = order.known && (await tracker.keyOf(order).catch(() => undefined))
    const isShipped = order.lines.some(({ variant }) => variant.requires_shipping)
    return theme.pageOrSection(request, reply, 'thank-you', { order, protection: protectionOf(order), key, is_shipped: isShipped })
  })

  /** Leads on to the tracking page by a key link, and to the plain page where none can be had. */
  app.get<Asked>('/orders/:number/track', async (request, reply) => {
    const order = find(request)
    const key = order && (await tracker.keyOf(order).catch(() => undefined))
    return reply.header('Cache-Control', 'no-store').redirect(key ? `/track#key=${encodeURIComponent(key)}` : '/track', 303)
  })
}
