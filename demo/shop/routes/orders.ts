import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Order } from '../orders.ts'
import type { Shop } from '../shop.ts'

interface Asked {
  Params: { number: string }
  Querystring: { token?: string }
}

/** What a shopper sees of an order that was placed: for the session that placed it, and for whoever holds its token. */
export function orderRoutes(app: FastifyInstance, { theme, orders, reporter, askProxy }: Shop) {
  const find = ({ params, query, visitor }: FastifyRequest<Asked>) => {
    const order = orders.find(params.number)
    return order && (query.token === order.token || visitor.orders.includes(order)) ? order : undefined
  }

  app.get<Asked>('/orders/:number/thank-you', async (request, reply) => {
    const order = find(request)
    if (!order) return theme.page(request, reply.code(404), 'not-found')
    await reporter.look(order.reports)
    return theme.pageOrSection(request, reply, 'thank-you', { order, protection: protectionOf(order) })
  })

  /** Leads on to the tracking page by a key link, and to the plain page where none can be had. */
  app.get<Asked>('/orders/:number/track', async (request, reply) => {
    const order = find(request)
    const link =
      order &&
      (await askProxy<{ key: string }>('POST', `orders/${order.id}/links`, { order_number: order.number, email: order.customer.email }).catch(() => undefined))
    return reply.header('Cache-Control', 'no-store').redirect(link ? `/track#key=${encodeURIComponent(link.key)}` : '/track', 303)
  })
}

/** What the page may say: only what the service has said is called protected. */
function protectionOf({ protection, protection_dropped, reports: [report] }: Order): 'none' | 'dropped' | 'waiting' | 'protected' | 'refused' {
  if (!protection) return protection_dropped ? 'dropped' : 'none'
  if (report?.state === 'delivered') return report.protected ? 'protected' : 'refused'
  return report?.state === 'failed' ? 'refused' : 'waiting'
}
