import type { LineItemDto, OrderInput, ShipmentInput } from '../../../proxy/upstream/protection.ts'
import type { Seed } from '../state.ts'
import { newKey } from './orders.ts'
import { products, seededOrders } from './orders.seed.ts'
import { priceOf } from './quotes.ts'
import type { Order, ProtectionState, Shipment } from './state.ts'

const hour = 3_600_000
const usd = (cents: number) => ({ cents, currency: 'USD' })

/** The seeded orders as if they had been reported, dated back from now. */
export function seedOrders({ now, shopOrigin }: Seed): Pick<ProtectionState, 'orders' | 'shipments'> {
  const ago = (hours: number) => new Date(now.getTime() - hours * hour).toISOString()
  const orders = new Map<string, Order>()
  const shipments = new Map<string, Shipment>()

  for (const { number, person, hoursAgo, lines, isProtected, shipments: sent } of seededOrders) {
    const shop_order_id = number.replace('K-', '58000')
    const line_items = lines.map(([product, quantity], index): LineItemDto => {
      const { cents, ...rest } = products[product]
      return {
        shop_line_item_id: `${shop_order_id}${index + 1}`,
        ...rest,
        unit_price: usd(cents),
        total_price: usd(cents * quantity),
        quantity,
        image_url: `${shopOrigin}/images/${product}.svg`,
        is_insured: isProtected,
      }
    })
    const subtotal = line_items.reduce((sum, { total_price }) => sum + total_price.cents, 0)
    const reported: OrderInput = {
      shop_order_id,
      shop_order_number: number,
      subtotal_price: usd(subtotal),
      total_discounts_price: usd(0),
      total_shipping_price: usd(600),
      total_tax_price: usd(0),
      total_price: usd(subtotal + 600),
      financial_status: 'paid',
      ...person,
      line_items,
      created_at: ago(hoursAgo),
      ...(isProtected && { amount_insured: usd(subtotal) }),
    }
    const protection = isProtected ? { paid: priceOf(usd(subtotal)), token: null, refunded: false } : null
    orders.set(shop_order_id, { key: newKey(), reported, fields: { ...reported }, protection, flags: [] })

    for (const [index, shipment] of sent.entries()) {
      const shop_shipment_id = `${shop_order_id}0${index + 1}`
      const fields: ShipmentInput = {
        shop_shipment_id,
        shop_order_id,
        tracking_number: shipment.number,
        tracking_company: shipment.carrier,
        line_items: shipment.lines.flatMap((line) => line_items[line] ?? []),
        created_at: ago(shipment.hoursAgo),
      }
      const events = shipment.events.map(({ status, hoursAgo, message, arrivesIn }, position) => ({
        shop_shipment_event_id: `${shop_shipment_id}-${position + 1}`,
        status,
        ...(message && { message }),
        ...(arrivesIn !== undefined && { estimated_delivery_at: ago(-arrivesIn) }),
        created_at: ago(hoursAgo),
      }))
      shipments.set(shop_shipment_id, { reported: fields, fields: { ...fields }, events })
    }
  }
  return { orders, shipments }
}
