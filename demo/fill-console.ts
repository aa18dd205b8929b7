import { openStores } from '../proxy/background/stores.ts'
import { figureNames, type Figure } from '../proxy/figures/figure.ts'
import { platformRefundJob } from '../proxy/reports/report-jobs.ts'
import type { OrderInput, ShipmentInput } from '../proxy/upstream/protection.ts'
import { jonas, mira } from './services/protection/people.seed.ts'

/** The addresses and settings of the demo that is filled. */
interface Demo {
  proxy: string
  services: string
  settings: Record<string, string>
}

const usd = (cents: number) => ({ cents, currency: 'USD' })

/** What was ordered: the name, the price of a piece, how many. */
type Line = readonly [name: string, cents: number, quantity: number]

/** The orders that the console shows. One with a claim is protected: the shopper agreed in this language, and the claim is raised about what was sent. */
const orders: { id: string; person: typeof mira; lines: readonly Line[]; claim?: 'refund' | 'reorder' | 'store_credit'; lang?: string }[] = [
  { id: '88001', person: mira, lines: [['Stoneware mug, sand', 2400, 2]], claim: 'refund', lang: 'en' },
  {
    id: '88002',
    person: jonas,
    lines: [
      ['Porcelain teapot, 1.2 l', 8900, 1],
      ['Linen tea towel', 1800, 2],
    ],
    claim: 'reorder',
    lang: 'de',
  },
  { id: '88003', person: mira, lines: [['Hand-bound notebook, A5', 3200, 3]], claim: 'store_credit', lang: 'en' },
  { id: '88004', person: jonas, lines: [['Serving bowl, large', 6400, 1]], claim: 'refund', lang: 'fr' },
  { id: '88005', person: mira, lines: [['Espresso cup, set of four', 5200, 1]] },
]

/** Fills the console with what a shop sees after some weeks: claims that wait, reports that need a person, and figures. */
export async function fillConsole({ proxy, services, settings }: Demo) {
  const report = async (path: string, body: unknown) => {
    const answer = await fetch(`${proxy}/v1/merchant/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${settings.MERCHANT_API_KEYS}` },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return ((await answer.json()) as { id: string }).id
  }
  const settled = async (id: string) => {
    for (let look = 0; look < 50; look += 1) {
      const answer = await fetch(`${proxy}/v1/merchant/reports/${id}`, { headers: { Authorization: `Bearer ${settings.MERCHANT_API_KEYS}` } })
      if (((await answer.json()) as { state: string }).state !== 'waiting') return
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  const control = async (path: string, body: unknown) => {
    const answer = await fetch(`${services}/_control/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  }
  /** An order whose shopper agreed to protection, as the shop reports it: with the token of the quote and the record of the consent. */
  const withProtection = async (order: OrderInput, lang: string): Promise<OrderInput> => {
    const { cents, currency } = order.subtotal_price
    const answer = await fetch(`${proxy}/v1/protection/quotes?cents=${cents}&currency=${currency}`, {
      headers: { Origin: settings.ALLOWED_ORIGINS!, 'Accept-Language': lang },
    })
    const { token, price } = (await answer.json()) as { token: string; price: { cents: number; currency: string } }
    // As the widget writes it behind the token.
    const consent = Buffer.from(JSON.stringify({ at: order.created_at, wording: '1', lang, price })).toString('base64url')
    return {
      ...order,
      line_items: order.line_items.map((line) => ({ ...line, is_insured: true })),
      amount_insured: order.subtotal_price,
      purchased_quote_token: `${token}~${consent}`,
    }
  }

  for (const { id, person, lines, lang } of orders) {
    const plain = toOrder(id, person, lines)
    const order = lang ? await withProtection(plain, lang) : plain
    await settled(await report('orders', order))
    await settled(await report('shipments', toShipment(order)))
  }
  for (const { id, claim } of orders) if (claim) await control('claims', { shop_order_id: id, resolution: claim })
  // The service refuses one order, as it does if a field is wrong.
  const refusal = { error: ['shipping_address.postal_code is not a postal code of US'] }
  await control('faults', { match: { method: 'POST', path: '/protection/api/v1/orders' }, status: 422, body: refusal, times: 1 })
  await settled(await report('orders', toOrder('88006', jonas, [['Stoneware mug, moss', 2400, 1]])))
  await addToStore(settings)
}

/** Adds what no request can create: a refund that a person has to make, and the figures of earlier days. */
async function addToStore(settings: Record<string, string>) {
  const stores = await openStores({ folder: settings.DATA_DIR! })
  try {
    const lines = [{ id: '880059', quantity: 1, amount: usd(185) }]
    await stores.enqueue([
      platformRefundJob({ order: '88005', reason: 'the quote token covers 4800 USD, and the order has 5200 USD', tell: false, beyond: true, lines }),
    ])
    await stores.addFigures(figuresOf(90, Date.now()))
  } finally {
    await stores.close()
  }
}

function toOrder(id: string, person: typeof mira, lines: readonly Line[]): OrderInput {
  const sum = lines.reduce((total, [, cents, quantity]) => total + cents * quantity, 0)
  return {
    shop_order_id: id,
    shop_order_number: `K-${id}`,
    subtotal_price: usd(sum),
    total_discounts_price: usd(0),
    total_shipping_price: usd(600),
    total_tax_price: usd(0),
    total_price: usd(sum + 600),
    financial_status: 'paid',
    ...person,
    line_items: lines.map(([name, cents, quantity], index) => ({
      shop_line_item_id: `${id}${index + 1}`,
      shop_product_id: '8100000001',
      shop_variant_id: '4100000001',
      name,
      unit_price: usd(cents),
      total_price: usd(cents * quantity),
      quantity,
      image_url: 'https://kiln-and-paper.example/mark.svg',
      grams: 380,
      is_insured: false,
    })),
    created_at: new Date().toISOString(),
  }
}

const toShipment = (order: OrderInput): ShipmentInput => ({
  shop_shipment_id: `${order.shop_order_id}0`,
  shop_order_id: order.shop_order_id,
  tracking_number: `1Z999AA1${order.shop_order_id}`,
  tracking_company: 'UPS',
  line_items: order.line_items,
  created_at: order.created_at,
})

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
