import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { ships, sumOf } from '../cart.ts'
import { currency } from '../catalogue.ts'
import type { CallProxy } from '../merchant.ts'
import { toMoney, type Theme } from '../theme.ts'

/** Returns a snippet with the proxy’s address and the values that the server fills in. */
export function renderSnippet(name: string, proxy: string, values: Record<string, string | number> = {}): string {
  const html = readFileSync(new URL(`../../../shops/html/${name}.html`, import.meta.url), 'utf8').replaceAll('https://widgets.example.com', proxy)
  // The value of an attribute or of a parameter in an address.
  const place = (name: string) => new RegExp(`(?<=[ ?;]${name}=)("?)[^"&]*`)
  return Object.entries(values).reduce((text, [name, value]) => text.replace(place(name), (_, quote: string) => quote + value), html)
}

/** The address of the form in the cart’s snippet. */
export const formAddress = '/embeds/html/checkout'

/** Reads the form and shows what would be charged. Only the proxy’s verification of the quote counts, whatever else the form contains. */
export function plainHtmlRoutes(app: FastifyInstance, theme: Theme, callProxy: CallProxy) {
  app.post<{ Body: Record<string, string> }>(formAddress, async (request, reply) => {
    const { visitor, body } = request
    const amount = { cents: sumOf(visitor.cart.lines.filter(ships)), currency }
    type Found = { valid: boolean; price: { cents: number } | null }
    const token = body.protection_quote
    const found = token ? await callProxy<Found>('POST', 'quotes/verification', { token, amount }).catch(() => undefined) : undefined
    const charged = found?.valid && found.price ? `${toMoney(found.price.cents)} for protection` : 'nothing for protection'
    return theme.page(request, reply, 'embed', { title: 'Taken', about: `Your server would charge ${charged}.`, embed: ' ' })
  })
}
