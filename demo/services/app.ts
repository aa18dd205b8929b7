import { noSchemaCompilers } from '../../proxy/http/serve.ts'
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { readBodiesIn } from './json-bodies.ts'
import { resumeClaims } from './claims/claims.ts'
import { Clock } from './clock.ts'
import { controlRoutes } from './control.ts'
import { Deliveries } from './deliveries.ts'
import { Faults } from './faults.ts'
import { loyaltyRoutes } from './loyalty/app.ts'
import { catchUpLoyalty, resumeLoyalty } from './loyalty/catch-up.ts'
import { isControl, pathOf } from './path.ts'
import { protectionRoutes } from './protection/app.ts'
import { Requests } from './requests.ts'
import { createState } from './seed.ts'
import { Store } from './store.ts'
import { trackRoutes } from './track/app.ts'
import { refuseUnreadable } from './unreadable.ts'
import type { Account, ServicesOptions, World } from './world.ts'

/** The path of each part. */
const addresses = { loyalty: '/loyalty', protection: '/protection/api/v1', track: '/track', control: '/_control' }

/**
 * Builds both services as one program: loyalty at `/loyalty`, protection at `/protection/api/v1`, track at `/track`, and `/_control`.
 * Keys tell merchants apart. The track interface uses no key, so it has one address per merchant: `/track/<merchant>`, and `/track` for the first (A77).
 */
export async function buildServices(options: ServicesOptions): Promise<FastifyInstance> {
  const { now = () => new Date(), shopOrigin = 'http://localhost:4100' } = options
  const app = Fastify({
    forceCloseConnections: true,
    schemaController: noSchemaCompilers,
    bodyLimit: 1_048_576, // A74
    // Ids may be as long as A74 says, and each character may take up to nine characters in a path.
    routerOptions: { maxParamLength: 4096 },
    frameworkErrors: refusePath,
    clientErrorHandler: refuseUnreadable,
  })
  const changed = () => store?.changed()
  const catchUp = () => worlds.forEach(catchUpLoyalty)
  const clock = new Clock(now, catchUp)
  const faults = new Faults()
  const requests = new Requests()
  const worlds = accountsOf(options).map((account): World => ({
    account,
    clock,
    deliveries: new Deliveries(options.deliveries, now, changed),
    options,
    changed,
    state: createState({ now: now(), shopOrigin, merchantId: account.merchantId }),
  }))
  const store = options.stateFile === undefined ? undefined : new Store(options.stateFile, worlds)
  const stop = () => {
    clock.clear()
    for (const { deliveries } of worlds) deliveries.clear()
  }
  app.addHook('onClose', async () => {
    stop()
    await store?.close()
  })
  const reset = () => {
    stop()
    faults.clear()
    requests.clear()
    for (const { state, account } of worlds) Object.assign(state, createState({ now: now(), shopOrigin, merchantId: account.merchantId }))
  }

  readBodiesIn(app)
  app.addHook('onRequest', async () => catchUp())
  if (store) {
    app.addHook('onSend', async ({ method }) => (method === 'GET' ? undefined : store.saved()))
    app.addHook('onResponse', async ({ method, url }) => {
      if (method === 'GET' && !isControl(url)) changed()
    })
  }
  requests.countIn(app)
  faults.strikeIn(app, worlds)

  await app.register(async (scope) => loyaltyRoutes(scope, worlds), { prefix: addresses.loyalty })
  await app.register(async (scope) => protectionRoutes(scope, worlds), { prefix: addresses.protection })
  for (const [index, world] of worlds.entries()) {
    if (index === 0) await app.register(async (scope) => trackRoutes(scope, world), { prefix: addresses.track })
    await app.register(async (scope) => trackRoutes(scope, world), { prefix: `${addresses.track}/${world.account.merchantId}` })
  }
  await app.register(async (scope) => controlRoutes(scope, { worlds, faults, requests, reset }), { prefix: addresses.control })
  app.get('/', async () => ({ services: addresses }))
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: [`Path is unknown: services are at ${Object.values(addresses).join(', ')}`] }))
  await store?.open()
  worlds.forEach(resumeClaims)
  worlds.forEach(resumeLoyalty)
  return app
}

function accountsOf({ loyaltyKey, protectionKey, claimsUrl, neighbour }: ServicesOptions): Account[] {
  return [{ merchantId: 'kiln-and-paper', loyaltyKey, protectionKey, claimsUrl }, ...(neighbour ? [{ merchantId: 'moss-and-tin', ...neighbour }] : [])]
}

/** Refuses a path that cannot be decoded. No service’s own routes see the request. */
function refusePath({ message }: FastifyError, { url }: FastifyRequest, reply: FastifyReply) {
  return reply.code(400).send(pathOf(url).startsWith('/loyalty') ? { message, data: {} } : { error: [message] })
}
