import { get, patch, post } from './endpoint.ts'
import type { CreditPage, Membership, ProgramOffer, Redemption, RedemptionRequest, Session } from './loyalty.schema.ts'

export type * from './loyalty.schema.ts'

type Nothing = Record<never, never>

/** The requests of a shopper. The member comes from the session, never from the request. */
export const loyalty = {
  /** The programme, its tiers and campaigns, for people who are not signed in. */
  getProgram: get<Nothing, ProgramOffer>('/v1/program'),
  /** Exchanges the shop's signed proof for a session. The response includes the membership, so the panel needs one request. */
  openSession: post<{ assertion: string }, Session>('/v1/session'),
  /** Everything that one screen shows, or the comma-separated `parts` of it. */
  getMembership: get<{ parts?: string }, Membership>('/v1/me'),
  /** Joins the free tier. For an existing member the proxy sends nothing to the service and answers 200. */
  join: post<Nothing, Session>('/v1/me', 201),
  listCredits: get<{ cursor?: string; limit?: number }, CreditPage>('/v1/me/credits'),
  /** Requires an `Idempotency-Key` header. A repeated key gets the first response. */
  redeemCredits: post<RedemptionRequest, Redemption>('/v1/me/credits/redemptions', 202),
  getRedemption: get<{ id: string }, Redemption>('/v1/me/credits/redemptions/:id'),
  cancelMembership: post<{ reason?: string }, Nothing>('/v1/me/cancellation', 202),
  reactivateMembership: post<Nothing, Nothing>('/v1/me/reactivation'),
  /** The service sends the member a link for the update. Card data never passes through the proxy. */
  updatePaymentMethod: patch<Nothing, Nothing>('/v1/me/payment-method', 202),
}
