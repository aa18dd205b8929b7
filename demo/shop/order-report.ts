import { currency } from './catalogue.ts'
import type { Order, OrderLine, Shipment } from './orders.ts'

const money = (cents: number) => ({ cents, currency })

/** An order as the proxy takes it. */
export function toOrderReport(order: Order, origin: string) {
  const { customer, protection } = order
  return {
    shop_order_id: order.id,
    shop_order_number: order.number,
    subtotal_price: money(order.total - order.delivery),
    total_discounts_price: money(0),
    total_shipping_price: money(order.delivery),
    total_tax_price: money(0),
    total_price: money(order.total),
    ...(protection && { amount_insured: money(protection.amount), purchased_quote_token: protection.quote }),
    created_at: order.created_at.toISOString(),
    financial_status: 'paid',
    customer: { shop_customer_id: customer.id, first_name: customer.first_name, last_name: customer.last_name, email: customer.email },
    shipping_address: order.address,
    line_items: order.lines.map((line) => toLineItem(line, order, origin)),
  }
}

/** A parcel as the proxy takes it. */
export function toShipmentReport(shipment: Shipment, order: Order, origin: string) {
  return {
    shop_shipment_id: shipment.id,
    shop_order_id: order.id,
    tracking_number: shipment.tracking_number,
    tracking_company: shipment.carrier,
    line_items: order.lines.filter(({ variant }) => variant.requires_shipping).map((line) => toLineItem(line, order, origin)),
    created_at: new Date().toISOString(),
  }
}

function toLineItem({ id, variant, quantity }: OrderLine, { protection }: Order, origin: string) {
  return {
    shop_line_item_id: id,
    shop_product_id: String(variant.product_id),
    shop_variant_id: String(variant.id),
    name: variant.title,
    unit_price: money(variant.price),
    total_price: money(variant.price * quantity),
    quantity,
    image_url: origin + variant.image,
    grams: variant.grams,
    is_insured: protection !== undefined && variant.requires_shipping,
  }
}
