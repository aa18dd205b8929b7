import { openStores } from '../proxy/background/stores.ts'
import { refuseClaim } from '../proxy/claims/approve-refuse.ts'
import { figureNames, type Figure } from '../proxy/figures/figure.ts'
import { platformRefundJob } from '../proxy/reports/report-jobs.ts'
import { openDatabase } from '../proxy/store/open-database.ts'
import { earlierClaims, storeEarlierClaims } from './earlier-claims.ts'
import { jonas, mira } from './services/protection/people.seed.ts'
import { products } from './shop/catalogue.ts'

/** The addresses and settings of the demo that is filled. */
interface Demo {
  shop: string
  proxy: string
  services: string
  settings: Record<string, string>
}

/** An order as the shop has placed it. */
interface Placed {
  id: string
  number: string
  lines: { id: string }[]
}

type Handle = 'stoneware-mug' | 'letterpress-poster' | 'linen-tote'

/** An order that the console shows. With `lang` the shopper agreed to protection in this language; a claim is about all that was sent. */
interface Planned {
  person: typeof mira
  lines: readonly (readonly [handle: Handle, quantity: number])[]
  lang?: string
  claim?: 'refund' | 'reorder' | 'store_credit'
}

const orders: readonly Planned[] = [
  { person: mira, lines: [['stoneware-mug', 2]], claim: 'refund', lang: 'en' },
  {
    person: jonas,
    lines: [
      ['letterpress-poster', 1],
      ['linen-tote', 2],
    ],
    claim: 'reorder',
    lang: 'de',
  },
  { person: mira, lines: [['linen-tote', 3]], claim: 'store_credit', lang: 'en' },
  { person: jonas, lines: [['letterpress-poster', 2]], claim: 'refund', lang: 'fr' },
]
/** An order whose claim a person has refused. */
const decided: Planned = { person: mira, lines: [['letterpress-poster', 2]], claim: 'refund', lang: 'en' }
/** An order that paid for protection, and has more goods than its quote covers. */
const unprotected: Planned = { person: mira, lines: [['stoneware-mug', 3]] }
/** An order that the service refuses. */
const refused: Planned = { person: jonas, lines: [['stoneware-mug', 1]] }

/**
 * Fills the console with what a shop sees after some weeks: claims that wait, reports that need a person, and figures. The orders are those of the demo's
 * shop, so it can refund them and send them again.
 */
export async function fillConsole({ shop, proxy, services, settings }: Demo) {
  const control = async (path: string, body: unknown) => {
    const answer = await fetch(`${services}/_control/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  }
  /** Waits until the service has the shipment of an order, or the order itself. */
  const reported = async ({ id }: Placed, list: 'orders' | 'shipments') => {
    for (let look = 0; look < 100; look += 1) {
      const answer = await fetch(`${services}/_control/state?of=${list}`)
      const found = ((await answer.json()) as Record<string, { shop_order_id: string }[]>)[list]!
      if (found.some(({ shop_order_id }) => shop_order_id === id)) return
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error(`Order ${id} was not reported to the service.`)
  }
  /** The quote for the goods of an order, with the record of the consent behind the token, as the widget writes it. */
  const quote = async (lines: Planned['lines'], lang: string) => {
    const cents = lines.reduce((sum, [handle, quantity]) => sum + productOf(handle).price * quantity, 0)
    const answer = await fetch(`${proxy}/v1/protection/quotes?cents=${cents}&currency=USD`, {
      headers: { Origin: settings.ALLOWED_ORIGINS!, 'Accept-Language': lang },
    })
    const { token, price } = (await answer.json()) as { token: string; price: { cents: number; currency: string } }
    const consent = Buffer.from(JSON.stringify({ at: new Date().toISOString(), wording: '1', lang, price })).toString('base64url')
    return { quote: `${token}~${consent}`, price }
  }
  const place = async ({ person, lines, lang }: Planned, key: string, isShipped: boolean): Promise<Placed> => {
    const answer = await fetch(`${shop}/platform/checkouts`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${settings.MERCHANT_API_KEYS}` },
      body: JSON.stringify({
        key,
        customer_id: person.customer.shop_customer_id,
        address: person.shipping_address,
        lines: lines.map(([handle, quantity]) => ({ variant_id: productOf(handle).id, quantity })),
        ...(lang && { protection: await quote(lines, lang) }),
        is_shipped: isShipped,
      }),
    })
    if (!answer.ok) throw new Error(`checkouts: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Placed
  }

  const claim = async (planned: Planned, key: string) => {
    const order = await place(planned, key, true)
    await reported(order, 'shipments')
    if (planned.claim) await control('claims', { shop_order_id: order.id, resolution: planned.claim })
    return order
  }
  for (const [index, planned] of orders.entries()) await claim(planned, `filled-${index}`)
  const denied = await claim(decided, 'filled-decided')
  const beyond = await place(unprotected, 'filled-unprotected', true)
  await reported(beyond, 'shipments')
  // As if a field were wrong.
  const refusal = { error: ['shipping_address.postal_code is not a postal code of US'] }
  await control('faults', { match: { method: 'POST', path: '/protection/api/v1/orders' }, status: 422, body: refusal, times: 1 })
  await place(refused, 'filled-refused', false)
  await addToStore(settings, beyond, denied)
}

const productOf = (handle: Handle) => products.find((product) => product.handle === handle)!

/** Adds what no request of the demo can create: a refund that a person has to make, a decision of a person, and the claims and figures of earlier days. */
async function addToStore(settings: Record<string, string>, { id, lines: [line] }: Placed, denied: Placed) {
  const where = { folder: settings.DATA_DIR! }
  const stores = await openStores(where)
  try {
    const lines = [{ id: line!.id, quantity: 1, amount: { cents: 185, currency: 'USD' } }]
    await stores.enqueue([
      platformRefundJob({ order: id, reason: 'the quote token covers 48.00 USD, and the order has 72.00 USD', tell: false, beyond: true, lines }),
    ])
    await refuse(stores, denied)
    await stores.addFigures(figuresOf(90, Date.now()))
  } finally {
    await stores.close()
  }
  const database = await openDatabase(where, { migrates: false })
  try {
    await storeEarlierClaims(database, earlierClaims(85, Date.now()))
  } finally {
    await database.close()
  }
}

/** Refuses the claim about an order, as soon as it waits for a person. */
async function refuse(stores: Awaited<ReturnType<typeof openStores>>, { id }: Placed) {
  for (let look = 0; look < 100; look += 1) {
    const [claim] = await stores.claimsOf(id)
    if (claim?.state === 'awaiting')
      return void (await refuseClaim(stores, claim, 'the carrier has a signature and a photo of the handover', { who: 'mara', via: 'token' }))
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`The claim about order ${id} does not wait for a person.`)
}

/** The share of each language among the visitors of the demo's shop. */
const languages: readonly (readonly [lang: string, share: number])[] = [
  ['en', 0.62],
  ['de', 0.21],
  ['fr', 0.11],
  ['other', 0.06],
]

/** Made-up figures that look like a shop: more on week-ends, slowly growing, and the same on every run. */
export function figuresOf(days: number, now: number): Figure[] {
  const figures: Figure[] = []
  for (let ago = days; ago >= 0; ago -= 1) {
    const time = now - ago * 24 * 3_600_000
    const day = new Date(time).toISOString().slice(0, 10)
    const weekday = new Date(time).getUTCDay()
    // Today is not over yet.
    const part = ago === 0 ? (now % (24 * 3_600_000)) / (24 * 3_600_000) : 1
    const wave = part * (1 + 0.35 * Math.sin(ago * 1.7) * Math.cos(ago * 0.6)) * (weekday === 0 || weekday === 6 ? 1.4 : 1) * (1 + (days - ago) / (2 * days))
    for (const [lang, share] of languages) {
      const offered = Math.round(190 * wave * share)
      const orders = Math.round(offered * 0.38)
      const chosen = Math.round(orders * (0.34 + 0.05 * Math.sin(ago / 5)))
      const events = {
        offered,
        orders,
        chosen,
        protected: Math.max(0, chosen - (ago % 9 === 0 ? 1 : 0)),
        lookups: Math.round(orders * 1.6),
        redeemed: Math.round(orders * 0.07),
      }
      const cents = { orders: orders * 6_150, protected: events.protected * 7_400, revenue: events.protected * 245, redeemed: events.redeemed * 900 }
      for (const name of figureNames) {
        const count = name === 'revenue' ? events.protected : events[name]
        const sum = name in cents ? cents[name as keyof typeof cents] : 0
        if (count > 0) figures.push({ day, lang, name, currency: sum > 0 ? 'USD' : '', events: count, cents: sum })
      }
    }
  }
  return figures
}
