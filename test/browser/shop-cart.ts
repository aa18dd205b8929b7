import { waitUntil } from './wait-until.ts'

/** A line of the shop's Ajax cart. */
export interface Line {
  key: string
  variant_id: number
  quantity: number
  final_line_price: number
  properties: Record<string, string>
}

/** Variants in the shop: two that are shipped, and one that is not. */
export const [mug, poster, song] = [9800000101, 9800000102, 9800000104]

/** The addresses of the proxy and of the services behind it. */
export const { proxy, services } = (await (await fetch('/stack.json')).json()) as { proxy: string; services: string }

/** The object `Shopify` of a page of a Shopify shop. */
export const shopify: { routes: object; actions?: object } = { routes: { root: '/' } }
Object.assign(window, { Shopify: shopify })

/** The container of the elements on the page. */
export const place = document.body.appendChild(document.createElement('main'))

/** Posts a body as JSON, as a theme does. */
export async function send(url: string, body: unknown = {}) {
  const answer = await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })
  // Read to its end, because only then the browser reports the request.
  await answer.text()
}

/** Adds a quantity of a variant to the cart. */
export const put = (id: number, quantity = 1, properties = {}) => send('/cart/add.js', { items: [{ id, quantity, properties }] })

/** The lines of the cart. */
export const lines = async () => ((await (await fetch('/cart.js')).json()) as { items: Line[] }).items

/** The protection lines of the cart. */
export const protectionLines = async () => (await lines()).filter(({ properties }) => properties._protection_quote)

/** Waits until the cart's protection lines have these prices, in cents. */
export const holdsProtection = (...prices: number[]) =>
  waitUntil(async () => String((await protectionLines()).map((line) => line.final_line_price)) === String(prices), `cart does not hold ${prices.join()}`)

/** Replaces the content of the container. */
export function show(markup = '<storefront-protection></storefront-protection>') {
  place.innerHTML = markup
  return place.querySelector('storefront-protection')!
}

/** Makes the services fail or delay. */
export const fault = (what: object) => send(`${services}/_control/faults`, { match: { path: '/protection' }, ...what })

/** Lets the services work again. */
export const mend = () => fetch(`${services}/_control/faults`, { method: 'DELETE' })
