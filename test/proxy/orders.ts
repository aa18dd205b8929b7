import { mira } from '../../demo/services/protection/people.seed.ts'
import type { OrderInput, ShipmentInput } from '../../proxy/upstream/protection.ts'

const usd = (cents: number) => ({ cents, currency: 'USD' })

/** An order of two mugs, as the shop's backend reports it. */
export function orderOf(id: string, changes: Partial<OrderInput> = {}): OrderInput {
  return {
    shop_order_id: id,
    shop_order_number: `K-${id}`,
    subtotal_price: usd(4800),
    total_discounts_price: usd(0),
    total_shipping_price: usd(600),
    total_tax_price: usd(0),
    total_price: usd(5400),
    financial_status: 'paid',
    ...mira,
    line_items: [
      {
        shop_line_item_id: `${id}1`,
        shop_product_id: '8100000001',
        shop_variant_id: '4100000001',
        name: 'Stoneware mug',
        unit_price: usd(2400),
        total_price: usd(4800),
        quantity: 2,
        image_url: 'https://shop.example/mug.svg',
        grams: 380,
        is_insured: false,
      },
    ],
    created_at: new Date().toISOString(),
    ...changes,
  }
}

/** The same order with its mugs protected by this token. */
export function protectedOrderOf(id: string, token: string, changes: Partial<OrderInput> = {}): OrderInput {
  const order = orderOf(id)
  return {
    ...order,
    line_items: order.line_items.map((line) => ({ ...line, is_insured: true })),
    amount_insured: usd(4800),
    purchased_quote_token: token,
    ...changes,
  }
}

/** A shipment of the whole order in one parcel. */
export function shipmentOf(id: string, order: OrderInput): ShipmentInput {
  return {
    shop_shipment_id: id,
    shop_order_id: order.shop_order_id,
    tracking_number: `1Z999AA1${id}`,
    tracking_company: 'UPS',
    line_items: order.line_items,
    created_at: new Date().toISOString(),
  }
}
