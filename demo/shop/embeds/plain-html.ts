import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { ships, sumOf } from '../cart.ts'
import { currency } from '../catalogue.ts'
import type { AskProxy } from '../merchant.ts'
import type { Theme } from '../theme.ts'

/** A snippet as it is pasted, with the proxy's address and what the server fills in. */
export function renderSnippet(name: string, proxy: string, values: Record<string, string | number> = {}): string {
  const html = readFileSync(new URL(`../../../shops/html/${name}.html`, import.meta.url), 'utf8').replaceAll('https://widgets.example.com', proxy)
  // Of an attribute or of an address.
  const place = (name: string) => new RegExp(`(?<=[ ?;]${name}=)("?)[^"&]*`)
  return Object.entries(values).reduce((text, [name, value]) => text.replace(place(name), (_, quote: string) => quote + value), html)
}

/** Where the form of the cart's snippet goes. */
export const formAddress = '/embeds/html/checkout'

/** Takes what the form brings and says what would be charged: what the proxy says of the quote, whatever else the form holds. */
export function plainHtmlRoutes(app: FastifyInstance, theme: Theme, askProxy: AskProxy) {
  app.post<{ Body: Record<string, string> }>(formAddress, async (request, reply) => {
    const { visitor, body } = request
    const amount = { cents: sumOf(visitor.cart.lines.filter(ships)), currency }
    type Found = { valid: boolean; price: { cents: number } | null }
    const token = body.protection_quote
    const found = token ? await askProxy<Found>('POST', 'quotes/verification', { token, amount }).catch(() => undefined) : undefined
    const charged = found?.valid && found.price ? `${found.price.cents} ${currency} for protection` : 'nothing for protection'
    return theme.page(request, reply, 'embed', { title: 'Taken', about: `Your server would charge ${charged}.`, embed: ' ' })
  })
}
