import { keyOf, linePrice, sumOf, type Cart, type CartLine } from './cart.ts'
import { currency } from './catalogue.ts'

/** Converts a line to the form of Shopify’s Ajax cart; amounts are ×100 of the currency’s unit. */
export function toAjaxLine(line: CartLine) {
  const { variant, quantity, properties } = line
  return {
    id: variant.id,
    variant_id: variant.id,
    product_id: variant.product_id,
    key: keyOf(line),
    quantity,
    properties,
    sku: variant.sku,
    grams: variant.grams,
    gift_card: variant.gift_card,
    requires_shipping: variant.requires_shipping,
    title: variant.title,
    product_title: variant.title,
    variant_title: null,
    price: variant.price,
    original_price: variant.price,
    discounted_price: variant.price,
    final_price: variant.price,
    line_price: linePrice(line),
    original_line_price: linePrice(line),
    final_line_price: linePrice(line),
    total_discount: 0,
    line_level_discount_allocations: [],
    image: variant.image,
    featured_image: { url: variant.image, alt: variant.title, aspect_ratio: 1, width: 800, height: 800 },
    url: variant.url,
    selling_plan_allocation: null,
  }
}

/** Converts a cart to the form of Shopify’s Ajax cart. */
export function toAjaxCart({ token, note, attributes, lines }: Cart) {
  const total = sumOf(lines)
  return {
    token,
    note,
    // Names that begin with two underscores are private: they arrive with the order, and the cart does not show them.
    attributes: Object.fromEntries(Object.entries(attributes).filter(([name]) => !name.startsWith('__'))),
    currency,
    original_total_price: total,
    total_price: total,
    total_discount: 0,
    total_weight: lines.reduce((sum, { variant, quantity }) => sum + variant.grams * quantity, 0),
    item_count: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    items: lines.map(toAjaxLine),
    items_subtotal_price: total,
    cart_level_discount_applications: [],
    requires_shipping: lines.some(({ variant }) => variant.requires_shipping),
  }
}
