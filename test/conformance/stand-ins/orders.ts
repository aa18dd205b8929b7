import type { protectionService, OrderInput, ShipmentInput } from '../../../proxy/upstream/protection.ts'
import type { Client } from '../../../src/contract/client.ts'

const usd = (cents: number) => ({ cents, currency: 'USD' })

/** An order of two mugs and a song, as a shop reports it; the mugs are insured where it has a token. */
export function order(changes: Partial<OrderInput> = {}): OrderInput {
  const is_insured = changes.purchased_quote_token !== undefined
  const line = { shop_product_id: '81', shop_variant_id: '41', image_url: 'https://shop.example.com/mug.svg' }
  return {
    shop_order_id: '9001',
    shop_order_number: '#9001',
    subtotal_price: usd(4999),
    total_discounts_price: usd(0),
    total_shipping_price: usd(500),
    total_tax_price: usd(0),
    total_price: usd(5499),
    financial_status: 'paid',
    customer: { shop_customer_id: '7', first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com' },
    shipping_address: {
      address1: '1 Main Street',
      province_code: 'US-KY',
      city: 'Paducah',
      postal_code: '42001',
      country_code: 'US',
      phone_number: '+1 270 555 0100',
    },
    line_items: [
      { ...line, shop_line_item_id: '1', name: 'Mug', unit_price: usd(2400), total_price: usd(4800), quantity: 2, grams: 380, is_insured },
      { ...line, shop_line_item_id: '2', name: 'Song', unit_price: usd(199), total_price: usd(199), quantity: 1, grams: 0, is_insured: false },
    ],
    created_at: new Date().toISOString(),
    ...changes,
  }
}

/** A parcel with one of the two mugs. */
export function shipment(changes: Partial<ShipmentInput> = {}): ShipmentInput {
  const { line_items, created_at } = order()
  return {
    shop_shipment_id: '5001',
    shop_order_id: '9001',
    tracking_number: '1Z999AA10000000017',
    tracking_company: 'UPS',
    line_items: line_items.slice(0, 1).map((line) => ({ ...line, quantity: 1 })),
    created_at,
    ...changes,
  }
}

/** Something that happened to a parcel. */
export const event = (id: string, status: 'in_transit' | 'delivered' | 'out_for_delivery', created_at: string) => ({
  shopShipmentId: '5001',
  shop_shipment_event_id: id,
  status,
  created_at,
})

/** Reports an order whose mugs are insured, and both of them as sent. */
export async function reportSent(protection: Client<typeof protectionService>, changes: Partial<OrderInput> = {}) {
  const { token } = await protection.quote({ cart: { amount_insured: usd(4800) } })
  const { line_items, shop_order_id } = await protection.createOrder(order({ purchased_quote_token: token, amount_insured: usd(4800), ...changes }))
  await protection.createShipment(shipment({ shop_order_id, line_items: line_items.slice(0, 1) }))
}
