import type { Quote } from '../../contract/protection.ts'
import { decimals, type Money } from '../../money.ts'
import type { CartContent, ProtectionLine, CartHints } from './cart.ts'

/** A line of Shopify's Ajax cart, as far as protection looks at it (https://shopify.dev/docs/api/ajax/reference/cart). */
export interface ShopifyItem {
  key: string
  variant_id: number
  quantity: number
  /** Of all pieces, less the discounts on this line. */
  final_line_price: number
  requires_shipping: boolean
  gift_card?: boolean
  properties?: Record<string, string> | null
  /** There where the line is a subscription. */
  selling_plan_allocation?: object | null
}

/** A discount on the whole cart, which is in no line's price (https://shopify.dev/docs/api/liquid/objects/discount_application). */
interface ShopifyDiscount {
  value_type?: string
  /** Of a percentage: how many percent. */
  value?: number | string
  total_allocated_amount: number
}

/** Shopify's Ajax cart, as far as protection looks at it. */
export interface ShopifyCart {
  token?: string
  currency: string
  items: ShopifyItem[]
  attributes?: Record<string, string> | null
  cart_level_discount_applications?: ShopifyDiscount[]
  /** What was asked for along with a change: parts of the page by the ids of their sections, null where one failed. */
  sections?: Record<string, string | null> | null
}

/** The line's property with the sealed quote and the consent; a name that begins with "_" is not shown to shoppers. */
export const tokenProperty = '_protection_quote'

/** The line's property with what the quote said: amount, currency, expiry and price. */
const termsProperty = '_protection_terms'

/** What a line for that quote carries along. */
export const propertiesOf = ({ token, amount, expires_at, price }: Quote): Record<string, string> => ({
  [tokenProperty]: token,
  [termsProperty]: [amount.cents, amount.currency, expires_at, price.cents].join(' '),
})

const sumOf = (items: ShopifyItem[]) => items.reduce((total, { final_line_price }) => total + final_line_price, 0)

/** What protection needs to know of Shopify's cart. */
export function toContent(cart: ShopifyCart, { variant, pickup }: CartHints): CartContent {
  const { currency, items } = cart
  /** Shopify writes a hundredfold of the currency's unit, however many decimals the currency has. */
  const toMoney = (hundredths: number): Money => ({ cents: Math.round((hundredths / 100) * 10 ** decimals(currency)), currency })
  const isOurs = ({ properties, variant_id }: ShopifyItem) => !!properties?.[tokenProperty] || (variant !== undefined && String(variant_id) === String(variant))
  // A subscription's first parcel ships with this order like anything else; digital goods and gift cards do not.
  const ships = sumOf(items.filter((item) => item.requires_shipping && !item.gift_card && !isOurs(item)))
  // A gift card bears only discounts that name it (https://help.shopify.com/en/manual/products/gift-card-products/discounted-gift-cards).
  const bearing = items.filter(({ gift_card }) => !gift_card)
  const [all, goods] = [sumOf(bearing), sumOf(bearing.filter((item) => !isOurs(item)))]
  /** The share of a discount for the goods that ship. It is the same with our line in the cart and without: otherwise adding the line would change its own price. */
  const shareOf = ({ value_type, value, total_allocated_amount: total }: ShopifyDiscount) => {
    if (value_type !== 'percentage') return (total * ships) / goods
    const percent = Number(value) / 100
    // The total is rounded, and differently with each line. If it does not follow from this percentage, only the total is known.
    return Math.abs(total - all * percent) <= items.length * (decimals(currency) ? 1 : 100) ? ships * percent : (total * ships) / all
  }
  const discounts = ships ? (cart.cart_level_discount_applications ?? []) : []
  const shippable = toMoney(discounts.reduce((left, discount) => left - shareOf(discount), ships))
  return {
    empty: !items.length,
    // Shopify puts a secret behind the cart's name, which may change.
    cart: cart.token?.split('?')[0],
    shippable: shippable.cents > 0 && !pickup && !isCollected(cart) ? shippable : null,
    lines: items.filter(isOurs).map(({ key, quantity, final_line_price, properties, variant_id, selling_plan_allocation }): ProtectionLine => {
      const price = toMoney(final_line_price / quantity)
      return {
        key,
        quantity,
        price,
        token: textOf(properties?.[tokenProperty]),
        variant: variant_id,
        terms: readTerms(textOf(properties?.[termsProperty])),
        ...(selling_plan_allocation && { recurring: true }),
      }
    }),
  }
}

/** A property as text: JSON may contain numbers, too. */
const textOf = (property: unknown) => (property ? String(property) : undefined)

/** The cart's attribute by which apps and themes say that an order is collected (https://docs.zapiet.com/guides/note-attributes). */
const isCollected = ({ attributes }: ShopifyCart) => attributes?.['Checkout-Method']?.toLowerCase() === 'pickup'

/** The terms of the quote in a line; undefined if they are not in our form. */
function readTerms(text = ''): ProtectionLine['terms'] {
  const [amount, currency, expires_at, price] = text.split(' ')
  const [cents, priceCents] = [Number(amount), Number(price)]
  if (!currency || !expires_at || !(cents > 0) || !(priceCents > 0)) return undefined
  return { amount: { cents, currency }, price: { cents: priceCents, currency }, expires_at }
}
