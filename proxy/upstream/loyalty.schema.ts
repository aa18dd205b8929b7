import { z } from 'zod'
import { list } from './list.schema.ts'
import { aliased, decimal, id, listOf, pageOf, recordNamed, text } from './lenient.schema.ts'

/*
 * The records of the loyalty service, with its own field names: camelCase, decimal amounts in the shop's currency. Only fields that a reader needs
 * are required, and other fields are kept.
 */

const optionalId = id.nullish()

/** A member; nearly every field can be null, and any text can be a status (A10, A11). */
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

/** A time: text, or a number of seconds or milliseconds since 1970. */
const time = z.union([z.string(), z.number().transform(toIsoTime)]).nullish()

/** An entry of a credit ledger (A17, A18); it has no id. An entry without a time is still valid, because it has an amount. */
export const creditDtoSchema = z.looseObject({
  amount: decimal,
  newBalance: decimal.nullish(),
  previousBalance: decimal.nullish(),
  reason: z.string().nullish(),
  note: text,
  expirationDate: text,
  createdAt: time,
})

/** A redemption code that a member holds (A37). */
const heldRedemptionDtoSchema = z.looseObject({ code: z.string(), value: decimal })

/** A page of a credit ledger; the cursor may be text, a number or an object (A5, A7). */
export const creditsDtoSchema = pageOf(
  'credits',
  z.looseObject({
    credits: list(creditDtoSchema),
    lastCreditEntry: z.union([z.string(), z.number().transform(String), z.looseObject({})]).nullish(),
    redemption: heldRedemptionDtoSchema.nullish(),
  }),
)

/** A page of members (A5, A6). */
export const membersDtoSchema = pageOf(
  'customers',
  z.looseObject({ customers: list(aliased({ customerId: ['id'] }, memberDtoSchema)), lastCustomerId: optionalId }),
)

/** A tier (A22, A113): only id and name are certain, under any of their names. */
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

/** A benefit (A23, A24); in a list of all benefits it may name its tier (A112). */
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

/** A campaign (A27). */
export const campaignDtoSchema = z.looseObject({ id, name: text, startDate: text, endDate: text })

/** The merchant's own record (A28). */
export const merchantDtoSchema = z.looseObject({
  merchantId: optionalId,
  merchantName: text,
  currency: text,
  status: text,
  creditsEnabled: z.boolean().nullish(),
})

/** What a member has spent, by period (A21): any key, with a number or an amount of money; absent, null or empty means "no history". */
export const spendDtoSchema = z.preprocess((data) => (Array.isArray(data) && data.length === 0 ? undefined : data), z.record(z.string(), z.unknown()).nullish())

/** A webhook; only the answer to its creation has the token (A46). */
export const webhookDtoSchema = aliased({ callbackUrl: ['url'] }, z.looseObject({ id, callbackUrl: z.string(), name: text, token: text }))
/** A subscription (A50). */
export const subscriptionDtoSchema = aliased({ callbackUrl: ['url'] }, z.looseObject({ id, topic: z.string(), callbackUrl: z.string(), name: text }))
/** The token of a member (A31), alone or under any of its names; its expiry may be in seconds, or a time. */
export const authDtoSchema = z.preprocess(
  (data) => (typeof data === 'string' ? { token: data } : data),
  aliased(
    { token: ['jwt', 'accessToken'] },
    z.looseObject({
      token: z.string().min(1),
      /** A value that is not a number is ignored: a token that is a JWT contains its expiry. */
      expiresIn: z.coerce.number().nullish().catch(undefined),
      expiresAt: time,
    }),
  ),
)

/** Converts seconds or milliseconds since 1970 to an ISO 8601 time. */
function toIsoTime(moment: number): string {
  const time = new Date(moment < 1e11 ? moment * 1000 : moment)
  return Number.isNaN(time.getTime()) ? '' : time.toISOString()
}

const done = z.unknown()

/** Fields without which a record would have another meaning: if one cannot be read, its record is left out. */
export const loyaltyEssential: ReadonlySet<string> = new Set([
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

/** The schema of each answer, without its envelope. */
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

/** The schema of each answer of a storefront operation. */
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

/** A decimal amount, as the service wrote it. */
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
/** An address that receives events. */
export type WebhookDto = z.infer<typeof webhookDtoSchema>
/** A subscription to one kind of event. */
export type SubscriptionDto = z.infer<typeof subscriptionDtoSchema>
/** The token of a member who has signed in. */
export type AuthDto = z.infer<typeof authDtoSchema>
