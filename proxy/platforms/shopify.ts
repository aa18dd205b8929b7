import type { FieldSelection } from './stored-fields.ts'
import type { Part } from './payload.ts'
import type { Platform, Topic } from './platform.ts'
import { privacyTopics } from './privacy-topics.ts'
import { fulfillmentEventFields, fulfillmentFields, orderFields, refundFields } from './shopify-fields.ts'
import { buyerOf, mapOrder } from './shopify-order.ts'
import { paymentOf } from './shopify-payment.ts'
import { tokensOn } from './shopify-protection.ts'
import { mapFulfillment, mapFulfillmentEvent, mapRefund } from './shopify-shipment.ts'

const orderTopic = (name: string): Topic => ({
  name,
  orderOf: (payload) => payload.at('id').id(),
  pictured: true,
  tokensIn: (payload) => tokensOn(payload.at('line_items').items()),
  fields: orderFields,
  paymentOf,
  buyerOf,
  map: mapOrder,
})
/** The lines of a refund, as they are written in it. */
const refundedLines = (refund: Part) =>
  refund
    .at('refund_line_items')
    .items()
    .map((share) => share.at('line_item'))
const partTopic = (name: string, fields: FieldSelection, map: Topic['map'], shipmentField?: string): Topic => ({
  name,
  fields,
  orderOf: (payload) => payload.at('order_id').id(),
  ...(shipmentField !== undefined && { shipmentOf: (payload: Part) => payload.at(shipmentField).id(), pictured: true }),
  map,
})

/**
 * Shopify (https://shopify.dev/docs/api/webhooks). Its next generation of events uses the same headers without `X-`
 * (https://shopify.dev/docs/apps/build/events/verify-deliveries).
 */
export const shopify: Platform = {
  name: 'shopify',
  headers: {
    signature: ['x-shopify-hmac-sha256', 'shopify-hmac-sha256'],
    topic: ['x-shopify-topic', 'shopify-topic'],
    delivery: ['x-shopify-webhook-id', 'shopify-webhook-id', 'shopify-event-id'],
    shop: ['x-shopify-shop-domain', 'shopify-shop-domain'],
  },
  topics: [
    { ...orderTopic('orders/create'), creates: true },
    ...['orders/updated', 'orders/paid', 'orders/cancelled', 'orders/fulfilled', 'orders/partially_fulfilled'].map(orderTopic),
    partTopic('fulfillments/create', fulfillmentFields, mapFulfillment, 'id'),
    partTopic('fulfillments/update', fulfillmentFields, mapFulfillment, 'id'),
    partTopic('fulfillment_events/create', fulfillmentEventFields, mapFulfillmentEvent),
    { ...partTopic('refunds/create', refundFields, mapRefund), tokensIn: (payload) => tokensOn(refundedLines(payload)) },
    ...privacyTopics,
  ],
  listed: 'orders/updated',
  timesOf: (order) => ['created_at', 'updated_at'].map((name) => order.at(name).time()),
  partsOf: (order) =>
    order
      .at('fulfillments')
      .items()
      .map((payload) => ({ topic: 'fulfillments/update', payload })),
}
