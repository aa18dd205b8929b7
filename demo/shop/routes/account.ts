import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { SignJWT } from 'jose'
import type { Shop } from '../shop.ts'

/** The account page, and the proof of who is signed in that the loyalty panel asks the shop for. */
export function accountRoutes(app: FastifyInstance, { theme, origin, orders }: Shop, { audience, keys }: { audience: string; keys: string }) {
  const [kid = '', secret = ''] = keys.split(',')[0]?.split(':') ?? []
  const key = Buffer.from(secret, 'base64url')

  app.get('/account', (request, reply) => {
    const { customer } = request.visitor
    const placed = orders.all.filter((order) => customer && order.customer.id === customer.id).reverse()
    return theme.page(request, reply, 'account', { placed, asked_to_sign_in: 'sign-in' in (request.query as object) })
  })

  const answerAssertion = async ({ visitor, headers }: FastifyRequest, reply: FastifyReply) => {
    reply.header('Cache-Control', 'no-store')
    if ((headers['sec-fetch-site'] ?? 'same-origin') !== 'same-origin') return reply.code(403).send({ error: 'Only the shop itself may ask' })
    if (!visitor.customer) return reply.code(401).send({ error: 'Nobody is signed in' })
    const assertion = await new SignJWT()
      .setProtectedHeader({ alg: 'HS256', typ: 'storefront-assertion+jwt', kid })
      .setIssuer(origin)
      .setAudience(audience)
      .setSubject(visitor.customer.id)
      .setIssuedAt()
      .setExpirationTime('120s')
      .setJti(randomUUID())
      .sign(key)
    return { assertion }
  }
  app.get('/storefront/assertion', answerAssertion)
  app.post('/storefront/assertion', answerAssertion)
}
