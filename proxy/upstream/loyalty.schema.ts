import { z } from 'zod'
import { list } from './list.schema.ts'
import { aliased, decimal, id, listOf, pageOf, recordNamed, text } from './reading.schema.ts'

/*
 * The loyalty service's own words: camelCase, decimal amounts in the shop's currency. Records are S1 to S12 of the assumptions;
 * only what a reader cannot do without is required, and whatever else comes is kept.
 */

const optionalId = id.nullish()

/** S1; nearly anything can be null, and any status is one (A10, A11). */
export const memberDtoSchema = z.looseObject({
  customerId: id,
  status: z
    .string()
    .nullish()
    .transform((status) => status ?? 'ACTIVE'),
  accountState: text,
  firstName: text,
  lastName: text,
  email: text,
  phoneNumber: text,
  notes: text,
  tierId: optionalId,
  tierName: text,
  keepInSpendBasedTier: z.boolean().nullish(),
  credit: decimal.nullish(),
  creditsEarned: decimal.nullish(),
  currencyCode: text,
  totalSpend: decimal.nullish(),
  joinedAt: text,
  createdAt: text,
  updatedAt: text,
})

/** A time that may be written as a moment, in seconds or in milliseconds since 1970. */
const time = z.union([z.string(), z.number().transform(toIsoTime)]).nullish()

/** S2 (A17, A18); there is no id. An entry that does not say when it was still says what it moved. */
export const creditDtoSchema = z.looseObject({
  amount: decimal,
  newBalance: decimal.nullish(),
  previousBalance: decimal.nullish(),
  reason: z.string().nullish(),
  note: text,
  expirationDate: text,
  createdAt: time,
})

/** A37. */
export const heldRedemptionDtoSchema = z.looseObject({ code: z.string(), value: decimal })

/** S2's list; the cursor may be text, a number or an object (A5, A7). */
export const creditsDtoSchema = pageOf(
  'credits',
  z.looseObject({
    credits: list(creditDtoSchema),
    lastCreditEntry: z.union([z.string(), z.number().transform(String), z.looseObject({})]).nullish(),
    redemption: heldRedemptionDtoSchema.nullish(),
  }),
)

/** A5, A6. */
export const membersDtoSchema = pageOf(
  'customers',
  z.looseObject({ customers: list(aliased({ customerId: ['id'] }, memberDtoSchema)), lastCustomerId: optionalId }),
)

/** S3 (A22, A113): only id and name are certain, under any of their names. */
export const tierDtoSchema = aliased(
  { id: ['segmentId', 'tierId'], name: ['tierName'] },
  z.looseObject({
    id,
    name: z.string(),
    description: text,
    kind: text,
    rank: decimal.transform(Number).nullish(),
    price: decimal.nullish(),
    billingInterval: text,
    currency: text,
    spendThreshold: decimal.nullish(),
    spendPeriod: text,
    enabled: z.boolean().nullish(),
  }),
)

/** S4 (A23, A24); a list of all benefits may say which tier one belongs to (A112). */
export const benefitDtoSchema = z.looseObject({
  type: z.string(),
  segmentId: optionalId,
  tierId: optionalId,
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
  merchantId: optionalId,
  merchantName: text,
  currency: text,
  status: text,
  creditsEnabled: z.boolean().nullish(),
})

/** A21: any key that means a period, a number or money; absent, null or empty is "no history". */
export const spendDtoSchema = z.preprocess((data) => (Array.isArray(data) && data.length === 0 ? undefined : data), z.record(z.string(), z.unknown()).nullish())

/** S7; the token is there in the answer to creation only (A46). */
export const webhookDtoSchema = aliased({ callbackUrl: ['url'] }, z.looseObject({ id, callbackUrl: z.string(), name: text, token: text }))
/** S8 (A50). */
export const subscriptionDtoSchema = aliased({ callbackUrl: ['url'] }, z.looseObject({ id, topic: z.string(), callbackUrl: z.string(), name: text }))
/** S10 (A31): a token, alone or under any of its names; when it ends may be said in seconds, or as a time. */
export const authDtoSchema = z.preprocess(
  (data) => (typeof data === 'string' ? { token: data } : data),
  aliased(
    { token: ['jwt', 'accessToken'] },
    z.looseObject({
      token: z.string().min(1),
      /** Where it says this in words of its own, a token that is a JWT knows its end. */
      expiresIn: z.coerce.number().nullish().catch(undefined),
      expiresAt: time,
    }),
  ),
)

/** A moment in seconds or in milliseconds since 1970. */
function toIsoTime(moment: number): string {
  const time = new Date(moment < 1e11 ? moment * 1000 : moment)
  return Number.isNaN(time.getTime()) ? '' : time.toISOString()
}

const done = z.unknown()

/** Fields without which a record would promise or ask something else: where one cannot be read, the record is left out with it. */
export const loyaltyVital: ReadonlySet<string> = new Set([
  'status',
  'credit',
  'creditsEarned',
  'currencyCode',
  'currency',
  'creditsEnabled',
  'tierId',
  'segmentId',
  'enabled',
  'spendThreshold',
  'price',
])

const member = recordNamed(['customer', 'member'], aliased({ customerId: ['id'] }, memberDtoSchema))
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
  listTiers: listOf(tierDtoSchema, 'tiers', 'segments'),
  getTier: tier,
  listTierBenefits: listOf(benefitDtoSchema, 'benefits'),
  getTierBenefit: benefit,
  updateTierBenefit: done,
  listTierCampaigns: listOf(campaignDtoSchema, 'campaigns'),
  listBenefits: listOf(benefitDtoSchema, 'benefits'),
  getBenefit: benefit,
  updateBenefit: done,
  getMerchant: recordNamed(['merchant'], merchantDtoSchema),
  updateMerchant: done,
  createWebhook: recordNamed(['webhook', 'subscriber'], webhookDtoSchema),
  listWebhooks: listOf(webhookDtoSchema, 'webhooks'),
  deleteWebhook: done,
  createSubscription: recordNamed(['subscriber', 'subscription'], subscriptionDtoSchema),
  listSubscriptions: listOf(subscriptionDtoSchema, 'subscriptions'),
  updateSubscription: done,
  deleteSubscription: done,
}

/** What each storefront operation answers. */
export const loyaltyStorefrontAnswers = {
  authenticate: authDtoSchema,
  readMember: member,
  readCredits: creditsDtoSchema,
  redeemCredits: done,
  cancelMembership: done,
  updatePaymentMethod: done,
  readBenefits: listOf(benefitDtoSchema, 'benefits'),
  readBenefit: benefit,
  readTier: tier,
  readTierBenefits: listOf(benefitDtoSchema, 'benefits'),
  readTierCampaigns: listOf(campaignDtoSchema, 'campaigns'),
}

/** A decimal amount, as it was written. */
export type Decimal = z.infer<typeof decimal>
/** A member. */
export type MemberDto = z.infer<typeof memberDtoSchema>
/** A page of members. */
export type MembersDto = z.infer<typeof membersDtoSchema>
/** An entry of a credit ledger. */
export type CreditDto = z.infer<typeof creditDtoSchema>
/** A page of a credit ledger. */
export type CreditsDto = z.infer<typeof creditsDtoSchema>
/** A redemption code that a member holds. */
export type HeldRedemptionDto = z.infer<typeof heldRedemptionDtoSchema>
/** A tier. */
export type TierDto = z.infer<typeof tierDtoSchema>
/** A benefit. */
export type BenefitDto = z.infer<typeof benefitDtoSchema>
/** A campaign. */
export type CampaignDto = z.infer<typeof campaignDtoSchema>
/** The merchant's own record. */
export type MerchantDto = z.infer<typeof merchantDtoSchema>
/** What a member has spent, by period. */
export type SpendDto = z.infer<typeof spendDtoSchema>
/** An address that is told of events. */
export type WebhookDto = z.infer<typeof webhookDtoSchema>
/** A subscription to one kind of event. */
export type SubscriptionDto = z.infer<typeof subscriptionDtoSchema>
/** The token of a member who has signed in. */
export type AuthDto = z.infer<typeof authDtoSchema>
