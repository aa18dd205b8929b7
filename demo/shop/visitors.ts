import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Declaration } from './cancellations.ts'
import { Cart } from './cart.ts'
import type { Order } from './order.ts'
import { customers, type Person } from './people.ts'

/** Who is looking at the shop, known by a cookie. */
export interface Visitor {
  customer?: Person & { standing: string }
  cart: Cart
  /** Language that the widgets are to speak, once an address has said so by `?lang`; the shop itself speaks English. */
  lang: string
  /** Which way pages run, by their language or once an address has said so by `?dir`. */
  dir: 'ltr' | 'rtl'
  /** Orders by the checkout page that places them, so that a page that is sent twice places one. */
  placing: Map<string, Promise<Order>>
  /** Orders that were placed from here. */
  orders: Order[]
  /** What they declared last on the page for leaving. */
  declared?: Declaration
  /** Why what was asked for last was not done; told once. */
  problem?: string
}

declare module 'fastify' {
  interface FastifyRequest {
    visitor: Visitor
  }
}

const cookieName = 'shop_session'
const mostVisitors = 10_000

/** Lets every request know its visitor, and visitors change who they are. */
export function recogniseVisitors(app: FastifyInstance) {
  const visitors = new Map<string, Visitor>()

  const remember = (reply: FastifyReply, visitor: Visitor) => {
    const id = randomBytes(24).toString('base64url')
    visitors.set(id, visitor)
    const [oldest] = visitors.keys()
    if (visitors.size > mostVisitors && oldest) visitors.delete(oldest)
    reply.header('Set-Cookie', `${cookieName}=${id}; Path=/; HttpOnly; SameSite=Lax`)
  }

  app.decorateRequest('visitor', null as unknown as Visitor)
  app.addHook('onRequest', async (request, reply) => {
    const known = visitors.get(idOf(request))
    request.visitor = known ?? { cart: new Cart(), lang: 'en', dir: 'ltr', placing: new Map(), orders: [] }
    const { dir, lang } = request.query as { dir?: unknown; lang?: unknown }
    if (typeof lang === 'string' && /^[a-z]{2}(-[A-Z]{2})?$/.test(lang)) Object.assign(request.visitor, { lang, dir: lang.startsWith('ar') ? 'rtl' : 'ltr' })
    if (dir === 'rtl' || dir === 'ltr') request.visitor.dir = dir
    if (!known && !/^\/(assets|images)\//.test(request.url)) remember(reply, request.visitor)
  })

  app.post<{ Body: { as?: string; return_to?: string } }>('/session', async (request, reply) => {
    const { as, return_to = '/' } = request.body
    const { customer: _, ...kept } = request.visitor
    visitors.delete(idOf(request))
    remember(reply, { ...kept, customer: customers.find(({ id }) => id === as) })
    return reply.redirect(/^\/(?![/\\])/.test(return_to) ? return_to : '/', 303)
  })
}

const idOf = ({ headers: { cookie = '' } }: FastifyRequest) => new RegExp(`(?:^|; )${cookieName}=([\\w-]+)`).exec(cookie)?.[1] ?? ''
