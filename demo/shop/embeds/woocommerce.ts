import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { isProtection, quoteProperty, ships, sumOf, type Cart, type CartLine } from '../cart.ts'
import { currency, protectionProduct } from '../catalogue.ts'
import type { CallProxy } from '../merchant.ts'
import { escape } from './escape.ts'

/** The folder of the plugin as merchants install it. */
export const pluginFolder = fileURLToPath(new URL('../../../shops/woocommerce/storefront-widgets', import.meta.url))

/** The address of the plugin’s own files in the demo. */
export const pluginFiles = '/embeds/woocommerce/assets/'

/** The address to which pages send the shopper’s choice. */
const endpoint = '/embeds/woocommerce/choice'

interface Sum {
  cents: number
  currency: string
}

/** The agreed quotes, by the line that is charged for each. */
const agreed = new WeakMap<CartLine, { token: string; amount: Sum; price: Sum; expires_at: string }>()

/** Renders a template of the plugin. A template may only print values and words, each escaped. Throws for one that does more. */
export function renderTemplate(name: string, values: Record<string, unknown>): string {
  const html = readFileSync(`${pluginFolder}/templates/${name}.php`, 'utf8')
    .replace("<?php defined( 'ABSPATH' ) || exit; ?>\n", '')
    .replace(/<\?php echo esc_(?:url|attr|html)\( \$(\w+) \); \?>/g, (_, value: string) => {
      if (!(value in values)) throw new TypeError(`${name} uses the unknown value ${value}`)
      return escape(String(values[value]))
    })
    .replace(/<\?php esc_html_e\( '([^']*)', 'storefront-widgets' \); \?>/g, (_, words: string) => escape(words))
  if (html.includes('<?')) throw new TypeError(`${name} contains PHP that does more than print values`)
  return html
}

/** Returns the values of the plugin’s templates for a page of this cart. */
export const toPluginValues = (cart: Cart, proxy: string, lang: string) => ({
  amount: sumOf(cart.lines.filter(ships)),
  currency,
  price_url: `${proxy}/v1/protection/quotes?cents=${sumOf(cart.lines.filter(ships))}&currency=${currency}`,
  lang,
  proxy,
  endpoint,
  nonce: cart.token,
  line: JSON.stringify(cart.lines.map((line) => agreed.get(line)).find(Boolean) ?? null),
  lines: cart.lines.filter((line) => agreed.has(line)).length,
  hidden: '',
  quote: '',
  words: 'Shipment protection is offered here when it is available.',
  order_number: '',
  email: '',
  assertion_url: '/storefront/assertion',
  sign_in_url: '/account?sign-in',
  claim_url: '/help',
  contact_url: '/help',
})

/** Imitates the server’s side of the plugin: receives the choice, verifies it with the proxy, and charges the verified price. */
export function wooCommerceRoutes(app: FastifyInstance, callProxy: CallProxy) {
  app.post<{ Body: { token?: string; nonce?: string } }>(endpoint, async ({ visitor: { cart }, body: { token, nonce } }, reply) => {
    if (nonce !== cart.token) return reply.code(403).send({ kept: false })
    cart.lines = cart.lines.filter((line) => !isProtection(line))
    if (!token) return { kept: true }
    const amount = { cents: sumOf(cart.lines.filter(ships)), currency }
    type Found = { valid: boolean; amount: Sum | null; price: Sum | null; expires_at: string | null }
    const found = await callProxy<Found>('POST', 'quotes/verification', { token, amount }).catch(() => undefined)
    if (!found?.valid || !found.amount || !found.price || !found.expires_at) return { kept: false }
    const line = cart.add(protectionProduct.first_variant_id + found.price.cents, 1, { [quoteProperty]: token })
    agreed.set(line, { token, amount: found.amount, price: found.price, expires_at: found.expires_at })
    return { kept: true }
  })
}
