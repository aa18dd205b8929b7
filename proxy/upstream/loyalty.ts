import { del, get, patch, post, put } from '../../src/contract/endpoint.ts'
import type {
  AuthDto,
  BenefitDto,
  CampaignDto,
  CreditsDto,
  LoyaltyInput as Admin,
  LoyaltyStorefrontInput as Storefront,
  MemberDto,
  MembersDto,
  MerchantDto,
  SpendDto,
  SubscriptionDto,
  TierDto,
  WebhookDto,
} from './loyalty.schema.ts'

export type * from './loyalty.schema.ts'

/** The service has taken it in; the change may take effect later. */
type Done = unknown

/*
 * Loyalty service, API 2.0.0 (`loyalty-api.md`, section 4). Answers come as `{message, data}` (A1); types are those of `data`.
 * Any 2xx is success, and whether work was only forwarded is a property of the operation, never of its code (A2).
 */

/** Server-to-server; the merchant comes from the key (A29, A34). */
export const loyaltyService = {
  /** `data.customers` with `data.lastCustomerId` (A5, A6). */
  listMembers: get<Admin<'listMembers'>, MembersDto>('/v2.0/admin/members'),
  /** A lower tier for an existing member downgrades them, so read first (A14). */
  createMember: post<Admin<'createMember'>, Done>('/v2.0/admin/members', 201),
  /** A10. */
  getMember: get<Admin<'getMember'>, MemberDto>('/v2.0/admin/members/:id'),
  /** Every field is required (A15). */
  updateMember: patch<Admin<'updateMember'>, Done>('/v2.0/admin/members/:id'),
  /** `data.credits` with `data.lastCreditEntry` (A5, A7, A17). */
  listCredits: get<Admin<'listCredits'>, CreditsDto>('/v2.0/admin/members/:id/credits'),
  /** Forwarded; a negative amount takes credits (A20). */
  issueCredits: post<Admin<'issueCredits'>, Done>('/v2.0/admin/members/:id/credits', 201),
  /** A13, A38. */
  requestCancellation: post<Admin<'requestCancellation'>, Done>('/v2.0/admin/members/:id/cancellation'),
  /** A13, A40. */
  reactivateMember: post<Admin<'reactivateMember'>, Done>('/v2.0/admin/members/:id/reactivation'),
  /** `data` undefined: no eligible spend, or no such member (A21). */
  getSpend: get<Admin<'getSpend'>, SpendDto>('/v2.0/admin/members/:id/sbt'),
  /** A16. */
  changeTier: post<Admin<'changeTier'>, Done>('/v2.0/admin/members/:id/change-tier'),
  /** A5, A9, A22. */
  listTiers: get<Admin<'listTiers'>, TierDto[]>('/v2.0/admin/tiers'),
  /** A9, A22. */
  getTier: get<Admin<'getTier'>, TierDto>('/v2.0/admin/tiers/:id'),
  /** A5, A23. */
  listTierBenefits: get<Admin<'listTierBenefits'>, BenefitDto[]>('/v2.0/admin/tiers/:id/benefits'),
  /** A24. */
  getTierBenefit: get<Admin<'getTierBenefit'>, BenefitDto>('/v2.0/admin/tiers/:id/benefits/:type'),
  /** Forwarded; the path's type wins over the body's (A25). */
  updateTierBenefit: patch<Admin<'updateTierBenefit'>, Done>('/v2.0/admin/tiers/:id/benefits/:type', 201),
  /** A27. */
  listTierCampaigns: get<Admin<'listTierCampaigns'>, CampaignDto[]>('/v2.0/admin/tiers/:id/campaigns'),
  /** A5, A23. */
  listBenefits: get<Admin<'listBenefits'>, BenefitDto[]>('/v2.0/admin/benefits'),
  /** A24. */
  getBenefit: get<Admin<'getBenefit'>, BenefitDto>('/v2.0/admin/benefits/:type'),
  /** Forwarded (A25). */
  updateBenefit: patch<Admin<'updateBenefit'>, Done>('/v2.0/admin/benefits/:type', 201),
  /** A28. */
  getMerchant: get<Admin<'getMerchant'>, MerchantDto>('/v2.0/admin/merchant'),
  /** Changes only what is sent (A28). */
  updateMerchant: patch<Admin<'updateMerchant'>, Done>('/v2.0/admin/merchant'),
  /** The token is in this answer and in no later one (A46). */
  createWebhook: post<Admin<'createWebhook'>, WebhookDto>('/v2.0/admin/webhooks'),
  /** A46. */
  listWebhooks: get<Admin<'listWebhooks'>, WebhookDto[]>('/v2.0/admin/webhooks'),
  /** Gone at once, confirmed later (A47). */
  deleteWebhook: del<Admin<'deleteWebhook'>, Done>('/v2.0/admin/webhooks'),
  /** A48, A49. */
  createSubscription: post<Admin<'createSubscription'>, SubscriptionDto>('/v2.0/admin/webhook-subscriptions', 201),
  /** A49, A50. */
  listSubscriptions: get<Admin<'listSubscriptions'>, SubscriptionDto[]>('/v2.0/admin/webhook-subscriptions'),
  /** A49. */
  updateSubscription: put<Admin<'updateSubscription'>, Done>('/v2.0/admin/webhook-subscriptions'),
  /** A49. */
  deleteSubscription: del<Admin<'deleteSubscription'>, Done>('/v2.0/admin/webhook-subscriptions'),
}

/** Member-facing; key and, but for authentication, the member's own JWT (A32, A35). */
export const loyaltyStorefrontService = {
  /** A JWT of two hours; an unknown member is 401 (A30, A31, A33). */
  authenticate: post<Storefront<'authenticate'>, AuthDto>('/v2.0/storefront/auth'),
  /** As for the merchant, less internal notes (A44). */
  readMember: get<Storefront<'readMember'>, MemberDto>('/v2.0/storefront/members/:id'),
  /** All of them without parameters, pages with (A45). */
  readCredits: get<Storefront<'readCredits'>, CreditsDto>('/v2.0/storefront/members/:id/credits'),
  /** Forwarded; no amount: the whole balance (A36, A37). */
  redeemCredits: post<Storefront<'redeemCredits'>, Done>('/v2.0/storefront/members/:id/credits/redemption', 201),
  /** Forwarded (A13, A38). */
  cancelMembership: post<Storefront<'cancelMembership'>, Done>('/v2.0/storefront/members/:id/cancellation', 201),
  /** Without an id the member is sent the update link (A41). */
  updatePaymentMethod: patch<Storefront<'updatePaymentMethod'>, Done>('/v2.0/storefront/members/:id/payment-method'),
  /** The merchant's list, with tiers on as well (A43). */
  readBenefits: get<Storefront<'readBenefits'>, BenefitDto[]>('/v2.0/storefront/benefits'),
  /** `id` is the benefit's type (A24). */
  readBenefit: get<Storefront<'readBenefit'>, BenefitDto>('/v2.0/storefront/benefits/:id'),
  /** `id` is the tier's, or else the member's own (A42). */
  readTier: get<Storefront<'readTier'>, TierDto>('/v2.0/storefront/tiers/:id'),
  /** A42. */
  readTierBenefits: get<Storefront<'readTierBenefits'>, BenefitDto[]>('/v2.0/storefront/tiers/:id/benefits'),
  /** `customerId` names the member (A42). */
  readTierCampaigns: get<Storefront<'readTierCampaigns'>, CampaignDto[]>('/v2.0/storefront/tiers/:id/campaigns'),
}
