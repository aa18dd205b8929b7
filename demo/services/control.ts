import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'
import { Failure, toFailure } from './failure.ts'
import { faultSchema, type Faults } from './faults.ts'
import { toOrderView } from './protection/orders.ts'
import type { Requests } from './requests.ts'
import type { World } from './world.ts'

interface Controlled {
  worlds: readonly World[]
  faults: Faults
  requests: Requests
  reset: () => void
}

/** How much of a list is shown; the rest is counted. */
const shown = 100

/** What tests and the demo do to the stand-ins, from any page. No real service has these routes. */
export async function controlRoutes(app: FastifyInstance, { worlds, faults, requests, reset }: Controlled) {
  await app.register(cors, { origin: '*', methods: ['GET', 'POST', 'DELETE'] })
  app.setErrorHandler((error, _request, reply) => {
    const { status, lines } = toFailure(error)
    return reply.code(status).send({ error: lines })
  })

  const viewsOf = ({ state, deliveries }: World): Record<string, () => unknown[]> => ({
    members: () => state.members,
    credits: () => [...state.ledgers].flatMap(([customerId, entries]) => entries.map((entry) => ({ customerId, ...entry }))),
    redemptions: () => state.redemptions,
    cancellations: () => state.cancellations,
    mails: () => state.mails,
    tiers: () => state.tiers,
    benefits: () => state.benefits,
    campaigns: () => state.campaigns,
    merchant: () => [state.merchant],
    webhooks: () => state.webhooks,
    subscriptions: () => state.subscriptions,
    deliveries: () => [...deliveries.list()],
    quotes: () => [...state.quotes.values()],
    orders: () => [...state.orders.values()].map(toOrderView),
    shipments: () => [...state.shipments.values()].map(({ fields }) => fields),
    events: () => [...state.shipments].flatMap(([shop_shipment_id, { events }]) => events.map((event) => ({ shop_shipment_id, ...event }))),
    enrichments: () => [...state.enrichments].map(([shop_shipment_id, enrichment]) => ({ shop_shipment_id, ...enrichment })),
    requests: () => requests.list(),
    faults: () => [...faults.list()],
  })

  /** Each list by its name, its newest entries last, beside how many there are of each; of the first merchant, unless another is named. */
  app.get<{ Querystring: { of?: string; merchant?: string } }>('/state', async ({ query }) => {
    const world = worlds.find(({ account }) => account.merchantId === (query.merchant ?? account.merchantId))
    if (!world) throw new Failure(400, `merchant takes one of ${worlds.map(({ account }) => account.merchantId).join(', ')}`)
    const views = viewsOf(world)
    const names = query.of?.split(',') ?? Object.keys(views)
    const lists = names.map((name) => {
      const view = views[name]
      if (!view) throw new Failure(400, `of takes some of ${Object.keys(views).join(', ')}, not ${name}`)
      return [name, view()] as const
    })
    return {
      totals: Object.fromEntries(lists.map(([name, list]) => [name, list.length])),
      ...Object.fromEntries(lists.map(([name, list]) => [name, list.slice(-shown)])),
    }
  })

  app.post('/faults', async ({ body }, reply) => {
    const fault = faultSchema.safeParse(body)
    if (!fault.success) throw new Failure(400, ...fault.error.issues.map(({ path, message }) => `${path.join('.') || 'fault'} ${message}`))
    faults.add(fault.data)
    return reply.code(201).send(fault.data)
  })

  app.delete('/faults', async (_request, reply) => {
    faults.clear()
    return reply.code(204).send()
  })

  app.post('/reset', async (_request, reply) => {
    reset()
    return reply.code(204).send()
  })
}
