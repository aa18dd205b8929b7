import Fastify from 'fastify'
import { priceOf } from '../../demo/services/protection/quotes.ts'
import { readForms } from '../../demo/shop/forms.ts'
import { cartRoutes } from '../../demo/shop/routes/cart.ts'
import { createTheme } from '../../demo/shop/theme.ts'
import { recogniseVisitors } from '../../demo/shop/visitors.ts'
import protectionProduct from '../../demo/protection-product.json' with { type: 'json' }
import { decimals, type Money } from '../../src/contract/money.ts'
import type { Quote } from '../../src/contract/protection.ts'
import type { Clock } from './clock.ts'

/** A line as the shop's Ajax cart writes it. */
export interface Line {
  key: string
  variant_id: number
  quantity: number
  final_line_price: number
  requires_shipping: boolean
  properties: Record<string, string>
}

/** A request that reached the shop's cart. */
export interface Seen {
  path: string
  /** Whether protection's own code sent it. */
  own: boolean
  body: Record<string, unknown>
}

/** The fate of a request: its milliseconds there and back, and its fault, if any. */
export interface Fate {
  there: number
  back: number
  lost?: 'before' | 'after'
  status?: number
}

const app = Fastify()
recogniseVisitors(app)
readForms(app)
cartRoutes(app, createTheme('https://proxy.example'))

/** The start of the addresses at which browsers request prices. */
export const proxy = 'https://proxy.example'

const isOurs = ({ properties }: Line) => !!properties._protection_quote

/** One shopper's cart at the real demo shop, called in-process, and the service's prices, behind a network that gives each request its fate. */
export class ShopWorld {
  #cookie = ''
  /** Requests that reached the cart and may have changed it. */
  readonly seen: Seen[] = []
  /** The price level, in percent of the stand-in's prices. */
  level = 100
  asked = 0
  quoted = 0
  /** The service's quotes, by token. */
  readonly promises = new Map<string, Quote>()
  /** The number of requests that have not arrived yet or are not answered yet. */
  underway = 0

  constructor(
    readonly clock: Clock,
    readonly fateOf: (url: string) => Fate,
    readonly currency = 'USD',
  ) {}

  /** Sends a request of the page's code, as `fetch` does. */
  readonly send = (url: string, init: RequestInit = {}): Promise<Response> =>
    new Promise((resolve, reject) => {
      const { signal } = init
      const abort = () => reject(signal!.reason as Error)
      if (signal?.aborted) return abort()
      signal?.addEventListener('abort', abort)
      const { there, back, lost, status } = this.fateOf(url)
      this.underway++
      const answer = (act: () => void) =>
        this.clock.setTimeout(() => {
          this.underway--
          act()
        }, back)
      const fail = () => reject(new TypeError('Failed to fetch'))
      if (!url.startsWith('/')) this.asked++
      this.clock.setTimeout(() => {
        if (lost === 'before') return answer(fail)
        if (status) return answer(() => resolve(toResponse(status, {})))
        void this.reach(url, init).then(({ status, body }) => answer(lost ? fail : () => resolve(toResponse(status, body))))
      }, there)
    })

  /** Handles a request that has arrived at the shop or at the service. */
  async reach(url: string, { method = 'GET', body }: RequestInit = {}): Promise<{ status: number; body: unknown }> {
    if (!url.startsWith('/')) return this.#quote(new URL(url))
    if (method === 'POST')
      this.seen.push({ path: url.replace(/\?.*/, ''), own: url.includes('storefront-protection'), body: JSON.parse(body as string) as Seen['body'] })
    this.clock.busy++
    const answer = await app.inject({
      method: method as 'GET' | 'POST',
      url,
      ...(body ? { payload: body as string, headers: { 'Content-Type': 'application/json', Cookie: this.#cookie } } : { headers: { Cookie: this.#cookie } }),
    })
    this.clock.busy--
    const [cookie] = [answer.headers['set-cookie']].flat()
    if (cookie) this.#cookie = cookie.split(';')[0]!
    const written = JSON.parse(answer.body) as object
    return { status: answer.statusCode, body: 'currency' in written ? { ...written, currency: this.currency } : written }
  }

  #quote({ searchParams }: URL): { status: number; body: unknown } {
    const amount = { cents: Number(searchParams.get('cents')), currency: searchParams.get('currency')! }
    try {
      const { price, expires_at, variant } = this.priceFor(this.hundredths(amount))
      const quote: Quote = { token: `sealed-${++this.quoted}`, amount, price, variant, expires_at }
      this.promises.set(quote.token, quote)
      return { status: 200, body: quote }
    } catch {
      return { status: 422, body: { code: 'not-eligible', status: 422 } }
    }
  }

  /** Converts money to the shop's notation: hundredths of the currency's unit, however many decimals the currency has. */
  hundredths({ cents, currency }: Money): number {
    return (cents * 100) / 10 ** decimals(currency)
  }

  /** The service's present price for an amount in the shop's notation. */
  priceFor(hundredths: number): Pick<Quote, 'price' | 'variant' | 'expires_at'> {
    const { first_variant_id, step_cents, highest_cents } = protectionProduct
    const { currency } = this
    const price = priceOf({ cents: hundredths, currency })
    // Without decimals, prices go in whole units: there is no half yen.
    const step = decimals(currency) ? step_cents : 100
    const stepped = Math.ceil((price.cents * this.level) / (100 * step)) * step
    if (stepped > highest_cents) throw new RangeError('more than can be protected')
    return {
      price: { cents: (stepped / 100) * 10 ** decimals(currency), currency },
      variant: { id: first_variant_id + stepped },
      expires_at: new Date(this.clock.now + 24 * 3_600_000).toISOString(),
    }
  }

  /** The quoted price of a line, if the line was bought for a quote for that amount and the quote is still valid. */
  promiseOf({ properties }: Line, hundredths: number): number | undefined {
    const promise = this.promises.get(properties._protection_quote?.split('~')[0] ?? '')
    const holds = promise && this.hundredths(promise.amount) === hundredths && Date.parse(promise.expires_at) > this.clock.now
    return holds ? this.hundredths(promise.price) : undefined
  }

  /** Starts a new cart after an order. Every platform is assumed to keep the old cart's name with the order and to give the next cart another name. */
  async startAnew(): Promise<void> {
    this.#cookie = ''
    await this.lines()
  }

  /** The lines of the cart. */
  async lines(): Promise<Line[]> {
    return ((await this.reach('/cart.js')).body as { items: Line[] }).items
  }

  /** The protection lines of the cart, its other goods, and the value of what ships. */
  async protection(): Promise<{ lines: Line[]; goods: string; ships: number; empty: boolean }> {
    const lines = await this.lines()
    const goods = lines.filter((line) => !isOurs(line) && !isProtection(line))
    return {
      lines: lines.filter((line) => isOurs(line) || isProtection(line)),
      goods: toText(goods.map(({ variant_id, quantity }) => [variant_id, quantity])),
      ships: goods.filter(({ requires_shipping }) => requires_shipping).reduce((sum, { final_line_price }) => sum + final_line_price, 0),
      empty: !lines.length,
    }
  }
}

/** Whether a line is of the protection product. */
export const isProtection = ({ variant_id }: Line) => variant_id >= protectionProduct.first_variant_id

/** Writes lines as text, sorted by variant, independent of the cart's order. */
export const toText = (lines: (readonly [number, number])[]) =>
  lines
    .filter(([, quantity]) => quantity > 0)
    .sort(([a], [b]) => a - b)
    .join(' ')

const toResponse = (status: number, body: unknown) =>
  ({
    ok: status < 300,
    status,
    headers: new Headers(status === 429 ? { 'Retry-After': '2' } : {}),
    text: async () => JSON.stringify(body),
    json: async () => body,
  }) as unknown as Response
