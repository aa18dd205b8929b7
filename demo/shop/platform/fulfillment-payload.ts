import type { Order, ParcelEvent, Shipment } from '../order.ts'
import { toGid, toTime } from './money.ts'
import { toLineItem } from './line-item-payload.ts'

/** Converts a parcel to Shopify’s form (https://shopify.dev/docs/api/admin-rest/latest/resources/fulfillment). */
export function toFulfillmentPayload(shipment: Shipment, order: Order) {
  const { id, tracking_number, carrier, lines } = shipment
  return {
    id: Number(id),
    admin_graphql_api_id: toGid('Fulfillment', id),
    order_id: Number(order.id),
    name: `${order.number}.${order.shipments.indexOf(shipment) + 1}`,
    status: 'success',
    shipment_status: shipment.events.at(-1)?.status ?? null,
    service: 'manual',
    created_at: toTime(shipment.created_at),
    updated_at: toTime(shipment.updated_at),
    tracking_company: carrier,
    tracking_number,
    tracking_numbers: [tracking_number],
    tracking_url: null,
    tracking_urls: [],
    line_items: lines.map(({ line, quantity }) => ({ ...toLineItem(line, order), quantity })),
  }
}

/** Converts an event of a parcel to Shopify’s form (https://shopify.dev/docs/api/admin-rest/latest/resources/fulfillmentevent). */
export function toEventPayload({ id, status, message, happened_at }: ParcelEvent, shipment: Shipment, order: Order) {
  return {
    id: Number(id),
    admin_graphql_api_id: toGid('FulfillmentEvent', id),
    fulfillment_id: Number(shipment.id),
    order_id: Number(order.id),
    status,
    message,
    happened_at: toTime(happened_at),
    created_at: toTime(happened_at),
    updated_at: toTime(happened_at),
    estimated_delivery_at: null,
    address1: null,
    city: null,
    province: null,
    country: null,
    zip: null,
    latitude: null,
    longitude: null,
  }
}
