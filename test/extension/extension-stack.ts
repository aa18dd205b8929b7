import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { createClient, ResponseError, type Client } from '../../src/contract/client.ts'
import { extension } from '../../src/contract/extension.ts'
import { adminApp, startAdminApi, type AdminApi } from '../claims/admin-api.ts'
import { orderPayload, type Payload } from '../platforms/payloads.ts'
import { fact, fromShopify, shop, startPlatformStack } from '../platforms/sending.ts'
import { until, type Stack, type StackOptions } from '../stack.ts'

export { shop }
/** The secret that was replaced; tokens may still be signed with it. */
export const oldSecret = 'shpss_old_worthless_and_public'
export const mira = '700100200301'
export const aiko = '700100200303'

/** The claims of a session token as the platform makes them. */
export type Claims = Record<string, unknown>

/** Makes a session token of the platform. A claim that is undefined is left out. */
export function sessionToken(claims: Claims = {}, { secret = adminApp.clientSecret, header = {} }: { secret?: string; header?: object } = {}): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  const all = { dest: shop, aud: adminApp.clientId, iat: now, nbf: now, exp: now + 300, jti: randomUUID(), ...claims }
  const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
  return new SignJWT(given).setProtectedHeader({ alg: 'HS256', typ: 'JWT', ...header }).sign(new TextEncoder().encode(secret))
}

/** The `sub` of a signed-in customer. */
export const customerGid = (id: string) => `gid://shopify/Customer/${id}`

export interface ExtensionStack extends Stack {
  api: AdminApi
  /** The proxy, asked as a UI extension would, with this token. */
  extension(token?: string): Client<typeof extension>
  /** Sends `orders/create`, and waits until the order can be keyed. The token of its checkout is that of `checkoutOf` unless the payload says something else. */
  order(id: bigint, changes?: Payload): Promise<string>
  /** Sends `customers/redact` for this order, and waits until it is erased. */
  erase(order: string): Promise<void>
}

/** Starts a proxy whose shop is on Shopify and has UI extensions, and the Admin API of that shop. */
export async function startExtensionStack({
  settings = {},
  ...options
}: Omit<StackOptions, 'settings'> & { settings?: Record<string, string | undefined> } = {}): Promise<ExtensionStack> {
  const api = await startAdminApi()
  const stack = await startPlatformStack({
    ...options,
    settings: {
      SHOPIFY_CLIENT_ID: adminApp.clientId,
      SHOPIFY_APP_SECRETS: `${adminApp.clientSecret},${oldSecret}`,
      SHOPIFY_ADMIN_URL: api.url,
      ...settings,
    },
  })
  return {
    ...stack,
    api,
    extension: (token) => createClient(extension, { baseUrl: stack.proxy, headers: token === undefined ? {} : { Authorization: `Bearer ${token}` } }),
    async order(id, changes = {}) {
      const order = String(id)
      api.place(order)
      const payload = orderPayload(id, { name: `#${order}`, checkout_token: checkoutOf(order), created_at: new Date().toISOString(), ...changes })
      await fromShopify(stack, 'orders/create', payload, { secret: adminApp.clientSecret })
      await until(
        () => fact(stack, `order:${order}`),
        (found) => found !== undefined,
      )
      return order
    },
    async erase(order) {
      const request = { shop_domain: shop, customer: { id: 1 }, orders_to_redact: [order] }
      await fromShopify(stack, 'customers/redact', request, { secret: adminApp.clientSecret })
      await until(
        () => fact(stack, `erased:${order}`),
        (found) => found !== undefined,
      )
    },
    async stop() {
      await stack.stop()
      await api.stop()
    },
  }
}

/** The token of the checkout that made this order. */
export const checkoutOf = (order: string) => `checkout-of-the-order-${order}`

/** The code with which a request was refused; undefined if it was not. */
export async function codeOf(request: Promise<unknown>): Promise<string | undefined> {
  try {
    await request
    return undefined
  } catch (error) {
    if (error instanceof ResponseError) return error.problem.code
    throw error
  }
}
