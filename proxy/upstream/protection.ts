import { patch, post } from '../../src/contract/endpoint.ts'
import type { Money } from '../../src/contract/money.schema.ts'
import type {
  OrderDto,
  OrderInput,
  OrderUpdateInput,
  QuoteDto,
  ShipmentEventDto,
  ShipmentEventInput,
  ShipmentInput,
  ShipmentUpdateInput,
} from './protection.schema.ts'
import { operation } from './operation.ts'

export type * from './protection.schema.ts'

/**
 * Protection service, API 1.0.0 (`protection-api.md`, section 4). The base address ends in `/api/v1`.
 * Paths and fields are in the insured naming; `naming.ts` converts to the protected one (A72).
 */
export const protectionService = {
  /** Price and token for an amount (A66, A67). */
  quote: operation('Ask what protection of an amount costs', post<{ cart: { amount_insured: Money } }, QuoteDto>('/quotes')),
  /** 201, and 200 for the same order again (A56, A57). */
  createOrder: operation('Report an order', post<OrderInput, OrderDto>('/orders', 201), { lists: true }),
  /** Prices in the customer's currency; 404 for an order that the service does not know, without a reliable text (A60). */
  updateOrder: operation('Report how an order has changed', patch<OrderUpdateInput, OrderDto>('/orders/:shopOrderId'), { lists: true }),
  /** Reports that the merchant has refunded the price of protection (A63). */
  refundInsurance: operation(
    'Report that what protection cost was refunded',
    patch<{ shopOrderId: string; amount_refunded?: Money }, OrderDto | undefined>('/orders/:shopOrderId/refund_insurance'),
    { moves: 'money', lists: true, defaults: [{ without: ['amount_refunded'], means: 'all that was paid for protection' }] },
  ),
  /** Protects an order after the purchase; 422 if it is not eligible (A64, A65). */
  addInsurance: operation(
    "Protect an order after the fact, at the merchant's cost",
    patch<{ shopOrderId: string }, OrderDto | undefined>('/orders/:shopOrderId/add_insurance'),
    { moves: 'money', lists: true },
  ),
  /** 422 for an order that the service does not know (A58). */
  createShipment: operation('Report a shipment of an order', post<ShipmentInput, ShipmentInput>('/shipments', 201), { lists: true }),
  /** Every field is required, as on creation; 404 for an unknown shipment (A60). */
  updateShipment: operation('Report how a shipment has changed', patch<ShipmentUpdateInput, ShipmentInput>('/shipments/:shopShipmentId'), { lists: true }),
  /** 409 for an event id that the shipment already has (A59); order of arrival does not matter (A70). */
  createShipmentEvent: operation('Report what happened to a shipment', post<ShipmentEventInput, ShipmentEventDto>('/shipments/:shopShipmentId/events', 201)),
}
