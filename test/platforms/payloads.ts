import { createHmac } from 'node:crypto'
import { stringify } from 'lossless-json'
import type { Quote } from '../../src/contract/protection.ts'

/** Any part of what a platform sends; ids are bigints, because some have more digits than a JavaScript number. */
export type Payload = Record<string, unknown>

/** The body of a webhook. */
export const toBody = (payload: unknown) => stringify(payload)!

/** An amount in both currencies, which are the same unless the second is given. */
export const moneySet = (amount: string, currency_code = 'USD', presented = { amount, currency_code }) => ({
  shop_money: { amount, currency_code },
  presentment_money: presented,
})

/** A line of two mugs, as Shopify writes it. */
export function lineOf(id: bigint, changes: Payload = {}): Payload {
  return {
    id,
    product_id: 8_100_000_001n,
    variant_id: 4_100_000_001n,
    title: 'Stoneware mug',
    name: 'Stoneware mug - Oat',
    sku: 'MUG-OAT',
    quantity: 2,
    current_quantity: 2,
    grams: 380,
    requires_shipping: true,
    gift_card: false,
    price: '24.00',
    price_set: moneySet('24.00'),
    discount_allocations: [],
    properties: [],
    ...changes,
  }
}

/** The line for protection that the widget puts into the cart. */
export function protectionLineOf(id: bigint, token: string, changes: Payload = {}): Payload {
  return lineOf(id, {
    product_id: 8_100_000_099n,
    variant_id: 4_100_000_099n,
    title: 'Shipment protection',
    name: 'Shipment protection',
    sku: 'PROTECT-98',
    quantity: 1,
    current_quantity: 1,
    grams: 0,
    requires_shipping: false,
    price: '0.98',
    price_set: moneySet('0.98'),
    properties: [{ name: '_protection_quote', value: token }],
    ...changes,
  })
}

/** The line that the widget adds for a quote of the proxy. */
export function chargeOf(id: bigint, { token, price, variant }: Pick<Quote, 'token' | 'price' | 'variant'>, changes: Payload = {}): Payload {
  const cost = (price.cents / 100).toFixed(2)
  return protectionLineOf(id, token, { variant_id: variant!.id, price: cost, price_set: moneySet(cost), ...changes })
}

/** An address in Portland. */
export const address = {
  first_name: 'Mira',
  last_name: 'Okafor',
  name: 'Mira Okafor',
  address1: '2210 SE Clay Street',
  address2: null,
  city: 'Portland',
  province: 'Oregon',
  province_code: 'OR',
  zip: '97214',
  country: 'United States',
  country_code: 'US',
  phone: '+1 503 555 0118',
}

/** An order of two mugs at 24 dollars, as Shopify's webhooks write it. */
export function orderPayload(id: bigint, changes: Payload = {}): Payload {
  return {
    id,
    admin_graphql_api_id: `gid://shopify/Order/${id}`,
    name: '#1001',
    order_number: 1001,
    email: 'mira@example.com',
    contact_email: 'mira@example.com',
    phone: null,
    currency: 'USD',
    presentment_currency: 'USD',
    financial_status: 'paid',
    created_at: '2026-11-20T10:00:00-05:00',
    updated_at: '2026-11-20T10:00:01-05:00',
    note_attributes: [],
    subtotal_price_set: moneySet('48.00'),
    total_discounts_set: moneySet('0.00'),
    total_shipping_price_set: moneySet('6.00'),
    total_tax_set: moneySet('0.00'),
    total_price_set: moneySet('54.00'),
    customer: { id: 7_001_002_003_01n, email: 'mira@example.com', first_name: 'Mira', last_name: 'Okafor', phone: null },
    shipping_address: address,
    billing_address: address,
    line_items: [lineOf(id * 10n + 1n)],
    refunds: [],
    ...changes,
  }
}

/** A parcel with the whole order. */
export function fulfillmentPayload(id: bigint, order: Payload, changes: Payload = {}): Payload {
  return {
    id,
    order_id: order.id,
    status: 'success',
    created_at: '2026-11-21T09:00:00-05:00',
    updated_at: '2026-11-21T09:00:00-05:00',
    tracking_company: 'UPS',
    tracking_number: `1Z999AA1${id}`,
    tracking_numbers: [`1Z999AA1${id}`],
    tracking_url: `https://www.ups.com/track?tracknum=1Z999AA1${id}`,
    tracking_urls: [`https://www.ups.com/track?tracknum=1Z999AA1${id}`],
    line_items: (order.line_items as Payload[]).filter((line) => line.requires_shipping === true),
    ...changes,
  }
}

/** An event of a parcel. */
export function eventPayload(id: bigint, fulfillment: Payload, status: string, changes: Payload = {}): Payload {
  return {
    id,
    fulfillment_id: fulfillment.id,
    order_id: fulfillment.order_id,
    status,
    message: null,
    happened_at: '2026-11-22T08:00:00-05:00',
    created_at: '2026-11-22T08:00:05-05:00',
    estimated_delivery_at: null,
    ...changes,
  }
}

/** A refund of these whole lines. */
export function refundPayload(id: bigint, order: Payload, lines: Payload[]): Payload {
  return {
    id,
    order_id: order.id,
    created_at: '2026-11-23T08:00:00-05:00',
    refund_line_items: lines.map((line, index) => ({
      id: id * 100n + BigInt(index),
      line_item_id: line.id,
      quantity: line.quantity,
      subtotal_set: line.price_set,
      line_item: line,
    })),
    transactions: [],
  }
}

/** Base64 of HMAC-SHA256, as both platforms sign. */
export const sign = (body: string | Buffer, secret: string) => createHmac('sha256', secret).update(body).digest('base64')
