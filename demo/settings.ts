import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

/**
 * Reads the demo’s settings, under the names that production uses, and adds the ports of its parts.
 * `SHOP_PORT`, `PROXY_PORT` and `SERVICES_PORT` move a part, every address that leads to the part, and the proxy’s store.
 */
export function readSettings(env: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const { SHOP_PORT = '4100', PROXY_PORT = '4101', SERVICES_PORT = '4102' } = env
  const { OPERATOR_PORT = String(Number(PROXY_PORT) + 2) } = env
  const moved: Record<string, string> = { 4100: SHOP_PORT, 4101: PROXY_PORT, 4102: SERVICES_PORT, 4103: OPERATOR_PORT }
  const text = readFileSync(new URL('settings.env', import.meta.url), 'utf8')
  return { ...(parseEnv(text.replace(/\b410[0-3]\b/g, (port) => moved[port] ?? port)) as Record<string, string>), SHOP_PORT, PROXY_PORT, SERVICES_PORT }
}

/** Adds the app of the shop on Shopify, for programs that also run the shop: its stand-in of the Admin API gives the tokens and holds the keys of orders. */
export const withShopifyApp = (settings: Record<string, string>, shopUrl: string): Record<string, string> => ({
  ...settings,
  SHOPIFY_CLIENT_ID: 'demo-app-public-and-worthless',
  SHOPIFY_ADMIN_URL: shopUrl,
})
