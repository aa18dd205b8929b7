import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serve } from '../../../proxy/serve.ts'
import { loyaltyService, loyaltyStorefrontService } from '../../../proxy/upstream/loyalty.ts'
import { loyaltyInputs, loyaltyStorefrontInputs } from '../../../proxy/upstream/loyalty.schema.ts'
import type { World } from '../world.ts'
import { Failure, toFailure } from '../failure.ts'
import { adminHandlers } from './admin.ts'
import { readSession } from './session.ts'
import { storefrontHandlers, type Visitor } from './storefront.ts'

/** The loyalty service: key, envelope and errors around its two families. */
export function loyaltyRoutes(app: FastifyInstance, world: World) {
  const {
    clock,
    options: { loyaltyKey },
  } = world
  const wrap = (data: unknown) => ({ message: 'ok', data }) // A1
  const refuse = (lines: string[]) => new Failure(400, ...lines)

  app.setErrorHandler((error, request, reply) => {
    const { status, lines } = toFailure(error)
    if (status >= 500) request.log.error(error)
    return reply.code(status).send({ message: lines.join('; '), data: {} }) // A3
  })
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ message: 'Not found', data: {} }))

  const checkKey = ({ headers }: FastifyRequest) => {
    if (headers['x-loyalty-api-key'] !== loyaltyKey) throw new Failure(401, 'API key is missing or invalid')
  }
  const visitorOf = async (request: FastifyRequest): Promise<Visitor> => {
    checkKey(request)
    const { authorization } = request.headers
    return authorization ? { customerId: await readSession(authorization, loyaltyKey, clock.now()) } : {}
  }

  serve(app, loyaltyService, { inputs: loyaltyInputs, handlers: adminHandlers(world), context: checkKey, wrap, refuse })
  serve(app, loyaltyStorefrontService, { inputs: loyaltyStorefrontInputs, handlers: storefrontHandlers(world), context: visitorOf, wrap, refuse })
}
