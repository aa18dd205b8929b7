import { z } from 'zod'
import { moneySchema, positiveMoneySchema } from './money.schema.ts'

/** The merchant's loyalty programme as a whole. */
export const programSchema = z.object({
  name: z.string().nullable(),
  currency: z.string(),
  /** Whether the shop runs credits at all. */
  credits_enabled: z.boolean(),
})

/** What a shopper sees of their own membership. */
export const memberSchema = z.object({
  first_name: z.string().nullable(),
  /** As the service writes it; `ACTIVE`, `PENDING_CANCELLATION`, `CANCELLED` and others (A11). */
  status: z.string(),
  /** What can be spent now, by the service's own book (A19). */
  credits: moneySchema,
  /** All that was ever earned. */
  credits_earned: moneySchema,
  joined_at: z.string().nullable(),
  /** Told by the service where the tier stays even when the spend minimum is missed. */
  keeps_tier: z.literal(true).optional(),
})

/** A tier, as shoppers see it. */
export const tierSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  /** Position on the ladder, lowest first. */
  rank: z.number().nullable(),
  /** What has to be spent in the tier's period. */
  spend_threshold: moneySchema.nullable(),
  /** `MONTHLY`, `ANNUAL` and others. */
  spend_period: z.string().nullable(),
  /** What a member of it pays, where it is paid for. */
  price: moneySchema.optional(),
  /** How often the price is paid; absent where the service does not say so in a known word (A113). */
  billing_interval: z.enum(['monthly', 'quarterly', 'semi_annual', 'annual']).optional(),
})

/** Something that a tier or the programme gives. */
export const benefitSchema = z.object({
  /** An open list (A24). */
  type: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  credit: moneySchema.nullable(),
  /** A share, in percent, where it gives one. */
  percent: z.number().optional(),
  /** How many, where it is counted. */
  count: z.number().optional(),
})

/** Something that is on for a while. */
export const campaignSchema = z.object({
  id: z.string(),
  name: z.string(),
  starts_at: z.string().nullable(),
  /** Absent: open-ended. */
  ends_at: z.string().nullable(),
})

/** Eligible spend in each period that the service reports; absent where it reports none. */
export const spendSchema = z.object({
  monthly: moneySchema.optional(),
  quarterly: moneySchema.optional(),
  semi_annual: moneySchema.optional(),
  annual: moneySchema.optional(),
  all_time: moneySchema.optional(),
})

/** When the periods end in which spend is counted; absent where the service does not say so. */
export const spendEndsSchema = z.object({
  monthly: z.string().optional(),
  quarterly: z.string().optional(),
  semi_annual: z.string().optional(),
  annual: z.string().optional(),
  all_time: z.string().optional(),
})

/** Credits that were given or taken once. */
export const creditEntrySchema = z.object({
  /** Negative: taken. */
  amount: moneySchema,
  balance_after: moneySchema.nullable(),
  /** `EARNED_FROM_PURCHASE`, `REDEMPTION` and others (A18). */
  reason: z.string(),
  note: z.string().nullable(),
  created_at: z.string(),
  expires_at: z.string().nullable(),
})

/** One page of a shopper's credit entries. */
export const creditPageSchema = z.object({
  /** Newest first. */
  entries: z.array(creditEntrySchema),
  /** Cursor of the next page; null at the end. */
  next: z.string().nullable(),
})

/** What of a balance expires next. */
export const expiringSchema = z.object({ amount: moneySchema, at: z.string() })

/** A shopper's credits on the first screen: their latest entries, and what expires next. */
export const creditsSchema = creditPageSchema.extend({
  /** Null: nothing, or that is not known. */
  expiring: expiringSchema.nullable(),
})

/** Credits on their way into a discount code. */
export const redemptionSchema = z.object({
  id: z.string(),
  /** `failed`: nothing was taken; `unknown`: the outcome could not be learnt, and nothing is repeated by machine. */
  state: z.enum(['pending', 'settled', 'failed', 'unknown']),
  amount: moneySchema,
  requested_at: z.string(),
  settled_at: z.string().optional(),
  /** The discount code that holds the redeemed credits, once settled. */
  code: z.string().optional(),
  /** What the code is worth; more than `amount` where it took an earlier code's place (A37). */
  code_value: moneySchema.optional(),
})

/** A code that the member holds from an earlier redemption (A37). */
export const heldCodeSchema = z.object({ code: z.string(), value: moneySchema })

/** The parts of a membership that can be asked for by name. */
export const membershipParts = ['program', 'member', 'tier', 'tiers', 'benefits', 'campaigns', 'spend', 'credits', 'redemption'] as const

/** All that the widget shows to somebody who is signed in. */
export const membershipSchema = z.object({
  program: programSchema.nullable(),
  /** Null for somebody who is signed in and has not joined, or while the part is `unavailable`. */
  member: memberSchema.nullable(),
  tier: tierSchema.nullable(),
  tiers: z.array(tierSchema),
  benefits: z.array(benefitSchema),
  campaigns: z.array(campaignSchema),
  /** Null: no eligible spend yet. */
  spend: spendSchema.nullable(),
  /** Comes with `spend`, where the service says so. */
  spend_ends_at: spendEndsSchema.optional(),
  credits: creditsSchema,
  redemption: heldCodeSchema.nullable(),
  /** Redemptions under way, or whose outcome could not be learnt, and the latest where it has just failed; newest first. */
  pending: z.array(redemptionSchema),
  /** Parts that failed or were too late; each can be asked for alone. */
  unavailable: z.array(z.enum(membershipParts)),
  /** What this shopper may do here, by the merchant's choice. */
  may: z.array(z.string()),
})

/** A session just made, with the membership it opens. */
export const sessionSchema = z.object({
  /** Opaque; sent as a bearer token, held in memory only. */
  token: z.string(),
  expires_at: z.string(),
  membership: membershipSchema,
})

const text = (longest: number) => z.string('needs to be text').min(1, 'is empty').max(longest, `is longer than ${longest} characters`)

/** What a session is asked for with. */
export const assertionSchema = z.object({
  /** Signed by the shop: who is signed in. Good once, for minutes. */
  assertion: text(8192),
})

/** Which parts of a membership are asked for. */
export const partsSchema = z.object({
  /** Comma-separated names of some parts; absent: all. */
  parts: z
    .string()
    .refine((list) => list.split(',').every((part) => (membershipParts as readonly string[]).includes(part)), `takes a list of ${membershipParts.join(', ')}`)
    .optional(),
})

/** Which page of credit entries is asked for. */
export const creditPageRequestSchema = z.object({
  /** Up to 2,048 characters are the service's. */
  cursor: text(2100).optional(),
  limit: z.preprocess(
    (value) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value),
    z.int('needs a whole number').min(1, 'needs to be 1 or more').max(100, 'needs to be 100 or less').optional(),
  ),
})

/** How much is to be redeemed. */
export const redemptionRequestSchema = z.object({ amount: positiveMoneySchema })

/** Which redemption is asked about. */
export const redemptionIdSchema = z.object({ id: z.string().regex(/^[\w-]{1,64}$/, 'is no redemption id') })
/** What may be said when a membership is ended. */
export const cancellationSchema = z.object({ reason: text(500).optional() })
/** The input of an operation that needs none. */
export const nothingSchema = z.object({})

/** The merchant's loyalty programme as a whole. */
export type Program = z.infer<typeof programSchema>
/** What a shopper sees of their own membership. */
export type Member = z.infer<typeof memberSchema>
/** A tier, as shoppers see it. */
export type Tier = z.infer<typeof tierSchema>
/** Something that a tier or the programme gives. */
export type Benefit = z.infer<typeof benefitSchema>
/** Something that is on for a while. */
export type Campaign = z.infer<typeof campaignSchema>
/** Eligible spend by period. */
export type Spend = z.infer<typeof spendSchema>
/** When the periods of spend end. */
export type SpendEnds = z.infer<typeof spendEndsSchema>
/** Credits that were given or taken once. */
export type CreditEntry = z.infer<typeof creditEntrySchema>
/** One page of a shopper's credit entries. */
export type CreditPage = z.infer<typeof creditPageSchema>
/** What of a balance expires next. */
export type Expiring = z.infer<typeof expiringSchema>
/** Credits on their way into a discount code. */
export type Redemption = z.infer<typeof redemptionSchema>
/** A code that the member holds from an earlier redemption. */
export type HeldCode = z.infer<typeof heldCodeSchema>
/** The name of one part of a membership. */
export type MembershipPart = (typeof membershipParts)[number]
/** All that the widget shows to somebody who is signed in. */
export type Membership = z.infer<typeof membershipSchema>
/** A session just made, with the membership it opens. */
export type Session = z.infer<typeof sessionSchema>
/** How much is to be redeemed. */
export type RedemptionRequest = z.infer<typeof redemptionRequestSchema>
