import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { products } from '../catalogue.ts'
import { guest } from '../customers.ts'
import { deliveryFields, readDelivery } from '../delivery.ts'
import type { Order } from '../order.ts'
import type { AppMetafields, ShopifyApp } from '../platform/admin-api.ts'
import type { Shop } from '../shop.ts'
import type { Visitor } from '../visitors.ts'
import { answerAccountQuery } from './account-api.ts'
import { readBundle } from './extensions.ts'
import { createPages } from './pages.ts'
import { createScripts, scriptNames } from './scripts.ts'
import { createSessionTokens } from './session-tokens.ts'
import { confirmationNumberOf, type AuthenticationState } from './surfaces.ts'

interface ShopifyOptions {
  /** The address of the proxy. */
  proxy: string
  /** The name of the shop on the platform. */
  shop: string
  app: ShopifyApp
  metafields: AppMetafields
}

interface OfOrder {
  Params: { number: string }
  Querystring: { token?: string }
}

/** Milliseconds after which the order of a late sample is reported. */
const lateness = 5_000

/**
 * Registers the pages of Shopify that run no scripts of a theme: thank-you, order status and customer accounts. They show UI extensions as Shopify does:
 * in workers, with elements of the platform.
 */
export async function shopifyRoutes(app: FastifyInstance, { orders, platform, tracker, origin }: Shop, options: ShopifyOptions) {
  const { proxy, shop, metafields } = options
  const signToken = createSessionTokens(shop, options.app)
  const readScript = createScripts()
  const { send, sendSandbox } = createPages({ origin, proxy, shop, metafields })

  app.addHook('onRequest', async ({ visitor, query }) => {
    const { analytics } = query as { analytics?: string }
    if (analytics !== undefined) visitor.publishes = analytics === 'on'
  })

  await app.register(fastifyStatic, { root: fileURLToPath(new URL('assets', import.meta.url)), prefix: '/shopify/assets/', decorateReply: false })

  for (const name of scriptNames)
    app.get(`/shopify/scripts/${name}.js`, async (_, reply) => reply.type('text/javascript; charset=utf-8').send(await readScript(name)))

  app.get<{ Params: { handle: string } }>('/shopify/extensions/:handle.js', async ({ params }, reply) => {
    const bundle = readBundle(params.handle)
    return bundle === undefined ? reply.code(404).send() : reply.type('text/javascript; charset=utf-8').send(bundle)
  })

  app.get('/shopify/sandbox', (_, reply) => sendSandbox(reply))

  app.get('/shopify', (request, reply) => {
    const { customer } = request.visitor
    const mine = orders.all.filter((order) => request.visitor.orders.includes(order) || (customer && order.customer.id === customer.id)).reverse()
    return send(request, reply, 'index', { mine })
  })

  app.post<{ Body: { sample?: string } }>('/shopify/orders', async ({ visitor, body }, reply) => {
    const late = body.sample === 'late'
    const order = placeSample(visitor, late)
    if (body.sample !== 'sent') return reply.redirect(`/shopify/thank-you/${order.number}?token=${order.token}`, 303)
    platform.report(order, platform.ship(order), 'scan')
    return reply.redirect(`/shopify/orders/${order.number}?token=${order.token}`, 303)
  })

  function placeSample(visitor: Visitor, late: boolean): Order {
    const { customer } = visitor
    const person = customer ?? { ...guest, id: orders.newId() }
    const [mug] = products
    const { address } = readDelivery(deliveryFields)
    const lines = [{ variant: mug!, quantity: 1, properties: {} }]
    const order = platform.place({ customer: person, address, lines, protection_dropped: false }, late ? lateness : 0)
    visitor.orders.push(order)
    if (customer) platform.loyalty.report(order)
    return order
  }

  app.get<OfOrder>('/shopify/thank-you/:number', async (request, reply) => {
    const { params, query, visitor } = request
    const order = orders.find(params.number)
    if (!order || query.token !== order.token || !visitor.orders.includes(order)) return reply.redirect(`/shopify/orders/${params.number}`, 303)
    return send(request, reply, 'thank-you', { order, number: confirmationNumberOf(order) }, { page: 'thank-you', order })
  })

  app.get<OfOrder>('/shopify/orders/:number', async (request, reply) => {
    const { params, query, visitor } = request
    const order = orders.find(params.number)
    if (!order) return send(request, reply.code(404), 'not-found')
    const state = stateOf(order, query.token, visitor)
    await tracker.look(order)
    return send(request, reply, 'order', { order, number: confirmationNumberOf(order), state }, state && { page: 'order-status', order, state })
  })

  for (const page of ['orders', 'profile', 'loyalty'] as const)
    app.get(`/shopify/account/${page}`, async (request, reply) => {
      const { customer } = request.visitor
      if (!customer) return reply.redirect(`/shopify/sign-in?return_to=/shopify/account/${page}`, 303)
      const mine = orders.all.filter((order) => order.customer.id === customer.id).reverse()
      return send(request, reply, page, { mine }, { page })
    })

  app.get<{ Querystring: { return_to?: string } }>('/shopify/sign-in', (request, reply) =>
    send(request, reply, 'sign-in', { return_to: request.query.return_to ?? '/shopify/account/orders' }),
  )

  app.post<{ Body: { order?: string; token?: string } }>('/shopify/session-token', async ({ visitor, body }, reply) => {
    const order = body.order ? orders.find(body.order) : undefined
    const isOther = order && order.customer.id !== visitor.customer?.id
    return reply.header('Cache-Control', 'no-store').send({ token: await signToken(isOther ? undefined : visitor.customer?.id) })
  })

  app.post<{ Body: { order?: string } }>('/shopify/customer-account-api', async ({ body }) =>
    answerAccountQuery(body.order ? orders.find(body.order) : undefined),
  )
}

/** How Shopify knows the visitor of an order: signed in as its customer, or by the token in the link of an e-mail. */
function stateOf(order: Order, token: string | undefined, { customer }: Visitor): AuthenticationState | undefined {
  if (customer && customer.id === order.customer.id) return 'fully_authenticated'
  return token === order.token ? 'pre_authenticated' : undefined
}
