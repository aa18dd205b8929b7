import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serve, type Handlers } from '../../../proxy/http/serve.ts'
import { loyaltyService, loyaltyStorefrontService } from '../../../proxy/upstream/loyalty.ts'
import { worldOf, type World } from '../world.ts'
import { Failure, toFailure } from '../failure.ts'
import { refuseTheRest } from '../methods.ts'
import { adminHandlers } from './admin.ts'
import { confirmationRoutes } from './confirmation.ts'
import { adminInputs, storefrontInputs } from './inputs.ts'
import { readSession } from './session.ts'
import { storefrontHandlers, type Visitor } from './storefront.ts'

/** Registers the loyalty service: key, envelope and errors around its two families, and the page that needs no key. */
export function loyaltyRoutes(app: FastifyInstance, worlds: readonly World[]) {
  app.setErrorHandler((error, request, reply) => {
    const { status, lines } = toFailure(error)
    if (status >= 500) request.log.error(error)
    return reply.code(status).send({ message: lines.join('; '), data: {} }) // A3
  })
  void app.register(async (scope) => familyRoutes(scope, worlds))
  void app.register(async (scope) => confirmationRoutes(scope, worlds))
}

function familyRoutes(app: FastifyInstance, worlds: readonly World[]) {
  const wrap = (data: unknown) => ({ message: 'ok', data }) // A1
  const refuse = (lines: string[]) => new Failure(400, ...lines)
  const callerOf = ({ headers }: FastifyRequest): Caller => ({ world: worldOf(worlds, 'loyaltyKey', headers['x-loyalty-api-key']) })
  const visitorOf = async (request: FastifyRequest): Promise<Caller & Visitor> => {
    const { world } = callerOf(request)
    // A caller that signs in has no token yet, or an expired one.
    if (request.routeOptions.url?.endsWith(loyaltyStorefrontService.authenticate.path)) return { world }
    const { authorization, 'idempotency-key': idempotencyKey } = request.headers
    if (!authorization) throw new Failure(401, 'Token is missing')
    const customerId = await readSession(authorization, world.account, world.clock.now())
    return { world, customerId, ...(typeof idempotencyKey === 'string' && { idempotencyKey }) }
  }

  // The key is checked first: a caller without a valid key learns nothing else.
  app.addHook('onRequest', async (request) => void callerOf(request))
  serve(app, loyaltyService, { inputs: adminInputs, handlers: byMerchant(worlds, adminHandlers), context: callerOf, wrap, refuse })
  serve(app, loyaltyStorefrontService, {
    inputs: storefrontInputs,
    handlers: byMerchant<typeof loyaltyStorefrontService, Caller & Visitor>(worlds, storefrontHandlers),
    context: visitorOf,
    wrap,
    refuse,
  })
  refuseTheRest(app, [loyaltyService, loyaltyStorefrontService], 'Not found')
}

interface Caller {
  world: World
}

/** Combines the handlers of all merchants: each call uses those of the calling merchant. */
function byMerchant<Table, Context extends Caller>(worlds: readonly World[], build: (world: World) => Handlers<Table, Context>): Handlers<Table, Context> {
  type Handle = (input: unknown, context: Context) => unknown
  const own = new Map(worlds.map((world) => [world, build(world) as Record<string, Handle>]))
  const [any = {}] = own.values()
  return Object.fromEntries(
    Object.keys(any).map((verb): [string, Handle] => [verb, (input, context) => own.get(context.world)![verb]!(input, context)]),
  ) as Handlers<Table, Context>
}
