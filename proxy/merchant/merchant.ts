import { get, patch, post } from '../../src/contract/endpoint.ts'
import type { Money } from '../../src/contract/money.ts'
import type { OrderInput, OrderUpdateInput, ShipmentEventInput, ShipmentInput, ShipmentUpdateInput } from '../upstream/protection.ts'
import type { ComparedOrder, ComparedOrders, Leaving, OrderLinks, Report, Revoked, Verification } from './merchant.schema.ts'

export type * from './merchant.schema.ts'

/** An accepted report; `getReport` returns its state. */
type Accepted = { id: string }

/** The merchant's interface to the proxy. Bodies are those of the protection service, in either naming. */
export const merchant = {
  reportOrder: post<OrderInput, Accepted>('/v1/merchant/orders', 202),
  reportOrderUpdate: patch<OrderUpdateInput, Accepted>('/v1/merchant/orders/:shopOrderId', 202),
  reportProtectionRefund: patch<{ shopOrderId: string; amount_refunded?: Money }, Accepted>('/v1/merchant/orders/:shopOrderId/refund_protection', 202),
  reportProtectionAdded: patch<{ shopOrderId: string }, Accepted>('/v1/merchant/orders/:shopOrderId/add_protection', 202),
  reportShipment: post<ShipmentInput, Accepted>('/v1/merchant/shipments', 202),
  reportShipmentUpdate: patch<ShipmentUpdateInput, Accepted>('/v1/merchant/shipments/:shopShipmentId', 202),
  reportShipmentEvent: post<ShipmentEventInput, Accepted>('/v1/merchant/shipments/:shopShipmentId/events', 202),
  /** Returns the orders of which the proxy neither has the last state nor is reporting it, and those whose reports wait for a person. */
  compareOrders: post<{ orders: ComparedOrder[] }, ComparedOrders>('/v1/merchant/orders/comparison'),
  getReport: get<{ id: string }, Report>('/v1/merchant/reports/:id'),
  /** Returns the price to charge: a backend must not charge what a form says. */
  verifyQuote: post<{ token: string; amount: Money }, Verification>('/v1/merchant/quotes/verification'),
  linkOrder: post<{ shopOrderId: string; order_number: string; email: string }, OrderLinks>('/v1/merchant/orders/:shopOrderId/links'),
  /** Ends the key in the order's metafield on Shopify. Links by `linkOrder` are other keys, and stay valid. */
  revokeOrderKey: post<{ shopOrderId: string; replace?: boolean }, Revoked>('/v1/merchant/orders/:shopOrderId/key/revocation'),
  /** For a page of the shop without sign-in. The response shows whether the member exists, so the page should answer the shopper before the call. */
  endMembership: post<{ memberId: string; email: string; reason?: string }, Leaving>('/v1/merchant/members/:memberId/cancellation'),
}

/** The same two operations under their insured names. */
export const merchantInInsuredNaming = {
  reportProtectionRefund: { ...merchant.reportProtectionRefund, path: '/v1/merchant/orders/:shopOrderId/refund_insurance' },
  reportProtectionAdded: { ...merchant.reportProtectionAdded, path: '/v1/merchant/orders/:shopOrderId/add_insurance' },
}
