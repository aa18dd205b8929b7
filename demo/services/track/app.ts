import type { FastifyInstance } from 'fastify'
import { serve } from '../../../proxy/http/serve.ts'
import { trackService } from '../../../proxy/upstream/track.ts'
import { trackInputs } from '../../../proxy/upstream/track.schema.ts'
import type { World } from '../world.ts'
import { Failure, toFailure } from '../failure.ts'
import { refuseTheRest } from '../methods.ts'
import { inWords } from '../protection/words.ts'
import { enrich, enrichmentOf } from './enrichment.ts'
import { findOrder } from './lookup.ts'
import { toTrackOrder } from './order.ts'

/** Registers the track interface: the protection service’s data of an order, and the carriers’ data of its shipments. No key is needed (A77). */
export function trackRoutes(app: FastifyInstance, world: World) {
  app.addHook('onSend', async (_request, reply) => void reply.header('Cache-Control', 'no-store')) // A77
  app.setErrorHandler((error, request, reply) => {
    const { status, lines } = toFailure(error)
    if (status >= 500) request.log.error(error)
    return reply.code(status).send({ error: lines })
  })
  refuseTheRest(app, [trackService])

  serve(app, trackService, {
    inputs: trackInputs,
    handlers: {
      lookUpOrder(lookup) {
        const found = findOrder(world.state, lookup)
        enrich(world, found)
        return toTrackOrder(world, found)
      },
      lookUpEnrichment: (lookup) => enrichmentOf(world, findOrder(world.state, lookup)),
    },
    context: () => undefined,
    refuse: (lines) => new Failure(422, ...inWords(lines)),
  })
}
