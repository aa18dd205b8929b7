import { quantityLeft, type Order, type OrderLine } from '../order.ts'
import { toAmount, toGid, toMoneySet } from './money.ts'

/** Converts a line of an order to Shopify’s form (https://shopify.dev/docs/api/admin-rest/latest/resources/order). */
export function toLineItem(line: OrderLine, order: Pick<Order, 'shipments'>) {
  const { id, variant, quantity, properties, discount } = line
  const isSent = order.shipments.some(({ lines }) => lines.some((share) => share.line === line))
  return {
    id: Number(id),
    admin_graphql_api_id: toGid('LineItem', id),
    current_quantity: quantityLeft(line),
    fulfillable_quantity: isSent || !variant.requires_shipping ? 0 : quantityLeft(line),
    fulfillment_service: 'manual',
    fulfillment_status: isSent ? 'fulfilled' : null,
    gift_card: variant.gift_card,
    grams: variant.grams,
    name: variant.title,
    price: toAmount(variant.price),
    price_set: toMoneySet(variant.price),
    product_exists: true,
    product_id: variant.product_id,
    properties: Object.entries(properties).map(([name, value]) => ({ name, value })),
    quantity,
    requires_shipping: variant.requires_shipping,
    sku: variant.sku,
    taxable: false,
    title: variant.title,
    total_discount: toAmount(0),
    total_discount_set: toMoneySet(0),
    variant_id: variant.id,
    variant_title: null,
    vendor: 'Kiln & Paper',
    tax_lines: [],
    duties: [],
    discount_allocations: discount > 0 ? [{ amount: toAmount(discount), amount_set: toMoneySet(discount), discount_application_index: 0 }] : [],
  }
}
