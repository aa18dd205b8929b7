import type { LineItemDto, OrderInput, ShipmentInput } from '../../../proxy/upstream/protection.ts'
import type { Seed } from '../state.ts'
import { newKey } from './orders.ts'
import { demoOrders, products, rates, type SeededOrder, type SeededShipment } from './orders.seed.ts'
import { priceOf } from './quotes.ts'
import { addOrder, addShipment, emptyRegister } from './register.ts'
import type { ProtectionState, Register } from './state.ts'
import { neighbourOrders, worldwideOrders } from './worldwide.seed.ts'

const hour = 3_600_000

type Currency = keyof typeof rates
const money = (cents: number, currency: Currency = 'USD') => ({ cents: Math.round(cents * rates[currency]), currency })

/** Returns the orders that a merchant begins with. */
export function seededOrders({ merchantId }: Pick<Seed, 'merchantId'>): SeededOrder[] {
  return merchantId === 'kiln-and-paper' ? [...demoOrders, ...worldwideOrders] : neighbourOrders
}

/** Makes the state of the protection service at the start of the demo. */
export function seedProtection(seed: Seed): ProtectionState {
  return { ...seedRegister(seed), quotes: new Map(), spentQuotes: new Map(), enrichments: new Map() }
}

/** Makes the seeded orders as if they had been reported, dated back from now. */
function seedRegister(seed: Seed): Register {
  const register = emptyRegister()
  for (const seeded of seededOrders(seed)) {
    const reported = toOrder(seed, seeded)
    const { amount_insured } = reported
    const protection = amount_insured ? { paid: priceOf(amount_insured), token: null, refunded: false } : null
    addOrder(register, { key: newKey(), reported, fields: { ...reported }, protection, flags: [] })
    for (const [index, shipment] of seeded.shipments.entries()) {
      const fields = toShipment(seed, reported, shipment, index + 1)
      addShipment(register, { reported: fields, fields: { ...fields }, events: toEvents(seed, fields, shipment) })
    }
  }
  return register
}

const ago = ({ now }: Seed, hours: number) => new Date(now.getTime() - hours * hour).toISOString()

function toOrder(seed: Seed, { number, person, hoursAgo, lines, isProtected, currency, presentment, status = 'paid' }: SeededOrder): OrderInput {
  const shop_order_id = number.replace(/^(\w)-/, (_, merchant: string) => (merchant === 'K' && seed.merchantId === 'kiln-and-paper' ? '58000' : '77000'))
  const line_items = lines.map(([product, quantity, refunded], index): LineItemDto => {
    const { cents, ...rest } = products[product]
    return {
      shop_line_item_id: `${shop_order_id}${index + 1}`,
      ...rest,
      unit_price: money(cents, currency),
      total_price: times(quantity, money(cents, currency)),
      ...(presentment && { total_price_presentment: times(quantity, money(cents, presentment)) }),
      quantity,
      image_url: `${seed.shopOrigin}/images/${product}.svg`,
      is_insured: isProtected && rest.grams > 0,
      ...(refunded && { refunded_quantity: refunded, refunded_price: times(refunded, money(cents, currency)) }),
    }
  })
  const prices = (of: Currency | undefined) => {
    const sum = (counted: typeof lines) => counted.reduce((total, [product, quantity]) => total + times(quantity, money(products[product].cents, of)).cents, 0)
    const unit = money(0, of)
    return {
      subtotal: { ...unit, cents: sum(lines) },
      shipping: money(600, of),
      total: { ...unit, cents: sum(lines) + money(600, of).cents },
      insured: { ...unit, cents: sum(lines.filter(([product]) => products[product].grams > 0)) },
    }
  }
  const own = prices(currency)
  const seen = presentment && prices(presentment)
  return {
    shop_order_id,
    shop_order_number: number,
    subtotal_price: own.subtotal,
    total_discounts_price: money(0, currency),
    total_shipping_price: own.shipping,
    total_tax_price: money(0, currency),
    total_price: own.total,
    ...(seen && { subtotal_price_presentment: seen.subtotal, total_price_presentment: seen.total }),
    financial_status: status,
    ...person,
    line_items,
    created_at: ago(seed, hoursAgo),
    ...(isProtected && { amount_insured: own.insured, ...(seen && { amount_insured_presentment: seen.insured }) }),
  }
}

const times = (quantity: number, { cents, currency }: ReturnType<typeof money>) => ({ cents: cents * quantity, currency })

function toShipment(
  seed: Seed,
  { shop_order_id, line_items }: OrderInput,
  { number, carrier, lines, hoursAgo }: SeededShipment,
  position: number,
): ShipmentInput {
  return {
    shop_shipment_id: `${shop_order_id}0${position}`,
    shop_order_id,
    tracking_number: number,
    tracking_company: carrier,
    line_items: lines.flatMap((entry) => {
      const [index, quantity] = typeof entry === 'number' ? [entry] : entry
      const line = line_items[index]
      return line ? { ...line, ...(quantity && { quantity, total_price: { ...line.unit_price, cents: line.unit_price.cents * quantity } }) } : []
    }),
    created_at: ago(seed, hoursAgo),
  }
}

const toEvents = (seed: Seed, { shop_shipment_id }: ShipmentInput, { events }: SeededShipment) =>
  events.map(({ status, hoursAgo, message, arrivesIn }, position) => ({
    shop_shipment_event_id: `${shop_shipment_id}-${position + 1}`,
    status,
    ...(message && { message }),
    ...(arrivesIn !== undefined && { estimated_delivery_at: ago(seed, -arrivesIn) }),
    created_at: ago(seed, hoursAgo),
  }))
