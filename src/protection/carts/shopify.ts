import { decimals, type Money } from '../../money.ts'
import type { Cart, CartContent, Change, ProtectionLine, Told } from './cart.ts'

interface ShopifyItem {
  key: string
  variant_id: number
  quantity: number
  final_line_price: number
  requires_shipping: boolean
  gift_card?: boolean
  properties?: Record<string, string> | null
}

interface ShopifyCart {
  currency: string
  items: ShopifyItem[]
  cart_level_discount_applications?: { total_allocated_amount: number }[]
}

/** What themes of the Dawn family put on the page, and what every Shopify page has. */
interface ShopifyWindow {
  Shopify?: { routes?: { root?: string } }
  publish?(name: string, event: { source: string; cartData: ShopifyCart }): void
  subscribe?(name: string, heard: (event: { source?: string }) => void): void
}

const page = window as ShopifyWindow
const source = 'storefront-protection'

/** Shopify's Ajax cart, and any that speaks like it. */
export const createShopifyCart = (): Cart => ({
  read: async (told) => toContent(await ask('cart.js'), told),

  async write(changes, told) {
    for (const change of changes) await ask(...toRequest(change))
    const cart = await ask('cart.js')
    page.publish?.('cart-update', { source, cartData: cart })
    return toContent(cart, told)
  },

  watch(changed) {
    page.subscribe?.('cart-update', (event) => event?.source === source || changed())
    // The standard event comes before the change and on failures too; its promise tells when it is over.
    document.addEventListener(
      'shopify:cart:lines-update',
      (event) => void Promise.resolve((event as Event & { promise?: unknown }).promise).then(changed, changed),
    )
    // Themes that tell nobody still send requests; our own carry our name in the query.
    new PerformanceObserver((list) => {
      if (list.getEntries().some(({ name }) => /\/cart\/(add|change|update|clear)\b/.test(name) && !name.includes(source))) changed()
    }).observe({ type: 'resource' })
  },
})

async function ask(path: string, body?: unknown): Promise<ShopifyCart> {
  const answer = await fetch((page.Shopify?.routes?.root ?? '/') + path, {
    headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(10_000),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  return answer.json() as Promise<ShopifyCart>
}

function toRequest(change: Change): [path: string, body: unknown] {
  if (!('add' in change)) return [`cart/change.js?${source}`, { id: change.key, quantity: change.quantity }]
  const { token, amount, expires_at, variant } = change.add
  const properties = { _protection_quote: token, _protection_terms: [amount.cents, amount.currency, expires_at].join(' ') }
  return [`cart/add.js?${source}`, { items: [{ id: variant?.id, quantity: 1, properties }] }]
}

function toContent({ currency, items, cart_level_discount_applications: discounts = [] }: ShopifyCart, { variant }: Told): CartContent {
  /** Shopify writes a hundredfold of the currency's unit, however many decimals the currency has. */
  const toMoney = (hundredths: number): Money => ({ cents: Math.round((hundredths / 100) * 10 ** decimals(currency)), currency })
  const sum = (some: ShopifyItem[]) => some.reduce((total, item) => total + item.final_line_price, 0)
  const ours = (item: ShopifyItem) => !!item.properties?._protection_quote || item.variant_id === variant
  const ships = sum(items.filter((item) => item.requires_shipping && !item.gift_card && !ours(item)))
  const discount = discounts.reduce((total, { total_allocated_amount }) => total + total_allocated_amount, 0)
  // Discounts on the whole cart are in no line's price: what ships bears its share of them.
  const shippable = toMoney(ships - (ships && (discount * ships) / sum(items)))
  return {
    empty: !items.length,
    shippable: shippable.cents > 0 ? shippable : null,
    lines: items.filter(ours).map(({ key, quantity, final_line_price, properties }): ProtectionLine => {
      const [cents, of, expires_at] = properties?._protection_terms?.split(' ') ?? []
      return {
        key,
        quantity,
        price: toMoney(final_line_price / quantity),
        token: properties?._protection_quote,
        terms: of && expires_at ? { amount: { cents: Number(cents), currency: of }, expires_at } : undefined,
      }
    }),
  }
}
