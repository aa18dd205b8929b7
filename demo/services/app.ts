import Fastify, { type FastifyInstance } from 'fastify'
import { Clock } from './clock.ts'
import { controlRoutes } from './control.ts'
import { Failure } from './failure.ts'
import { Faults } from './faults.ts'
import { loyaltyRoutes } from './loyalty/app.ts'
import { protectionRoutes } from './protection/app.ts'
import { Requests } from './requests.ts'
import { createState } from './state.ts'
import { trackRoutes } from './track/app.ts'
import type { ServicesOptions } from './world.ts'

/** Both services as one program: loyalty at `/loyalty`, protection at `/protection/api/v1`, track at `/track`, and `/_control`. */
export async function buildServices(options: ServicesOptions): Promise<FastifyInstance> {
  const { now = () => new Date(), shopOrigin = 'http://localhost:4100' } = options
  const app = Fastify({ forceCloseConnections: true, bodyLimit: 1_048_576 }) // A74
  const clock = new Clock(now)
  const faults = new Faults()
  const requests = new Requests()
  const state = createState({ now: now(), shopOrigin })
  const reset = () => {
    clock.clear()
    faults.clear()
    requests.clear()
    Object.assign(state, createState({ now: now(), shopOrigin }))
  }

  // A body may be missing where every field is optional (A36, A38, A63).
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? {} : JSON.parse(String(body)))
    } catch {
      done(new Failure(400, 'Body is no JSON'))
    }
  })
  app.addHook('onRequest', async () => clock.catchUp())
  requests.countIn(app)
  faults.strikeIn(app)

  const world = { state, clock, options }
  await app.register(async (scope) => loyaltyRoutes(scope, world), { prefix: '/loyalty' })
  await app.register(async (scope) => protectionRoutes(scope, world), { prefix: '/protection/api/v1' })
  await app.register(async (scope) => trackRoutes(scope, world), { prefix: '/track' })
  await app.register(async (scope) => controlRoutes(scope, { state, faults, requests, reset }), { prefix: '/_control' })
  return app
}
