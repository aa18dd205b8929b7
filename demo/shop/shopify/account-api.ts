import type { Order } from '../order.ts'
import { toGid } from '../platform/money.ts'

/** The status of a package, in the words of the Customer Account API, by the last that its carrier reported. */
const statuses: Record<string, string> = {
  in_transit: 'IN_TRANSIT',
  out_for_delivery: 'OUT_FOR_DELIVERY',
  delivered: 'DELIVERED',
  failure: 'FAILURE',
}

/**
 * Answers a query of the Customer Account API about one order: its packages and their carriers, whatever the query selects
 * (https://shopify.dev/docs/api/customer/2026-07/queries/order).
 */
export function answerAccountQuery(order: Order | undefined) {
  if (!order) return { data: { order: null } }
  const fulfillments = order.shipments.map(({ id, tracking_number, carrier, events }) => ({
    id: toGid('Fulfillment', id),
    status: 'SUCCESS',
    latestShipmentStatus: statuses[events.at(-1)?.status ?? ''] ?? 'CONFIRMED',
    estimatedDeliveryAt: null,
    trackingInformation: [{ number: tracking_number, company: carrier, url: `https://tracking.example.com/${tracking_number}` }],
    events: { nodes: events.map(({ status, happened_at }) => ({ status: statuses[status] ?? 'CONFIRMED', happenedAt: happened_at.toISOString() })) },
  }))
  return { data: { order: { id: toGid('Order', order.id), name: order.number, statusPageUrl: null, fulfillments: { nodes: fulfillments } } } }
}
