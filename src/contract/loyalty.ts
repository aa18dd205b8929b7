import { get, patch, post } from './endpoint.ts'
import type { CreditPage, Membership, Redemption, RedemptionRequest, Session } from './loyalty.schema.ts'

export type * from './loyalty.schema.ts'

type Nothing = Record<never, never>

/** What a signed-in shopper may ask and do. Who it is stands in the session, never in the request. */
export const loyalty = {
  /** Exchanges the shop's signed proof for a session; answers the membership too, so that the panel needs one question. */
  openSession: post<{ assertion: string }, Session>('/v1/session'),
  /** All that one screen shows; `parts` asks for some of it, comma-separated. */
  getMembership: get<{ parts?: string }, Membership>('/v1/me'),
  /** Joins the free tier. For somebody who is a member already nothing is sent to the service, and the status is 200. */
  join: post<Nothing, Session>('/v1/me', 201),
  listCredits: get<{ cursor?: string; limit?: number }, CreditPage>('/v1/me/credits'),
  /** Needs an `Idempotency-Key` header; the same key again gets the first answer. */
  redeemCredits: post<RedemptionRequest, Redemption>('/v1/me/credits/redemptions', 202),
  getRedemption: get<{ id: string }, Redemption>('/v1/me/credits/redemptions/:id'),
  cancelMembership: post<{ reason?: string }, Nothing>('/v1/me/cancellation', 202),
  reactivateMembership: post<Nothing, Nothing>('/v1/me/reactivation'),
  /** The service sends the member its update link; card data never passes here. */
  updatePaymentMethod: patch<Nothing, Nothing>('/v1/me/payment-method', 202),
}
