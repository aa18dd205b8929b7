import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import fc from 'fast-check'
import { readPayload } from '../../proxy/merchant/platforms/payload.ts'
import { findTopic, webhookWork, type Platform } from '../../proxy/merchant/platforms/platform.ts'
import { shopify } from '../../proxy/merchant/platforms/shopify.ts'
import { woocommerce } from '../../proxy/merchant/platforms/woocommerce.ts'
import { orderFact, platformRefundWork, type OrderFacts } from '../../proxy/merchant/reports/works.ts'
import { runs } from '../properties/runs.ts'
import { startInMemory, type InMemory } from './in-memory.ts'
import { address, lineOf, moneySet, orderPayload, toBody, type Payload } from './payloads.ts'
import { wooOrder } from './woocommerce-payloads.ts'

/** Tokens that a shopper may come by: sealed for the protection variant, for another one, by an older version, or not by this proxy. */
const kinds = ['good', 'other variant', 'no variant', 'older', 'other currency', 'foreign', 'truncated', 'raw', 'forged'] as const
const protectionVariant = 4_100_000_099n
const goodsVariant = 4_100_000_050n
const mugs = 4800

const seal = fc.record({
  kind: fc.constantFrom(...kinds, 'good', 'good', 'good', 'good'),
  price: fc.integer({ min: 0, max: 900 }),
  amount: fc.constantFrom(mugs, mugs, mugs, 1000),
})
const line = fc.record({
  /** Which of the tokens it carries; beyond the last: none. */
  token: fc.constantFrom(0, 0, 1, 2, 3),
  property: fc.constantFrom('_protection_quote', '_protection_quote', 'protection_quote', 'both', '_protection_terms', 'none'),
  isProtectionVariant: fc.oneof({ weight: 2, arbitrary: fc.constant(true) }, fc.boolean()),
  ships: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.boolean()),
  giftCard: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.boolean()),
  quantity: fc.constantFrom(1, 1, 1, 2, 7),
  /** What one costs: the price of its token, or anything else. */
  cost: fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, fc.integer({ min: 0, max: 90_000 })),
  discount: fc.constantFrom(0, 0, 5, 40),
  tax: fc.constantFrom(0, 0, 7, 333),
  gone: fc.constantFrom(0, 0, 0, 1),
  /** At WooCommerce: a fee, or goods. */
  asFee: fc.boolean(),
})
const order = fc.record({
  platform: fc.constantFrom<Platform['name']>('shopify', 'shopify', 'woocommerce'),
  lines: fc.array(line, { minLength: 1, maxLength: 4 }),
  withMugs: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, fc.boolean()),
  euros: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.boolean()),
  taxesIncluded: fc.boolean(),
  daysLate: fc.constantFrom(0, 0, 0, 3),
  tokenInCart: fc.integer({ min: 0, max: 3 }),
  refusesTokens: fc.oneof({ weight: 2, arbitrary: fc.constant(false) }, fc.boolean()),
  repeats: fc.integer({ min: 0, max: 1 }),
  removes: fc.boolean(),
})
type Line = typeof line extends fc.Arbitrary<infer Value> ? Value : never
type Order = typeof order extends fc.Arbitrary<infer Value> ? Value : never
const history = fc.record({ seals: fc.array(seal, { minLength: 1, maxLength: 3 }), orders: fc.array(order, { minLength: 1, maxLength: 3 }) })

interface Token {
  text: string
  kind: (typeof kinds)[number]
  price: number
}

async function makeToken(proxy: InMemory, { kind, price, amount }: typeof seal extends fc.Arbitrary<infer Value> ? Value : never): Promise<Token> {
  const currency = kind === 'other currency' ? 'GBP' : 'USD'
  const claims = {
    upstream: 'pq$own/token+of/the+service=',
    amount: { cents: amount, currency },
    price: { cents: price, currency },
    until: Math.floor(Date.now() / 1000) + 86_400,
    ...(kind !== 'older' && { variant: kind === 'no variant' ? null : String(kind === 'other variant' ? 77 : protectionVariant) }),
  }
  const sealed = await (kind === 'foreign' ? proxy.sealElsewhere(claims) : proxy.seal(claims))
  const text = { truncated: sealed.slice(0, -3), raw: claims.upstream, forged: sealed.replace(/.(?=.{40}$)/, (one) => (one === 'A' ? 'B' : 'A')) }[
    kind as string
  ]
  return { text: text ?? sealed, kind, price }
}

const toText = (cents: number) => (cents / 100).toFixed(2)
let ids = 7_000_000_000_000_000_000n

/** What is known of a line from how it was made. */
interface Made {
  spec: Line
  token: Token | undefined
  /** Cents that one costs, before tax, discounts off. */
  cost: number
  isFee: boolean
}

function build({ spec, tokens }: { spec: Order; tokens: readonly Token[] }) {
  const id = (ids += 100n)
  const made = new Map<string, Made>()
  const place = spec.lines.map((one, index) => {
    const lineId = id + 10n + BigInt(index)
    const token = tokens[one.token]
    made.set(String(lineId), {
      spec: one,
      token: one.property === 'none' || one.property === '_protection_terms' ? undefined : token,
      cost: one.cost ?? token?.price ?? 150,
      isFee: false,
    })
    return { one, lineId, known: made.get(String(lineId))! }
  })
  const at = new Date(Date.now() + spec.daysLate * 86_400_000).toISOString()
  const namesOf = ({ property }: Line) => (property === 'none' ? [] : property === 'both' ? ['_protection_quote', '_protection_terms'] : [property])
  if (spec.platform === 'shopify') {
    const money = (cents: number) =>
      spec.euros ? moneySet(toText(cents * 2), 'EUR', { amount: toText(cents), currency_code: 'USD' }) : moneySet(toText(cents))
    const toLine = ({ one, lineId, known }: (typeof place)[number]) =>
      lineOf(lineId, {
        variant_id: one.isProtectionVariant ? protectionVariant : goodsVariant,
        quantity: one.quantity,
        current_quantity: one.quantity - Math.min(one.quantity, one.gone),
        requires_shipping: one.ships,
        gift_card: one.giftCard,
        price: toText(known.cost),
        price_set: money(known.cost),
        properties: namesOf(one).map((name) => ({ name, value: known.token?.text ?? 'x' })),
        discount_allocations: [{ amount_set: money(one.discount), discount_application_index: 0 }],
        tax_lines: [{ price_set: money(one.tax) }],
      })
    const sums = ['subtotal_price', 'total_discounts', 'total_shipping_price', 'total_tax', 'total_price'].map((name) => [`${name}_set`, money(10_000)])
    const payload = orderPayload(id, {
      ...(Object.fromEntries(sums) as Payload),
      currency: spec.euros ? 'EUR' : 'USD',
      taxes_included: spec.taxesIncluded,
      created_at: at,
      updated_at: at,
      note_attributes: tokens[spec.tokenInCart] ? [{ name: '_protection_quote', value: tokens[spec.tokenInCart]!.text }] : [],
      line_items: [...(spec.withMugs ? [lineOf(id + 1n, { price_set: money(mugs / 2) })] : []), ...place.map(toLine)],
    })
    return { id, made, payload, platform: shopify, topic: 'orders/create' }
  }
  const toPart = ({ one, lineId, known }: (typeof place)[number], isFee: boolean): Payload => {
    known.isFee = isFee
    const total = isFee ? known.cost : known.cost * one.quantity
    const meta_data = namesOf(one).map((key) => ({ key, value: known.token?.text ?? 'x' }))
    const part = { id: lineId, name: 'Line', total: toText(total), total_tax: toText(one.tax), meta_data }
    return isFee ? part : { ...part, product_id: 94n, quantity: one.quantity, subtotal: toText(total), virtual: !one.ships }
  }
  const base = wooOrder(id, { date_created_gmt: at.slice(0, 19), date_modified_gmt: at.slice(0, 19), prices_include_tax: spec.taxesIncluded })
  const [goods] = base.line_items as Payload[]
  const partsOf = (asFee: boolean) => place.filter(({ one }) => one.asFee === asFee).map((one) => toPart(one, asFee))
  const payload: Payload = {
    ...base,
    billing: { ...(base.billing as Payload), phone: address.phone },
    line_items: [...(spec.withMugs ? [{ ...goods, subtotal: '48.00', total: '48.00', total_tax: '0.00' }] : []), ...partsOf(false)],
    fee_lines: partsOf(true),
    shipping_lines: spec.withMugs ? base.shipping_lines : [],
    meta_data: tokens[spec.tokenInCart] ? [{ key: '_protection_quote', value: tokens[spec.tokenInCart]!.text }] : [],
  }
  return { id, made, payload, platform: woocommerce, topic: 'order.created' }
}

/** The seal that lets a machine give this line back, by what is known of how both were made; undefined where there is none. */
function sealOf({ spec, token, isFee }: Made, platform: Platform): Token | undefined {
  if (platform.name === 'woocommerce') return isFee && (['good', 'other variant', 'no variant'] as unknown[]).includes(token?.kind) ? token : undefined
  return token?.kind === 'good' && spec.isProtectionVariant && !spec.ships && !spec.giftCard ? token : undefined
}

async function play(proxy: InMemory, { seals, orders }: typeof history extends fc.Arbitrary<infer Value> ? Value : never, seen: Record<string, number>) {
  const tokens = await Promise.all(seals.map((one) => makeToken(proxy, one)))
  const given = new Map<string, { sum: number; most: number }>()
  const spentBy = new Map<string, string>()
  /** Whether the token has not been spent by another order. */
  const spend = ({ text }: Token, id: string) => spentBy.set(text, spentBy.get(text) ?? id).get(text) === id
  for (const spec of orders) {
    const { id, made, payload, platform, topic } = build({ spec, tokens })
    proxy.refuseTokens(spec.refusesTokens)
    const from = proxy.refunds.length
    for (let times = 0; times <= spec.repeats; times += 1) {
      const text = toBody(times === 0 ? payload : { ...payload, updated_at: new Date(Date.now() + 4 * 86_400_000).toISOString() })
      await proxy.accept(webhookWork(platform, findTopic(platform, topic)!, readPayload(text)!))
    }
    const known = proxy.fact<OrderFacts>(orderFact(String(id)))
    if (spec.removes && known?.charge && known.protected)
      await proxy.accept(platformRefundWork({ order: String(id), reason: 'its customer took it off', lines: [known.charge], tell: true }))
    seen.orders = (seen.orders ?? 0) + 1
    if (known?.protected) {
      seen.protected = (seen.protected ?? 0) + 1
      const paying = made.get(known.paying ?? '')
      assert.ok(paying && spend(paying.token!, String(id)), 'one quote protects one order')
    }

    for (const { key, order: of, lines } of new Map(proxy.refunds.slice(from).map((refund) => [refund.key, refund])).values()) {
      assert.equal(of, String(id))
      for (const { id: lineId, amount, presented = amount } of lines) {
        const one = made.get(lineId)
        assert.ok(one, 'goods were refunded')
        const token = sealOf(one, platform)
        assert.ok(token, `refunded without a seal for it: ${JSON.stringify(one.spec)} ${one.token?.kind}`)
        const tax = spec.taxesIncluded ? 0 : Math.ceil(one.spec.tax / (one.isFee ? 1 : one.spec.quantity))
        const most = token.price + tax
        assert.ok(spend(token, of), 'a quote gave money back to another order than the first that spent it')
        assert.equal(presented.currency, 'USD')
        assert.ok(presented.cents <= most, `${presented.cents} of ${most}`)
        if (spec.euros && platform === shopify) assert.ok(amount.cents <= 2 * most + 2, `${amount.cents} EUR of ${2 * most}`)
        const name = `${key.startsWith('removal') ? 'removal' : 'refund'} ${token.text}`
        const sum = given.get(name) ?? { sum: 0, most: 0 }
        given.set(name, { sum: sum.sum + presented.cents, most: Math.max(sum.most, most) })
        seen.refunds = (seen.refunds ?? 0) + 1
      }
    }
  }
  for (const { sum, most } of given.values()) assert.ok(sum <= most, `${sum} given back on the strength of a quote for ${most}`)
}

test('no order of a platform, however hostile, is given more by machine than its sealed, unspent quote says, and never for goods', async (t: TestContext) => {
  const seen: Record<string, number> = {}
  const proxy = startInMemory()

  await fc.assert(
    fc.asyncProperty(history, (one) => play(proxy, one, seen)),
    runs(250),
  )

  seen.held = proxy.held.filter(({ work }) => work.kind === 'platform-refund').length
  t.diagnostic(JSON.stringify(seen))
  assert.ok(seen.refunds! > 20 && seen.held > 20 && seen.protected! > 10, JSON.stringify(seen))
})
