import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import Fastify, { type FastifyInstance } from 'fastify'
import { readForms } from './forms.ts'
import { createMerchant } from './merchant.ts'
import { Messages } from './messages.ts'
import { Orders } from './orders.ts'
import { createPlatform } from './platform.ts'
import { Reporter } from './reports.ts'
import { accountRoutes } from './routes/account.ts'
import { backRoomRoutes } from './routes/back-room.ts'
import { cartRoutes } from './routes/cart.ts'
import { checkoutRoutes } from './routes/checkout.ts'
import { helpRoutes } from './routes/help.ts'
import { orderRoutes } from './routes/orders.ts'
import { pageRoutes } from './routes/pages.ts'
import { sendSecurityHeaders } from './security.ts'
import type { Shop } from './shop.ts'
import { createTheme } from './theme.ts'
import { recogniseVisitors } from './visitors.ts'

/** What the shop has to be told before it opens. */
export interface ShopOptions {
  /** Settings under the proxy's own names; the shop uses those that a merchant's server would know. */
  settings: Record<string, string>
  /** Where browsers find the shop. */
  origin: string
}

/** Kiln & Paper: a small shop that has put the widgets into its theme and tells the proxy of its orders. */
export async function buildShop({ settings, origin }: ShopOptions): Promise<FastifyInstance> {
  const { PUBLIC_URL = '', MERCHANT_API_KEYS = '', ASSERTION_KEYS = '', LOYALTY_BASE_URL = '' } = settings
  const askProxy = createMerchant(PUBLIC_URL, MERCHANT_API_KEYS)
  const reporter = new Reporter(askProxy)
  const platform = createPlatform(new URL(LOYALTY_BASE_URL))
  const shop: Shop = { origin, theme: createTheme(PUBLIC_URL), orders: new Orders(), messages: new Messages(), reporter, platform, askProxy }

  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } })
  app.addHook('onClose', () => {
    reporter.stop()
    platform.stop()
  })
  sendSecurityHeaders(app, PUBLIC_URL)
  readForms(app)
  recogniseVisitors(app)
  const files = (folder: string) => fileURLToPath(new URL(`theme/${folder}`, import.meta.url))
  await app.register(fastifyStatic, { root: files('assets'), prefix: '/assets/' })
  await app.register(fastifyStatic, { root: files('images'), prefix: '/images/', decorateReply: false })
  pageRoutes(app, shop.theme)
  cartRoutes(app, shop.theme)
  checkoutRoutes(app, shop)
  orderRoutes(app, shop)
  helpRoutes(app, shop)
  accountRoutes(app, shop, { audience: PUBLIC_URL, keys: ASSERTION_KEYS })
  backRoomRoutes(app, shop, new URL(LOYALTY_BASE_URL))
  return app
}
