import { post } from '../../src/contract/endpoint.ts'
import type { CreditClaim, RefundClaim, ReorderClaim, ReorderReply, StoreCreditReply } from './claims.schema.ts'
import { operation } from './operation.ts'

export type * from './claims.schema.ts'

/**
 * Claims resolution (`protection-api.md`, section 4): the service calls the merchant at the address that the merchant has registered (A102), with
 * the merchant's own service key in `X-API-Key` (A91).
 */
export const claimsService = {
  /** The reply's body is free (A93). */
  refundClaim: operation('Resolve a claim by refunding products', post<RefundClaim, Record<string, unknown>>('/orders/:shopOrderId/refund'), {
    moves: 'money',
    once: true,
  }),
  /** Returns the ids of the new order, which is then reported like any other (A95). */
  reorderClaim: operation('Resolve a claim by sending the products again', post<ReorderClaim, ReorderReply>('/orders/:shopOrderId/reorder'), {
    moves: 'money',
    once: true,
    defaults: [{ without: ['shipping_address'], means: 'to where the first one went' }], // A94
  }),
  /** Returns the id of the store credit (A97). */
  creditClaim: operation('Resolve a claim by store credit', post<CreditClaim, StoreCreditReply>('/orders/:shopOrderId/store_credit'), {
    moves: 'money',
    once: true,
    defaults: [{ without: ['to_issue_amount', 'amount'], means: 'the sum of what the lines say' }], // A96
  }),
}
