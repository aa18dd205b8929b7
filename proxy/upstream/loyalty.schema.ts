import { z } from 'zod'

/*
 * The loyalty service's own words: camelCase, decimal amounts in the shop's currency. Records are S1 to S12 of the assumptions;
 * only what a reader cannot do without is required, and whatever else comes is kept.
 */

const id = z.union([z.string(), z.number()]).transform(String)
const optionalId = id.nullish()
const text = z.string().nullish()
const decimal = z.number()

/** A member is addressed by the shop platform's numeric id; graph ids are refused (A14). */
const memberId = z.string('is required').regex(/^[A-Za-z0-9_-]{1,64}$/, 'is no customer id')
const segmentId = z.string('is required').regex(/^[A-Za-z0-9_-]{1,64}$/, 'is no tier id')
const benefitType = z.string('is required').min(1, 'is required').max(64)
/** Text in queries, as every query value is (A4). */
const limit = z.preprocess(
  (value) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value),
  z.int('is no whole number').min(1).max(100).optional(),
)
/** Opaque; the client encodes it like every query value (A6, A7). */
const cursor = z.string().max(2048).optional()

/** S1 (A10, A11). */
export const memberDtoSchema = z.looseObject({
  customerId: id,
  status: z.string().default('ACTIVE'),
  accountState: text,
  firstName: text,
  lastName: text,
  email: text,
  phoneNumber: text,
  notes: text,
  tierId: optionalId,
  tierName: text,
  credit: decimal.nullish(),
  creditsEarned: decimal.nullish(),
  currencyCode: text,
  totalSpend: decimal.nullish(),
  joinedAt: text,
  createdAt: text,
  updatedAt: text,
})

/** S2 (A17, A18); there is no id. */
export const creditDtoSchema = z.looseObject({
  amount: decimal,
  newBalance: decimal.nullish(),
  previousBalance: decimal.nullish(),
  reason: z.string().nullish(),
  note: text,
  expirationDate: text,
  createdAt: z.string(),
})

/** A37. */
export const heldRedemptionDtoSchema = z.looseObject({ code: z.string(), value: decimal })

/** S2's list; the cursor may be text or an object (A5, A7). */
export const creditsDtoSchema = z.preprocess(
  (data) => (Array.isArray(data) ? { credits: data as unknown } : data),
  z.looseObject({
    credits: z.array(creditDtoSchema),
    lastCreditEntry: z.union([z.string(), z.looseObject({})]).nullish(),
    redemption: heldRedemptionDtoSchema.nullish(),
  }),
)

/** A5, A6. */
export const membersDtoSchema = z.preprocess(
  (data) => (Array.isArray(data) ? { customers: data as unknown } : data),
  z.looseObject({ customers: z.array(memberDtoSchema), lastCustomerId: optionalId }),
)

/** S3 (A22): only id and name are certain, under any of their names. */
export const tierDtoSchema = z.preprocess(
  (tier) => {
    if (tier === null || typeof tier !== 'object') return tier
    const { id, segmentId, tierId, name, tierName } = tier as Record<string, unknown>
    return { ...tier, id: id ?? segmentId ?? tierId, name: name ?? tierName }
  },
  z.looseObject({
    id,
    name: z.string(),
    description: text,
    kind: text,
    rank: z.number().nullish(),
    price: decimal.nullish(),
    currency: text,
    spendThreshold: decimal.nullish(),
    spendPeriod: text,
    enabled: z.boolean().nullish(),
  }),
)

/** S4 (A23, A24). */
export const benefitDtoSchema = z.looseObject({
  type: z.string(),
  name: text,
  description: text,
  icon: text,
  enabled: z.boolean().nullish(),
  creditAmount: decimal.nullish(),
})

/** S5 (A27). */
export const campaignDtoSchema = z.looseObject({ id, name: text, startDate: text, endDate: text })

/** S6 (A28). */
export const merchantDtoSchema = z.looseObject({
  merchantId: id.optional(),
  merchantName: text,
  currency: text,
  status: text,
  creditsEnabled: z.boolean().nullish(),
})

/** A21: any key that means a period, a number or money; absent, null or empty is "no history". */
export const spendDtoSchema = z.record(z.string(), z.unknown()).nullish()

/** A list that stands alone, or is the one array inside the answer (A5). */
const listOf = <Item extends z.ZodType>(item: Item) =>
  z.preprocess((data) => {
    if (data === null || typeof data !== 'object' || Array.isArray(data)) return data
    const lists = Object.values(data).filter((value) => Array.isArray(value))
    return lists.length === 1 ? lists[0] : data
  }, z.array(item))

/** A record that stands alone, or under its own name (A5). */
const recordNamed = <Record extends z.ZodType>(names: readonly string[], record: Record) =>
  z.preprocess((data) => {
    if (data === null || typeof data !== 'object') return data
    const name = names.find((name) => name in data && typeof (data as { [name: string]: unknown })[name] === 'object')
    return name ? (data as { [name: string]: unknown })[name] : data
  }, record)

/** S7; the token is there in the answer to creation only (A46). */
export const webhookDtoSchema = z.looseObject({ id, callbackUrl: z.string(), name: text, token: text })
/** S8 (A50). */
export const subscriptionDtoSchema = z.looseObject({ id, topic: z.string(), callbackUrl: z.string(), name: text })
/** S10 (A31): a token under any of its names. */
export const authDtoSchema = z.preprocess(
  (data) => {
    if (data === null || typeof data !== 'object') return data
    const { token, jwt, accessToken } = data as Record<string, unknown>
    return { ...data, token: token ?? jwt ?? accessToken }
  },
  z.looseObject({ token: z.string(), expiresIn: z.number().nullish(), expiresAt: text }),
)

const callbackUrl = z.url({ protocol: /^https?$/, error: 'is no http address' })
const done = z.unknown()

/** What each operation takes (A14 to A16, A20, A25, A36, A38, A41, A46 to A49). */
export const loyaltyInputs = {
  listMembers: z.looseObject({ limit, lastCustomerId: cursor }),
  createMember: z.looseObject({
    customerId: memberId,
    segmentId: segmentId.optional(),
    credits: decimal.min(1).optional(),
    overrideSpendThreshold: z.boolean().optional(),
    keepInSpendBasedTier: z.boolean().optional(),
    referrals: z.string().optional(),
  }),
  getMember: z.looseObject({ id: memberId }),
  updateMember: z.looseObject({
    id: memberId,
    firstName: z.string('is required'),
    lastName: z.string('is required'),
    notes: z.string().nullable(),
    phoneNumber: z.string().nullable(),
  }),
  listCredits: z.looseObject({ id: memberId, limit, lastCreditEntry: cursor }),
  issueCredits: z.looseObject({
    id: memberId,
    amount: decimal.refine((amount) => amount !== 0, 'cannot be 0'),
    note: z.string().optional(),
    force: z.boolean().optional(),
  }),
  requestCancellation: z.looseObject({ id: memberId, reason: z.string().optional() }),
  reactivateMember: z.looseObject({ id: memberId }),
  getSpend: z.looseObject({ id: memberId }),
  changeTier: z.looseObject({ id: memberId, tierId: segmentId }),
  listTiers: z.looseObject({ includeBenefits: z.unknown().optional() }),
  getTier: z.looseObject({ id: segmentId, includeBenefits: z.unknown().optional() }),
  listTierBenefits: z.looseObject({ id: segmentId }),
  getTierBenefit: z.looseObject({ id: segmentId, type: benefitType }),
  updateTierBenefit: z.looseObject({ id: segmentId, type: benefitType }),
  listTierCampaigns: z.looseObject({ id: segmentId }),
  listBenefits: z.looseObject({}),
  getBenefit: z.looseObject({ type: benefitType }),
  updateBenefit: z.looseObject({ type: benefitType }),
  getMerchant: z.looseObject({}),
  updateMerchant: z.looseObject({}),
  createWebhook: z.looseObject({ callbackUrl, name: z.string().optional() }),
  listWebhooks: z.looseObject({}),
  deleteWebhook: z.looseObject({ id: z.string().min(1, 'is required') }),
  createSubscription: z.looseObject({ topic: z.string().min(1, 'is required'), callbackUrl, name: z.string().optional() }),
  listSubscriptions: z.looseObject({}),
  updateSubscription: z.looseObject({
    id: z.string().min(1, 'is required'),
    topic: z.string().min(1, 'is required'),
    callbackUrl: callbackUrl.optional(),
    name: z.string().optional(),
  }),
  deleteSubscription: z.looseObject({ id: z.string().min(1, 'is required'), topic: z.string().optional() }),
}

export const loyaltyStorefrontInputs = {
  authenticate: z.looseObject({ customerId: memberId, email: z.string().optional() }),
  readMember: z.looseObject({ id: memberId }),
  readCredits: z.looseObject({ id: memberId, limit, lastCreditEntry: cursor }),
  redeemCredits: z.looseObject({ id: memberId, amount: decimal.gt(0, 'has to be more than 0').optional() }),
  cancelMembership: z.looseObject({ id: memberId, reason: z.string().optional(), switchToFreeTier: z.boolean().optional() }),
  updatePaymentMethod: z.looseObject({ id: memberId, paymentMethodId: z.string().optional() }),
  readBenefits: z.looseObject({}),
  readBenefit: z.looseObject({ id: benefitType }),
  readTier: z.looseObject({ id: segmentId, customerId: memberId.optional() }),
  readTierBenefits: z.looseObject({ id: segmentId, customerId: memberId.optional() }),
  readTierCampaigns: z.looseObject({ id: segmentId, customerId: memberId.optional() }),
}

const member = recordNamed(['customer', 'member'], memberDtoSchema)
const tier = recordNamed(['segment', 'tier'], tierDtoSchema)
const benefit = recordNamed(['benefit'], benefitDtoSchema)

/** What has to be in an answer, out of its envelope, before it is believed. */
export const loyaltyAnswers = {
  listMembers: membersDtoSchema,
  createMember: done,
  getMember: member,
  updateMember: done,
  listCredits: creditsDtoSchema,
  issueCredits: done,
  requestCancellation: done,
  reactivateMember: done,
  getSpend: spendDtoSchema,
  changeTier: done,
  listTiers: listOf(tierDtoSchema),
  getTier: tier,
  listTierBenefits: listOf(benefitDtoSchema),
  getTierBenefit: benefit,
  updateTierBenefit: done,
  listTierCampaigns: listOf(campaignDtoSchema),
  listBenefits: listOf(benefitDtoSchema),
  getBenefit: benefit,
  updateBenefit: done,
  getMerchant: recordNamed(['merchant'], merchantDtoSchema),
  updateMerchant: done,
  createWebhook: webhookDtoSchema,
  listWebhooks: listOf(webhookDtoSchema),
  deleteWebhook: done,
  createSubscription: recordNamed(['subscriber', 'subscription'], subscriptionDtoSchema),
  listSubscriptions: listOf(subscriptionDtoSchema),
  updateSubscription: done,
  deleteSubscription: done,
}

export const loyaltyStorefrontAnswers = {
  authenticate: authDtoSchema,
  readMember: member,
  readCredits: creditsDtoSchema,
  redeemCredits: done,
  cancelMembership: done,
  updatePaymentMethod: done,
  readBenefits: listOf(benefitDtoSchema),
  readBenefit: benefit,
  readTier: tier,
  readTierBenefits: listOf(benefitDtoSchema),
  readTierCampaigns: listOf(campaignDtoSchema),
}

export type MemberDto = z.infer<typeof memberDtoSchema>
export type MembersDto = z.infer<typeof membersDtoSchema>
export type CreditDto = z.infer<typeof creditDtoSchema>
export type CreditsDto = z.infer<typeof creditsDtoSchema>
export type HeldRedemptionDto = z.infer<typeof heldRedemptionDtoSchema>
export type TierDto = z.infer<typeof tierDtoSchema>
export type BenefitDto = z.infer<typeof benefitDtoSchema>
export type CampaignDto = z.infer<typeof campaignDtoSchema>
export type MerchantDto = z.infer<typeof merchantDtoSchema>
export type SpendDto = z.infer<typeof spendDtoSchema>
export type WebhookDto = z.infer<typeof webhookDtoSchema>
export type SubscriptionDto = z.infer<typeof subscriptionDtoSchema>
export type AuthDto = z.infer<typeof authDtoSchema>
/** What an operation takes, by its verb. */
export type LoyaltyInput<Verb extends keyof typeof loyaltyInputs> = z.infer<(typeof loyaltyInputs)[Verb]>
export type LoyaltyStorefrontInput<Verb extends keyof typeof loyaltyStorefrontInputs> = z.infer<(typeof loyaltyStorefrontInputs)[Verb]>
