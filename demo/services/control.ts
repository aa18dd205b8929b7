import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'
import { raiseClaim, toClaimView } from './claims/claims.ts'
import { Failure, toFailure } from './failure.ts'
import { faultSchema, type Faults } from './faults.ts'
import { platformRoutes } from './loyalty/platform.ts'
import { loyaltyViews, type Listed } from './loyalty/views.ts'
import { toOrderView } from './protection/orders.ts'
import type { Requests } from './requests.ts'
import { worldNamed, type World } from './world.ts'

interface Controlled {
  worlds: readonly World[]
  faults: Faults
  requests: Requests
  reset: () => void
}

/** A query parameter may occur twice. */
interface Merchant {
  merchant?: string | string[]
}

/** The number of entries of a list that are shown; totals count the rest. Members are looked up by name, so all are shown. */
const shown = (name: string) => (name === 'members' ? Infinity : 100)

/** The largest fault in bytes. A fault may contain a response that is longer than anything else that is sent to a service. */
const largestFault = 16_777_216

/** Registers the routes by which tests and the demo control the stand-ins, from any page. No real service has these routes. */
export async function controlRoutes(app: FastifyInstance, { worlds, faults, requests, reset }: Controlled) {
  await app.register(cors, { origin: '*', methods: ['GET', 'POST', 'DELETE'] })
  app.setErrorHandler((error, _request, reply) => {
    const { status, lines } = toFailure(error)
    return reply.code(status).send({ error: lines })
  })

  const viewsOf = ({ state, deliveries }: World): Record<string, () => Listed> => ({
    ...loyaltyViews(state),
    deliveries: () => [...deliveries.list()],
    quotes: () => [...state.spentQuotes.values(), ...state.quotes.values()],
    orders: () => [...state.orders.values()].map(toOrderView),
    shipments: () => [...state.shipments.values()].map(({ fields }) => fields),
    events: () => [...state.shipments].flatMap(([shop_shipment_id, { events }]) => events.map((event) => ({ shop_shipment_id, ...event }))),
    enrichments: () => [...state.enrichments].map(([shop_shipment_id, enrichment]) => ({ shop_shipment_id, ...enrichment })),
    claims: () => state.claims.map(toClaimView),
    requests: () => requests.list(),
    faults: () => [...faults.list()],
  })

  /** Returns each list by its name, the newest entries last, and the totals. The default is the first merchant. */
  app.get<{ Querystring: Merchant & { of?: string | string[] } }>('/state', async ({ query }) => {
    const views = viewsOf(worldNamed(worlds, query.merchant))
    if (Array.isArray(query.of)) throw new Failure(400, 'of has to be given once, with commas between the lists')
    const names = query.of?.split(',') ?? Object.keys(views)
    const lists = names.map((name) => {
      const view = Object.hasOwn(views, name) && views[name]
      if (!view) throw new Failure(400, `of takes some of ${Object.keys(views).join(', ')}, not ${name}`)
      return [name, view()] as const
    })
    return {
      totals: Object.fromEntries(lists.map(([name, list]) => [name, list.length])),
      ...Object.fromEntries(lists.map(([name, list]) => [name, list.slice(-shown(name))])),
    }
  })

  app.post('/faults', { bodyLimit: largestFault }, async ({ body }, reply) => {
    const fault = faultSchema.safeParse(body)
    if (!fault.success) throw new Failure(400, ...fault.error.issues.map(({ path, message }) => `${path.join('.') || 'fault'} ${message}`))
    if (fault.data.match.merchant !== undefined) worldNamed(worlds, fault.data.match.merchant)
    faults.add(fault.data)
    return reply.code(201).send(fault.data)
  })

  app.delete('/faults', async (_request, reply) => {
    faults.clear()
    return reply.code(204).send()
  })

  /** Decides a claim as the service would. The service then calls the merchant. */
  app.post<{ Querystring: Merchant }>('/claims', async ({ body, query }, reply) =>
    reply.code(202).send(toClaimView(raiseClaim(worldNamed(worlds, query.merchant), body))),
  )

  void app.register(async (scope) => platformRoutes(scope, worlds), { prefix: '/platform' })

  app.post('/reset', async (_request, reply) => {
    reset()
    return reply.code(204).send()
  })
}
