import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SignAssertion } from '../assertions.ts'
import type { Shop } from '../shop.ts'

/** Registers the account page, and the address at which the loyalty panel requests an assertion of the signed-in customer. */
export function accountRoutes(app: FastifyInstance, { theme, orders }: Shop, signAssertion: SignAssertion) {
  app.get('/account', (request, reply) => {
    const { customer } = request.visitor
    const placed = orders.all.filter((order) => customer && order.customer.id === customer.id).reverse()
    return theme.page(request, reply, 'account', { placed, asked_to_sign_in: 'sign-in' in (request.query as object) })
  })

  const answerAssertion = async ({ visitor, headers }: FastifyRequest, reply: FastifyReply) => {
    reply.header('Cache-Control', 'no-store')
    if ((headers['sec-fetch-site'] ?? 'same-origin') !== 'same-origin') return reply.code(403).send({ error: 'Only the shop itself may ask' })
    if (!visitor.customer) return reply.code(401).send({ error: 'Nobody is signed in' })
    return { assertion: await signAssertion(visitor.customer.id) }
  }
  app.get('/storefront/assertion', answerAssertion)
  app.post('/storefront/assertion', answerAssertion)
}
