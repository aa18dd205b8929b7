import { get, patch, post } from './endpoint.ts'
import type { ExtensionKey, ExtensionTrackRequest, OrderClaim } from './extension.schema.ts'
import type { CreditPage, Membership, Redemption, RedemptionRequest, Session } from './loyalty.schema.ts'
import type { Enrichment, EnrichmentRequest, EventsRequest, PackageEvents, Protecting, Removal, TrackedOrder } from './tracking.schema.ts'

export type * from './extension.schema.ts'

type Nothing = Record<never, never>

/*
 * The requests of UI extensions, which run on pages of the platform: thank-you page, order status page, customer accounts. They are the requests of the
 * widgets under another prefix, with other proofs: no origin is checked, so all authority is in the request. The client header is not needed.
 */

/** The requests about an order. None but `keyOrder` needs a header: their key or ticket is the proof. */
export const extensionOrders = {
  /**
   * Exchanges the platform's session token (`Authorization: Bearer`) for a key. Answers 404 alike if the order is not known yet, if it is unknown, and
   * if the proof does not suffice. The thank-you page may come before the order, so it asks again after 2, 4, 8 and 16 seconds.
   */
  keyOrder: post<OrderClaim, ExtensionKey>('/v1/extension/orders'),
  trackOrder: post<ExtensionTrackRequest, TrackedOrder>('/v1/extension/orders/track'),
  trackEnrichment: post<EnrichmentRequest, Enrichment>('/v1/extension/orders/track/enrichment'),
  trackEvents: post<EventsRequest, PackageEvents>('/v1/extension/orders/track/events'),
}

/** The changes to the protection of an order, for the holder of its key. */
export const extensionProtection = {
  protectOrder: post<{ key: string }, Protecting>('/v1/extension/orders/protection'),
  unprotectOrder: post<{ key: string }, Removal>('/v1/extension/orders/protection/removal', 202),
}

/** The requests of a signed-in member. All but `openSession` need the token that `openSession` answers, as `Authorization: Bearer`. */
export const extensionMembers = {
  /** Exchanges the platform's session token (`Authorization: Bearer`) for a session; `session-required` if nobody is signed in. */
  openSession: post<Nothing, Session>('/v1/extension/session'),
  getMembership: get<{ parts?: string }, Membership>('/v1/extension/me'),
  join: post<Nothing, Session>('/v1/extension/me', 201),
  listCredits: get<{ cursor?: string; limit?: number }, CreditPage>('/v1/extension/me/credits'),
  /** Requires an `Idempotency-Key` header. A repeated key gets the first response. */
  redeemCredits: post<RedemptionRequest, Redemption>('/v1/extension/me/credits/redemptions', 202),
  getRedemption: get<{ id: string }, Redemption>('/v1/extension/me/credits/redemptions/:id'),
  cancelMembership: post<{ reason?: string }, Nothing>('/v1/extension/me/cancellation', 202),
  reactivateMembership: post<Nothing, Nothing>('/v1/extension/me/reactivation'),
  updatePaymentMethod: patch<Nothing, Nothing>('/v1/extension/me/payment-method', 202),
}

/** All requests of UI extensions. */
export const extension = { ...extensionOrders, ...extensionProtection, ...extensionMembers }
