import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import Fastify, { type FastifyInstance } from 'fastify'
import { createAssertions } from './assertions.ts'
import { Cancellations } from './cancellations.ts'
import { ShopClaims } from './claims.ts'
import { appProxyRoutes } from './embeds/app-proxy.ts'
import { embedRoutes } from './embeds/routes.ts'
import { readForms } from './forms.ts'
import { Mails } from './mails.ts'
import { createMerchant } from './merchant.ts'
import { Messages } from './messages.ts'
import { Orders } from './orders.ts'
import { AppMetafields, adminApiRoutes } from './platform/admin-api.ts'
import { createLoyaltyLine } from './platform/loyalty.ts'
import { Platform } from './platform/platform.ts'
import { Webhooks } from './platform/webhooks.ts'
import { previewRoutes } from './preview/routes.ts'
import { accountRoutes } from './routes/account.ts'
import { backRoomRoutes } from './routes/back-room.ts'
import { cancelRoutes } from './routes/cancel.ts'
import { cartRoutes } from './routes/cart.ts'
import { checkoutRoutes } from './routes/checkout.ts'
import { helpRoutes } from './routes/help.ts'
import { orderRoutes } from './routes/orders.ts'
import { pageRoutes } from './routes/pages.ts'
import { platformRoutes } from './routes/platform.ts'
import { sendSecurityHeaders } from './security.ts'
import { shopifyRoutes } from './shopify/routes.ts'
import type { Shop } from './shop.ts'
import { createTheme } from './theme.ts'
import { Tracker } from './tracker.ts'
import { recogniseVisitors } from './visitors.ts'

/** The parameters of the shop. */
export interface ShopOptions {
  /** Settings under the proxy’s own names. The shop uses only those that a merchant’s server would know. */
  settings: Record<string, string>
  /** The address of the shop for browsers. */
  origin: string
  /** The command that runs `storefront-proxy`: a program and its first arguments. */
  command?: readonly string[]
  /** The address that notifies pages of changes to a widget’s source; only in development. */
  devSocket?: string | undefined
  /** Milliseconds before each retry of a webhook. */
  waits?: readonly number[]
}

const builtCommand = [process.execPath, fileURLToPath(new URL('../../proxy/dist/cli.js', import.meta.url))]

/** Builds Kiln & Paper: a small shop that has put the widgets into its theme, and whose platform reports its orders to the proxy. */
export async function buildShop({ settings, origin, command = builtCommand, devSocket, waits }: ShopOptions): Promise<FastifyInstance> {
  const { PUBLIC_URL: proxy = '', MERCHANT_API_KEYS = '', ASSERTION_KEYS = '', LOYALTY_BASE_URL = '' } = settings
  const { SHOPIFY_SHOP = '', SHOPIFY_APP_SECRETS = '', SHOPIFY_CLIENT_ID = '' } = settings
  const services = new URL(LOYALTY_BASE_URL)
  const callProxy = createMerchant(proxy, MERCHANT_API_KEYS)
  const orders = new Orders()
  const [messages, mails] = [new Messages(), new Mails()]
  const [secret = ''] = SHOPIFY_APP_SECRETS.split(',')
  const shop: Shop = {
    origin,
    theme: createTheme(proxy),
    orders,
    messages,
    mails,
    cancellations: new Cancellations(callProxy, messages, mails, origin),
    platform: new Platform(orders, new Webhooks({ proxy, shop: SHOPIFY_SHOP, secret, waits }), createLoyaltyLine(services), origin),
    tracker: new Tracker(proxy, origin, callProxy),
    claims: new ShopClaims({ services, command, env: settings }),
    callProxy,
  }

  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } })
  app.addHook('onClose', () => shop.platform.stop())
  sendSecurityHeaders(app, proxy, devSocket)
  readForms(app)
  recogniseVisitors(app)
  const files = (folder: string) => fileURLToPath(new URL(`theme/${folder}`, import.meta.url))
  await app.register(fastifyStatic, { root: files('assets'), prefix: '/assets/' })
  // The style sheet that the project offers to shops, among the shop’s own style sheets.
  app.get('/assets/storefront-widgets.css', (_, reply) => reply.sendFile('storefront-widgets.css', files('../../../shops/html')))
  await app.register(fastifyStatic, { root: files('images'), prefix: '/images/', decorateReply: false })
  pageRoutes(app, shop.theme)
  cartRoutes(app, shop.theme)
  checkoutRoutes(app, shop)
  orderRoutes(app, shop)
  helpRoutes(app, shop)
  cancelRoutes(app, shop)
  const signAssertion = createAssertions(origin, { audience: proxy, keys: ASSERTION_KEYS })
  accountRoutes(app, shop, signAssertion)
  backRoomRoutes(app, shop, { services, console: consoleOf(settings) })
  await embedRoutes(app, shop, proxy)
  await app.register((scope) => appProxyRoutes(scope, { target: proxy, shop: SHOPIFY_SHOP, secret }))
  await previewRoutes(app, shop.theme, { proxy, origin, signAssertion, callProxy })
  const [metafields, shopifyApp] = [new AppMetafields(), { clientId: SHOPIFY_CLIENT_ID, secret }]
  adminApiRoutes(app, metafields, shopifyApp)
  await app.register((scope) => shopifyRoutes(scope, shop, { proxy, shop: SHOPIFY_SHOP, app: shopifyApp, metafields }))
  await app.register(async (scope) => platformRoutes(scope, shop, MERCHANT_API_KEYS), { prefix: '/platform' })
  return app
}

/** The address that signs a visitor of the demo in at the console, with the first of its public tokens. */
function consoleOf({ OPERATOR_PORT = '', CONSOLE_TOKENS = '' }: Record<string, string>): string {
  const [first = ''] = CONSOLE_TOKENS.split(',')
  return `http://localhost:${OPERATOR_PORT}/console/#token=${first.split(':').at(-1)}`
}
