import type { Answer } from './answer.ts'
import { accepted } from './expect.ts'
import type { Account } from './account.ts'

const currency = 'USD'
/** An amount in the currency of the shop's orders here. */
export const money = (cents: number, code = currency) => ({ cents, currency: code })

/** A body, or a part of one. */
export type Body = Record<string, unknown>

/** An id that no report has had. */
export const newId = (what: string) => `conformance-${what}-${crypto.randomUUID()}`

export const line = (changes: Body = {}): Body => ({
  shop_line_item_id: 'line-1',
  shop_product_id: '81',
  shop_variant_id: '41',
  name: 'Mug, blue',
  unit_price: money(2400),
  total_price: money(4800),
  quantity: 2,
  image_url: 'https://shop.example.com/mug.jpg',
  grams: 380,
  is_insured: false,
  ...changes,
})

/** The goods of an order that are protected, beside what does not ship. */
export const insuredLines = (): Body[] => [line({ is_insured: true }), song()]

/** Something that does not ship. */
export const song = (): Body => line({ shop_line_item_id: 'line-2', name: 'Song', unit_price: money(199), total_price: money(199), quantity: 1, grams: 0 })

export const address = (changes: Body = {}): Body => ({
  address1: '1 Main Street',
  province_code: 'US-KY',
  city: 'Paducah',
  postal_code: '42001',
  country_code: 'US',
  phone_number: '+1 270 555 0100',
  ...changes,
})

/** What an update of an order carries. */
export const orderUpdate = (changes: Body = {}): Body => ({
  shop_order_number: '#C-1001',
  subtotal_price: money(4999),
  total_discounts_price: money(0),
  total_shipping_price: money(500),
  total_tax_price: money(0),
  total_price: money(5499),
  financial_status: 'paid',
  customer: { shop_customer_id: '7', first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com' },
  shipping_address: address(),
  line_items: [line(), song()],
  ...changes,
})

/** A new order of two mugs and a song, with no more than has to be said of it; the mugs are insured where it has a token. */
export const order = (changes: Body = {}): Body & { shop_order_id: string } => ({
  shop_order_id: newId('order'),
  ...orderUpdate(),
  ...('purchased_quote_token' in changes && { line_items: insuredLines() }),
  created_at: new Date().toISOString(),
  ...changes,
})

/** A new parcel with one of the two mugs. */
export const shipment = (shop_order_id: string, changes: Body = {}): Body & { shop_shipment_id: string } => ({
  shop_shipment_id: newId('shipment'),
  shop_order_id,
  tracking_number: `1Z${Math.random().toString(36).slice(2, 12).toUpperCase().padEnd(10, '0')}0017`,
  tracking_company: 'UPS',
  line_items: [line({ quantity: 1 })],
  created_at: new Date().toISOString(),
  ...changes,
})

/** Something that happened to a parcel just now, or as long ago. */
export const event = (status: string, changes: Body = {}, secondsAgo = 0): Body & { shop_shipment_event_id: string } => ({
  shop_shipment_event_id: newId('event'),
  status,
  created_at: new Date(Date.now() - 1000 * secondsAgo).toISOString(),
  ...changes,
})

/** Reports an order; its id. */
export async function report({ protection }: Account, changes: Body = {}): Promise<string> {
  const body = order(changes)
  accepted(await protection('POST', '/orders', { body }))
  return body.shop_order_id
}

/** The fields of an order that track finds by its number, with an e-mail address that no other order has: both are made anew. */
export function findable() {
  const number = `#C-${crypto.randomUUID().slice(0, 8)}`
  const email = `ada-${crypto.randomUUID().slice(0, 8)}@example.com`
  return { shop_order_number: number, customer: { shop_customer_id: '7', first_name: 'Ada', last_name: 'Byron', email } }
}

/** What track says of that order. */
export async function lookUp({ track }: Account, { shop_order_number, customer }: ReturnType<typeof findable>): Promise<Answer> {
  return track('GET', '/api/order', { query: { order_number: shop_order_number, email: customer.email } })
}

/** Reports an order whose goods are protected at the price of a quote. */
export async function reportProtected(account: Account, changes: Body = {}) {
  const quote = accepted(await account.protection('POST', '/quotes', { body: { cart: { amount_insured: money(4800) } } }))
  const id = await report(account, { amount_insured: money(4800), purchased_quote_token: quote.at('token'), ...changes })
  return { id, price: quote.at('price') }
}

/** Reports a shipment of an order; its id. */
export async function ship({ protection }: Account, orderId: string, changes: Body = {}): Promise<string> {
  const body = shipment(orderId, changes)
  accepted(await protection('POST', '/shipments', { body }))
  return body.shop_shipment_id
}
