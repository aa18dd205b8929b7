import { del, get, patch, post, put } from '../../src/contract/endpoint.ts'
import type {
  AuthDto,
  BenefitDto,
  CampaignDto,
  CreditsDto,
  MemberDto,
  MembersDto,
  MerchantDto,
  SpendDto,
  SubscriptionDto,
  TierDto,
  WebhookDto,
} from './loyalty.schema.ts'
import type { LoyaltyInput as Admin, LoyaltyStorefrontInput as Storefront } from './loyalty-inputs.schema.ts'
import { operation } from './operation.ts'

export type * from './loyalty.schema.ts'

/** The answer to an accepted change, which may take effect later. */
type Done = unknown

/*
 * Loyalty service, API 2.0.0 (`loyalty-api.md`, section 4). Answers come as `{message, data}` (A1); types are those of `data`.
 * Any 2xx is success. Whether a change is only forwarded depends on the operation, never on the status (A2).
 */

/** The meaning of a cancellation that names no next tier (A38). */
const noTierFollows = { without: ['switchToFreeTier', 'nextSegmentId'], means: 'no tier follows, and they are no member any longer' }

/** Server-to-server; the merchant comes from the key (A29, A34). */
export const loyaltyService = {
  /** `data.customers` with `data.lastCustomerId` (A5, A6). */
  listMembers: operation("List the merchant's members", get<Admin<'listMembers'>, MembersDto>('/v2.0/admin/members'), { cursor: 'lastCustomerId' }),
  /** A lower tier downgrades an existing member, so read the member first; the request may include credits (A14). */
  createMember: operation(
    'Make somebody a member of a free tier, or move a member down to one',
    post<Admin<'createMember'>, Done>('/v2.0/admin/members', 201),
    {
      moves: 'tier',
      once: true,
      defaults: [{ without: ['segmentId'], means: 'the first free tier, to which a member of a higher one falls' }],
    },
  ),
  /** A10. */
  getMember: operation('Show one member', get<Admin<'getMember'>, MemberDto>('/v2.0/admin/members/:id')),
  /** Every field is required (A15). */
  updateMember: operation("Change a member's name, notes and phone number", patch<Admin<'updateMember'>, Done>('/v2.0/admin/members/:id')),
  /** `data.credits` with `data.lastCreditEntry` (A5, A7, A17). */
  listCredits: operation("List a member's credits, newest first", get<Admin<'listCredits'>, CreditsDto>('/v2.0/admin/members/:id/credits'), {
    cursor: 'lastCreditEntry',
  }),
  /** Forwarded; a negative amount takes credits (A20). */
  issueCredits: operation(
    'Give a member credits, or take them with a negative amount',
    post<Admin<'issueCredits'>, Done>('/v2.0/admin/members/:id/credits', 201),
    { forwarded: true, moves: 'money', once: true, defaults: [{ without: ['reason'], means: 'the entry is called MANUAL' }] },
  ),
  /** A13, A38. */
  requestCancellation: operation('Ask for the end of a membership', post<Admin<'requestCancellation'>, Done>('/v2.0/admin/members/:id/cancellation'), {
    moves: 'membership',
    defaults: [{ without: ['cancelImmediately'], means: 'at the end of what is paid' }, noTierFollows],
  }),
  /** A13, A40. */
  reactivateMember: operation('Bring a membership back', post<Admin<'reactivateMember'>, Done>('/v2.0/admin/members/:id/reactivation'), {
    moves: 'membership',
  }),
  /** `data` undefined: no eligible spend, or no such member (A21). */
  getSpend: operation('Show what a member has spent in each period', get<Admin<'getSpend'>, SpendDto>('/v2.0/admin/members/:id/sbt')),
  /** A16. */
  changeTier: operation('Move a member up or down to a tier', post<Admin<'changeTier'>, Done>('/v2.0/admin/members/:id/change-tier'), { moves: 'tier' }),
  /** A5, A9, A22. */
  listTiers: operation('List all tiers', get<Admin<'listTiers'>, TierDto[]>('/v2.0/admin/tiers'), { lists: true }),
  /** A9, A22. */
  getTier: operation('Show one tier', get<Admin<'getTier'>, TierDto>('/v2.0/admin/tiers/:id')),
  /** A5, A23. */
  listTierBenefits: operation('List the benefits of a tier', get<Admin<'listTierBenefits'>, BenefitDto[]>('/v2.0/admin/tiers/:id/benefits'), { lists: true }),
  /** A24. */
  getTierBenefit: operation('Show one benefit of a tier', get<Admin<'getTierBenefit'>, BenefitDto>('/v2.0/admin/tiers/:id/benefits/:type')),
  /** Forwarded; the path's type wins over the body's (A25). */
  updateTierBenefit: operation('Change a benefit of a tier', patch<Admin<'updateTierBenefit'>, Done>('/v2.0/admin/tiers/:id/benefits/:type', 201), {
    forwarded: true,
    moves: 'money',
  }),
  /** A27. */
  listTierCampaigns: operation('List the campaigns of a tier', get<Admin<'listTierCampaigns'>, CampaignDto[]>('/v2.0/admin/tiers/:id/campaigns'), {
    lists: true,
  }),
  /**
   * The benefits that belong to no tier (A5, A23, A43). "All the merchant's benefits" is understood like this because the path of one benefit,
   * `/benefits/:type`, contains only its type, and tiers have benefits of the same types.
   */
  listBenefits: operation("List the merchant's benefits, those that hang on no tier", get<Admin<'listBenefits'>, BenefitDto[]>('/v2.0/admin/benefits'), {
    lists: true,
  }),
  /** A24. */
  getBenefit: operation("Show one of the merchant's benefits that hang on no tier", get<Admin<'getBenefit'>, BenefitDto>('/v2.0/admin/benefits/:type')),
  /** Forwarded (A25). */
  updateBenefit: operation(
    "Change one of the merchant's benefits that hang on no tier",
    patch<Admin<'updateBenefit'>, Done>('/v2.0/admin/benefits/:type', 201),
    {
      forwarded: true,
      moves: 'money',
    },
  ),
  /** A28. */
  getMerchant: operation('Show what the service knows of the merchant', get<Admin<'getMerchant'>, MerchantDto>('/v2.0/admin/merchant')),
  /** Changes only what is sent (A28). */
  updateMerchant: operation('Change some of what the service knows of the merchant', patch<Admin<'updateMerchant'>, Done>('/v2.0/admin/merchant')),
  /** Only this answer contains the token (A46). */
  createWebhook: operation('Register an address for all events; the token is shown once', post<Admin<'createWebhook'>, WebhookDto>('/v2.0/admin/webhooks'), {
    once: true,
  }),
  /** A46. */
  listWebhooks: operation('List the registered addresses', get<Admin<'listWebhooks'>, WebhookDto[]>('/v2.0/admin/webhooks'), { lists: true }),
  /** The webhook is removed at once, and confirmed later (A47). */
  deleteWebhook: operation('Remove a registered address', del<Admin<'deleteWebhook'>, Done>('/v2.0/admin/webhooks'), { forwarded: true, moves: 'webhooks' }),
  /** A48, A49. */
  createSubscription: operation(
    'Register an address for one topic',
    post<Admin<'createSubscription'>, SubscriptionDto>('/v2.0/admin/webhook-subscriptions', 201),
    { once: true },
  ),
  /** A49, A50. */
  listSubscriptions: operation('List the subscriptions', get<Admin<'listSubscriptions'>, SubscriptionDto[]>('/v2.0/admin/webhook-subscriptions'), {
    lists: true,
  }),
  /** A49. */
  updateSubscription: operation('Change a subscription', put<Admin<'updateSubscription'>, Done>('/v2.0/admin/webhook-subscriptions')),
  /** A49. */
  deleteSubscription: operation('Remove a subscription', del<Admin<'deleteSubscription'>, Done>('/v2.0/admin/webhook-subscriptions'), { moves: 'webhooks' }),
}

/** The operations for a member: they need the key and, except for authentication, the member's own JWT (A32, A35). */
export const loyaltyStorefrontService = {
  /** A JWT of two hours; an unknown member is refused (A30, A31, A33, A111). */
  authenticate: operation('Sign a member in for two hours', post<Storefront<'authenticate'>, AuthDto>('/v2.0/storefront/auth')),
  /** The same record as for the merchant, without internal notes (A44). */
  readMember: operation('Show a member as they see themselves', get<Storefront<'readMember'>, MemberDto>('/v2.0/storefront/members/:id')),
  /** Without parameters all credits, with parameters a page (A45). */
  readCredits: operation("List a member's credits as they see them", get<Storefront<'readCredits'>, CreditsDto>('/v2.0/storefront/members/:id/credits'), {
    cursor: 'lastCreditEntry',
  }),
  /** Forwarded (A36, A37). */
  redeemCredits: operation(
    "Turn a member's credits into a discount code",
    post<Storefront<'redeemCredits'>, Done>('/v2.0/storefront/members/:id/credits/redemption', 201),
    { forwarded: true, moves: 'money', once: true, defaults: [{ without: ['amount'], means: 'the whole balance' }] }, // A36
  ),
  /** Forwarded (A13, A38). */
  cancelMembership: operation(
    'Ask for the end of a membership, as the member',
    post<Storefront<'cancelMembership'>, Done>('/v2.0/storefront/members/:id/cancellation', 201),
    { forwarded: true, moves: 'membership', defaults: [noTierFollows] },
  ),
  /** A41. */
  updatePaymentMethod: operation(
    'Change how a member pays, or send them the link to do so',
    patch<Storefront<'updatePaymentMethod'>, Done>('/v2.0/storefront/members/:id/payment-method'),
    { moves: 'money', once: true, defaults: [{ without: ['paymentMethodId'], means: 'they are sent a link to change it themselves' }] },
  ),
  /** The same list, even if tiers are enabled (A43). */
  readBenefits: operation(
    "List the merchant's benefits, those that hang on no tier, as members see them",
    get<Storefront<'readBenefits'>, BenefitDto[]>('/v2.0/storefront/benefits'),
    { lists: true },
  ),
  /** `id` is the benefit's type (A24). */
  readBenefit: operation('Show one benefit as members see it', get<Storefront<'readBenefit'>, BenefitDto>('/v2.0/storefront/benefits/:id')),
  /** `id` is the id of the tier, or of the member (A42). */
  readTier: operation("Show a member's own tier", get<Storefront<'readTier'>, TierDto>('/v2.0/storefront/tiers/:id')),
  /** A42. */
  readTierBenefits: operation(
    "List the benefits of a member's own tier",
    get<Storefront<'readTierBenefits'>, BenefitDto[]>('/v2.0/storefront/tiers/:id/benefits'),
    { lists: true },
  ),
  /** `customerId` names the member (A42). */
  readTierCampaigns: operation(
    "List the campaigns of a member's own tier",
    get<Storefront<'readTierCampaigns'>, CampaignDto[]>('/v2.0/storefront/tiers/:id/campaigns'),
    { lists: true },
  ),
}
