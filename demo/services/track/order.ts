import type { TrackLineItemDto, TrackOrderDto, TrackPackageDto, TrackShipmentDto } from '../../../proxy/upstream/track.ts'
import type { LineItemDto } from '../../../proxy/upstream/protection.ts'
import type { World } from '../world.ts'
import { currentStatus, inOrder } from '../protection/events.ts'
import { isShippable } from '../protection/lines.ts'
import { isProtected } from '../protection/orders.ts'
import type { Order, Shipment } from '../protection/state.ts'
import { trackingNumbers } from '../protection/tracking-numbers.ts'
import { carrierCode, trackingLinks } from './carriers.ts'
import { enrichmentStatus } from './enrichment.ts'
import type { Found } from './lookup.ts'
import { scansOf } from './scans.ts'

/** The labels of the statuses (A85). Other statuses get the label of no status. */
const labels: Partial<Record<string, string>> = {
  label_printed: 'Label created',
  label_purchased: 'Label created',
  confirmed: 'Label created',
  carrier_picked_up: 'Picked up by carrier',
  in_transit: 'In transit',
  out_for_delivery: 'Out for delivery',
  attempted_delivery: 'Delivery attempted',
  ready_for_pickup: 'Ready for pickup',
  delivered: 'Delivered',
  picked_up: 'Picked up',
  delayed: 'Delayed',
  failure: 'Delivery problem',
}

/** Returns all data of an order and its shipments (A79). A lookup by tracking number gets neither the key nor the customer. */
export function toTrackOrder(world: World, { order, shipments, byTrackingNumber }: Found): TrackOrderDto {
  const { fields, key } = order
  const { city, province_code, country_code } = fields.shipping_address
  return {
    ...(!byTrackingNumber && { key }),
    shop_order_id: fields.shop_order_id,
    order_number: fields.shop_order_number,
    created_at: fields.created_at,
    financial_status: fields.financial_status,
    currency: fields.total_price.currency,
    ...(byTrackingNumber
      ? { shipping_address: { city, province_code, country_code } }
      : { customer: fields.customer, shipping_address: fields.shipping_address }),
    is_protected: isProtected(order),
    has_shippable_items: fields.line_items.some(isShippable),
    has_fulfillment_without_tracking: shipments.some(({ fields }) => trackingNumbers(fields.tracking_number).length === 0), // A90
    unfulfilled_line_items: unfulfilled(order, shipments),
    shipments: shipments.map((shipment) => toTrackShipment(world, order, shipment)),
    packages: shipments.flatMap((shipment) => toPackages(world, order, shipment)),
  }
}

const toShortLine = ({ shop_line_item_id, name, quantity, image_url }: LineItemDto): TrackLineItemDto => ({ shop_line_item_id, name, quantity, image_url })

/** Returns the lines that ship and were not sent (A80). */
function unfulfilled({ fields }: Order, shipments: readonly Shipment[]) {
  const sent = shipments.flatMap((shipment) => shipment.fields.line_items)
  return fields.line_items.filter(isShippable).flatMap((line) => {
    const gone = sent.filter(({ shop_line_item_id }) => shop_line_item_id === line.shop_line_item_id).reduce((sum, { quantity }) => sum + quantity, 0)
    const quantity = line.quantity - gone - (line.refunded_quantity ?? 0)
    return quantity > 0 ? [toShortLine({ ...line, quantity })] : []
  })
}

/** Returns the merchant’s events and the carrier’s scans, newest first; none while the first answer is pending (A81, A82). */
function eventsOf(world: World, order: Order, shipment: Shipment) {
  const {
    state,
    options: { carrier = scansOf },
  } = world
  const status = enrichmentStatus(world, shipment)
  if (status === 'pending' && !state.enrichments.get(shipment.fields.shop_shipment_id)?.renewed) return []
  const own = shipment.events.map(({ status, message = null, created_at }) => ({ status, message, created_at, location: null, source: 'merchant' }))
  const scans = status === 'failed' || status === 'skipped' ? [] : (carrier(shipment, order) ?? [])
  return inOrder([...scans, ...own])
}

function toTrackShipment(world: World, order: Order, shipment: Shipment): TrackShipmentDto {
  const { fields, events } = shipment
  return {
    shop_shipment_id: fields.shop_shipment_id,
    tracking_number: fields.tracking_number,
    tracking_url: fields.tracking_url ?? null,
    tracking_company: fields.tracking_company,
    status: statusOf(world, order, shipment) ?? null,
    enrichment_status: enrichmentStatus(world, shipment),
    created_at: fields.created_at,
    estimated_delivery_at: estimateOf(shipment),
    delivered_at: inOrder(events).find(({ status }) => status === 'delivered')?.created_at ?? null,
    events: eventsOf(world, order, shipment),
    line_items: fields.line_items.map(toShortLine),
  }
}

/** Makes one package for each tracking number (A83). */
function toPackages(world: World, order: Order, shipment: Shipment): TrackPackageDto[] {
  const { fields } = shipment
  const status = statusOf(world, order, shipment)
  const estimate = estimateOf(shipment)
  return trackingNumbers(fields.tracking_number).map((tracking_number) => ({
    tracking_number,
    carrier: fields.tracking_company,
    carrier_code: carrierCode(fields.tracking_company),
    tracking_links: trackingLinks(fields.tracking_company, tracking_number, fields.tracking_url),
    current_status: status ?? null,
    current_status_label: labels[status ?? ''] ?? 'Waiting for tracking',
    estimated_delivery_at: estimate,
    estimated_delivery: { from: estimate, to: estimate },
    timeline: eventsOf(world, order, shipment),
    line_items: fields.line_items.map(toShortLine),
    shop_shipment_ids: [fields.shop_shipment_id],
  }))
}

/** Returns the status by all visible events, or else by the merchant’s events alone. */
const statusOf = (world: World, order: Order, shipment: Shipment) => currentStatus(eventsOf(world, order, shipment)) ?? currentStatus(shipment.events)

/** Returns the newest estimate of all events. */
const estimateOf = ({ events }: Shipment) => inOrder(events).find(({ estimated_delivery_at }) => estimated_delivery_at)?.estimated_delivery_at ?? null
