import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import type { ShopifyApp } from '../platform/admin-api.ts'
import { toGid } from '../platform/money.ts'

/**
 * Makes the tokens that Shopify gives to extensions. They name the shop, and the customer who is signed in
 * (https://shopify.dev/docs/api/customer-account-ui-extensions/2026-07/target-apis/platform-apis/session-token-api).
 */
export const createSessionTokens =
  (shop: string, { clientId, secret }: ShopifyApp) =>
  (customer: string | undefined): Promise<string> =>
    new SignJWT({ dest: shop, ...(customer !== undefined && { sub: toGid('Customer', customer) }) })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuedAt()
      .setNotBefore('0s')
      .setExpirationTime('5m')
      .setAudience(clientId)
      .setJti(randomUUID())
      .sign(new TextEncoder().encode(secret))
