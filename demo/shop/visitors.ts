import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Declaration } from './cancellations.ts'
import { Cart } from './cart.ts'
import type { Order } from './order.ts'
import { customers, type Customer } from './customers.ts'

/** A visitor of the shop, identified by a cookie. */
export interface Visitor {
  customer?: Customer
  cart: Cart
  /** The language of the widgets, set by `?lang` in an address. The shop itself is in English. */
  lang: string
  /** The direction of pages, by their language or set by `?dir` in an address. */
  dir: 'ltr' | 'rtl'
  /** The look of the pages, set by `?theme` in an address. */
  theme: ThemeName
  /** Orders by the checkout page that places them, so that a page that is sent twice places only one order. */
  placing: Map<string, Promise<Order>>
  /** The orders of this session. */
  orders: Order[]
  /** The last declaration on the cancellation page. */
  declared?: Declaration
  /** Whether the merchant has turned analytics on in the extensions; set by `?analytics` on Shopify’s pages. */
  publishes?: boolean
  /** Why the last action failed; shown once. */
  problem?: string
}

declare module 'fastify' {
  interface FastifyRequest {
    visitor: Visitor
  }
}

/** The looks of the shop: its own, and three that restyle the widgets by documented properties and parts alone. */
export const themeNames = ['paper', 'editorial', 'playful', 'section'] as const
export type ThemeName = (typeof themeNames)[number]

const cookieName = 'shop_session'
const mostVisitors = 10_000

/** Identifies the visitor of every request, and lets visitors switch the customer. */
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
    request.visitor = known ?? { cart: new Cart(), lang: 'en', dir: 'ltr', theme: 'paper', placing: new Map(), orders: [] }
    const { dir, lang, theme } = request.query as { dir?: unknown; lang?: unknown; theme?: unknown }
    if (typeof lang === 'string' && /^[a-z]{2}(-[A-Z]{2})?$/.test(lang)) Object.assign(request.visitor, { lang, dir: lang.startsWith('ar') ? 'rtl' : 'ltr' })
    if (dir === 'rtl' || dir === 'ltr') request.visitor.dir = dir
    request.visitor.theme = themeNames.find((name) => name === theme) ?? request.visitor.theme
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
