import { quoteProperty } from '../cart.ts'
import { currency } from '../catalogue.ts'
import { provinceName } from '../delivery.ts'
import { leftOf, refundedOf, type Address, type Order } from '../order.ts'
import { toFulfillmentPayload } from './fulfillment-payload.ts'
import { toLineItem } from './line-item-payload.ts'
import { toAmount, toGid, toMoneySet, toTime } from './money.ts'
import { toRefundPayload } from './refund-payload.ts'

/** Converts an order to the form of Shopify’s webhooks and Admin REST API (https://shopify.dev/docs/api/admin-rest/latest/resources/order). */
export function toOrderPayload(order: Order, origin: string) {
  const { customer, lines, delivery, total, cancelled_at, protection } = order
  const discounts = lines.reduce((sum, { discount }) => sum + discount, 0)
  const left = total - refundedOf(order)
  const goodsLeft = lines.reduce((sum, line) => sum + leftOf(line), 0)
  const names = { first_name: customer.first_name, last_name: customer.last_name }
  const address = toAddress(order)
  const lineItems = lines.map((line) => toLineItem(line, order))
  const isShipped = order.shipments.length > 0
  return {
    id: Number(order.id),
    admin_graphql_api_id: toGid('Order', order.id),
    app_id: null,
    cancel_reason: cancelled_at ? 'customer' : null,
    cancelled_at: cancelled_at && toTime(cancelled_at),
    closed_at: null,
    confirmed: true,
    contact_email: customer.email,
    checkout_token: order.token,
    created_at: toTime(order.created_at),
    currency,
    current_shipping_price_set: toMoneySet(delivery - order.refunds.reduce((sum, refund) => sum + refund.delivery, 0)),
    current_subtotal_price: toAmount(goodsLeft),
    current_subtotal_price_set: toMoneySet(goodsLeft),
    current_total_discounts: toAmount(discounts),
    current_total_discounts_set: toMoneySet(discounts),
    current_total_price: toAmount(left),
    current_total_price_set: toMoneySet(left),
    current_total_tax: toAmount(0),
    current_total_tax_set: toMoneySet(0),
    customer_locale: 'en-US',
    discount_applications: discounts > 0 ? [sentAgain] : [],
    discount_codes: [],
    email: customer.email,
    financial_status: refundedOf(order) === 0 ? 'paid' : left > 0 ? 'partially_refunded' : 'refunded',
    fulfillment_status: isShipped ? 'fulfilled' : null,
    name: order.number,
    note: order.note || null,
    note_attributes: protection ? [{ name: quoteProperty, value: protection.quote }] : [],
    number: Number(order.number.replace(/\D/g, '')),
    order_number: Number(order.number.replace(/\D/g, '')),
    order_status_url: `${origin}/orders/${order.number}/thank-you?token=${order.token}`,
    payment_gateway_names: ['demo'],
    phone: null,
    presentment_currency: currency,
    processed_at: toTime(order.created_at),
    source_name: 'web',
    subtotal_price: toAmount(total - delivery),
    subtotal_price_set: toMoneySet(total - delivery),
    tags: order.again_for ? 'sent-again' : '',
    tax_lines: [],
    taxes_included: false,
    test: true,
    token: order.token,
    total_discounts: toAmount(discounts),
    total_discounts_set: toMoneySet(discounts),
    total_line_items_price: toAmount(total - delivery + discounts),
    total_line_items_price_set: toMoneySet(total - delivery + discounts),
    total_outstanding: toAmount(0),
    total_price: toAmount(total),
    total_price_set: toMoneySet(total),
    total_shipping_price_set: toMoneySet(delivery),
    total_tax: toAmount(0),
    total_tax_set: toMoneySet(0),
    total_tip_received: toAmount(0),
    total_weight: lines.reduce((sum, { variant, quantity }) => sum + variant.grams * quantity, 0),
    updated_at: toTime(order.updated_at),
    billing_address: address,
    customer: {
      id: Number(customer.id),
      admin_graphql_api_id: toGid('Customer', customer.id),
      email: customer.email,
      ...names,
      phone: null,
      currency,
      state: 'enabled',
      verified_email: true,
      default_address: address,
    },
    fulfillments: order.shipments.map((shipment) => toFulfillmentPayload(shipment, order)),
    line_items: lineItems,
    refunds: order.refunds.map((refund) => toRefundPayload(refund, order)),
    shipping_address: lines.some(({ variant }) => variant.requires_shipping) ? address : null,
    shipping_lines: delivery > 0 ? [{ title: 'Standard', code: 'standard', price: toAmount(delivery), price_set: toMoneySet(delivery) }] : [],
  }
}

const sentAgain = { type: 'manual', title: 'Sent again', value: '100.0', value_type: 'percentage', target_type: 'line_item', allocation_method: 'each' }

function toAddress({ address, customer }: { address: Address; customer: Order['customer'] }) {
  const { address1, address2 = null, city, province_code, postal_code, country_code, phone_number } = address
  return {
    first_name: customer.first_name,
    last_name: customer.last_name,
    name: `${customer.first_name} ${customer.last_name}`,
    company: null,
    address1,
    address2,
    city,
    province: provinceName(province_code),
    // The platform’s code of a province has no country prefix.
    province_code: province_code.replace(`${country_code}-`, ''),
    zip: postal_code,
    country: 'United States',
    country_code,
    phone: phone_number,
    latitude: null,
    longitude: null,
  }
}
