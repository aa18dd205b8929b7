import { z } from 'zod'
import { moneySchema, positiveMoneySchema } from './money.schema.ts'

/** The merchant's loyalty programme. */
export const programSchema = z.object({
  name: z.string().nullable(),
  currency: z.string(),
  /** Whether the shop runs credits at all. */
  credits_enabled: z.boolean(),
})

/** What a shopper sees of their own membership. */
export const memberSchema = z.object({
  first_name: z.string().nullable(),
  /** The service's own value: `ACTIVE`, `PENDING_CANCELLATION`, `CANCELLED` or another (A11). */
  status: z.string(),
  /** The balance that the member can spend now, as the service reports it (A19). */
  credits: moneySchema,
  /** The sum of all credits ever earned. */
  credits_earned: moneySchema,
  joined_at: z.string().nullable(),
  /** Set if the member keeps the tier even below its minimum spend. */
  keeps_tier: z.literal(true).optional(),
})

/** A benefit of a tier or of the programme. */
export const benefitSchema = z.object({
  /** An open list (A24). */
  type: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  credit: moneySchema.nullable(),
  /** The percentage of a benefit that has one. */
  percent: z.number().optional(),
  /** The number of a benefit that is counted. */
  count: z.number().optional(),
})

/** A tier, as shoppers see it. */
export const tierSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  /** Position on the ladder, lowest first. */
  rank: z.number().nullable(),
  /** The spend that the tier requires in its period. */
  spend_threshold: moneySchema.nullable(),
  /** `MONTHLY`, `ANNUAL` and others. */
  spend_period: z.string().nullable(),
  /** The price of a paid tier. */
  price: moneySchema.optional(),
  /** How often the price is paid; absent if the service gives no known interval (A113). */
  billing_interval: z.enum(['monthly', 'quarterly', 'semi_annual', 'annual']).optional(),
  /** The colour of its card, as `#rrggbb` (A114). */
  color: z.string().optional(),
  /** The `https` address of a picture for its card (A114). */
  image: z.string().optional(),
  /** The benefits of its members. Absent in `tier`, and if the service did not list them. */
  benefits: z.array(benefitSchema).optional(),
})

/** A campaign that runs for a limited time. */
export const campaignSchema = z.object({
  id: z.string(),
  name: z.string(),
  starts_at: z.string().nullable(),
  /** Null: the campaign has no end date. */
  ends_at: z.string().nullable(),
})

/** Eligible spend in each period that the service reports. */
export const spendSchema = z.object({
  monthly: moneySchema.optional(),
  quarterly: moneySchema.optional(),
  semi_annual: moneySchema.optional(),
  annual: moneySchema.optional(),
  all_time: moneySchema.optional(),
})

/** The end of each spend period, as far as the service gives it. */
export const spendEndsSchema = z.object({
  monthly: z.string().optional(),
  quarterly: z.string().optional(),
  semi_annual: z.string().optional(),
  annual: z.string().optional(),
  all_time: z.string().optional(),
})

/** One credit entry: credits given or taken. */
export const creditEntrySchema = z.object({
  /** Negative if credits were taken. */
  amount: moneySchema,
  balance_after: moneySchema.nullable(),
  /** `EARNED_FROM_PURCHASE`, `REDEMPTION` and others (A18). */
  reason: z.string(),
  note: z.string().nullable(),
  /** The id at the shop of the order that the entry is about, if the service names one (A17). */
  order_id: z.string().optional(),
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

/** The part of the balance that expires next. */
export const expiringSchema = z.object({ amount: moneySchema, at: z.string() })

/** A shopper's credits on the first screen: their latest entries, and what expires next. */
export const creditsSchema = creditPageSchema.extend({
  /** Null if nothing expires or the date is unknown. */
  expiring: expiringSchema.nullable(),
})

/** A redemption: credits that become a discount code. */
export const redemptionSchema = z.object({
  id: z.string(),
  /** `failed`: no credits were taken. `unknown`: the outcome could not be read; the proxy does not repeat the request. */
  state: z.enum(['pending', 'settled', 'failed', 'unknown']),
  amount: moneySchema,
  requested_at: z.string(),
  settled_at: z.string().optional(),
  /** The discount code that holds the redeemed credits, once settled. */
  code: z.string().optional(),
  /** The value of the code. It is more than `amount` if the code replaced an earlier one (A37). */
  code_value: moneySchema.optional(),
})

/** An unused code from an earlier redemption (A37). */
export const heldCodeSchema = z.object({ code: z.string(), value: moneySchema })

/** The parts of a membership that a request can name. */
export const membershipParts = ['program', 'member', 'tier', 'tiers', 'benefits', 'campaigns', 'spend', 'credits', 'redemption'] as const

/** Everything that the widget shows to a signed-in shopper. */
export const membershipSchema = z.object({
  program: programSchema.nullable(),
  /** Null if the shopper has not joined, or if the part is `unavailable`. */
  member: memberSchema.nullable(),
  tier: tierSchema.nullable(),
  tiers: z.array(tierSchema),
  benefits: z.array(benefitSchema),
  campaigns: z.array(campaignSchema),
  /** Null if there is no eligible spend yet. */
  spend: spendSchema.nullable(),
  /** Comes with `spend` if the service gives the dates. */
  spend_ends_at: spendEndsSchema.optional(),
  credits: creditsSchema,
  redemption: heldCodeSchema.nullable(),
  /** Open redemptions, redemptions with an unknown outcome, and the latest one if it has just failed; newest first. */
  pending: z.array(redemptionSchema),
  /** Parts that failed or were late. Each can be requested alone. */
  unavailable: z.array(z.enum(membershipParts)),
  /** The actions that the merchant allows this shopper (`SHOPPERS_MAY`). */
  may: z.array(z.string()),
})

/** The loyalty programme as people see it who have not joined. */
export const programOfferSchema = membershipSchema.pick({ program: true, tiers: true, benefits: true, campaigns: true })

/** A new session and the membership that it gives access to. */
export const sessionSchema = z.object({
  /** Opaque. The widget sends it as a bearer token and keeps it in memory only. */
  token: z.string(),
  expires_at: z.string(),
  membership: membershipSchema,
})

const text = (longest: number) => z.string('needs to be text').min(1, 'is empty').max(longest, `is longer than ${longest} characters`)

/** The request for a session. */
export const assertionSchema = z.object({
  /** The shop's signed proof of who is signed in. Valid once, for minutes. */
  assertion: text(8192),
})

/** The request for some parts of a membership. */
export const partsSchema = z.object({
  /** Comma-separated names of parts; all parts if absent. */
  parts: z
    .string()
    .refine((list) => list.split(',').every((part) => (membershipParts as readonly string[]).includes(part)), `takes a list of ${membershipParts.join(', ')}`)
    .optional(),
})

/** The request for a page of credit entries. */
export const creditPageRequestSchema = z.object({
  /** The service's cursors have up to 2,048 characters. */
  cursor: text(2100).optional(),
  limit: z.preprocess(
    (value) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value),
    z.int('needs a whole number').min(1, 'needs to be 1 or more').max(100, 'needs to be 100 or less').optional(),
  ),
})

/** The request to redeem credits. */
export const redemptionRequestSchema = z.object({ amount: positiveMoneySchema })

/** The request for a redemption. */
export const redemptionIdSchema = z.object({ id: z.string().regex(/^[\w-]{1,64}$/, 'is no redemption id') })
/** The request to cancel a membership. */
export const cancellationSchema = z.object({ reason: text(500).optional() })
/** The input of an operation that needs none. */
export const nothingSchema = z.object({})

/** The merchant's loyalty programme. */
export type Program = z.infer<typeof programSchema>
/** What a shopper sees of their own membership. */
export type Member = z.infer<typeof memberSchema>
/** A tier, as shoppers see it. */
export type Tier = z.infer<typeof tierSchema>
/** A benefit of a tier or of the programme. */
export type Benefit = z.infer<typeof benefitSchema>
/** A campaign that runs for a limited time. */
export type Campaign = z.infer<typeof campaignSchema>
/** Eligible spend in each period. */
export type Spend = z.infer<typeof spendSchema>
/** The end of each spend period. */
export type SpendEnds = z.infer<typeof spendEndsSchema>
/** One credit entry: credits given or taken. */
export type CreditEntry = z.infer<typeof creditEntrySchema>
/** One page of a shopper's credit entries. */
export type CreditPage = z.infer<typeof creditPageSchema>
/** The part of the balance that expires next. */
export type Expiring = z.infer<typeof expiringSchema>
/** A redemption: credits that become a discount code. */
export type Redemption = z.infer<typeof redemptionSchema>
/** An unused code from an earlier redemption. */
export type HeldCode = z.infer<typeof heldCodeSchema>
/** The name of one part of a membership. */
export type MembershipPart = (typeof membershipParts)[number]
/** Everything that the widget shows to a signed-in shopper. */
export type Membership = z.infer<typeof membershipSchema>
/** The loyalty programme as people see it who have not joined. */
export type ProgramOffer = z.infer<typeof programOfferSchema>
/** A new session and the membership that it gives access to. */
export type Session = z.infer<typeof sessionSchema>
/** The request to redeem credits. */
export type RedemptionRequest = z.infer<typeof redemptionRequestSchema>
