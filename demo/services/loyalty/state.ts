import type { BenefitDto, CampaignDto, MerchantDto, SubscriptionDto, TierDto, WebhookDto } from '../../../proxy/upstream/loyalty.ts'
import type { Seed } from '../state.ts'
import type { Cancellation } from './cancellations.ts'
import type { Notice } from './events.ts'
import type { Forwarded } from './forwarding.ts'
import type { Ledger } from './ledger.ts'
import type { Mail } from './mails.ts'
import { seedMembers } from './members.seed.ts'
import { seedProgram } from './program.seed.ts'
import type { Redemption } from './redemptions.ts'
import type { Purchase } from './spend.ts'

/** S1. */
export interface Member {
  customerId: string
  merchantId: string
  status: MemberStatus
  accountState: string
  email: string | null
  firstName: string | null
  lastName: string | null
  phoneNumber: string | null
  notes: string | null
  anonymized: boolean
  tierId: string
  /** When they came into the tier; no part of the record. */
  tierSince: string
  keepInSpendBasedTier: boolean
  credit: number
  creditsEarned: number
  numberOfCreditRedemptions: number
  lastCreditRedemptionAt: string | null
  orderCount: number
  orderIds: (number | string)[]
  totalSpend: number
  revenue: number
  currencyCode: string
  paymentId: string | null
  contractId: number | null
  referrals: number
  referredBy: string | null
  lastPurchaseAt: string | null
  joinedAt: string
  createdAt: string
  updatedAt: string
}

/** A11. */
export type MemberStatus = 'ACTIVE' | 'PENDING_CANCELLATION' | 'CANCELLED' | 'PAYMENT_FAILED'

/** What a redemption has made: one code for each member, worth all that was redeemed into it (A37). */
export type HeldCode = {
  code: string
  value: number
}

/** A customer of the shop, as the platform tells the service of them. */
export interface ShopCustomer {
  customerId: string
  firstName: string
  lastName: string
  email: string
}

/** S3. */
export type Tier = TierDto & { id: string; name: string; rank: number; kind: string; spendThreshold: number | null; spendPeriod: string | null }
/** S4; those of a tier carry its id, the merchant's own carry none. */
export type Benefit = BenefitDto & { segmentId?: string }
/** S7; the stored entry and its token are gone at once, the backend confirms that later. */
export type Webhook = WebhookDto & { id: string; token?: string; deletedAt?: string; confirmedAt?: string }

/** What the loyalty service knows of one merchant: plain data throughout. */
export interface LoyaltyState {
  customers: Map<string, ShopCustomer>
  /** By customer, in the order in which they joined the list. */
  members: Map<string, Member>
  /** By customer. */
  ledgers: Map<string, Ledger>
  /** By customer, members or not; oldest first. */
  purchases: Map<string, Purchase[]>
  /** By customer. */
  codes: Map<string, HeldCode>
  /** By what the request called itself, oldest first. */
  redemptions: Map<string, Redemption>
  /** The last of each customer. */
  cancellations: Map<string, Cancellation>
  /** The last messages that the service has sent to members. */
  mails: Mail[]
  /** What was taken in and has not taken effect. */
  forwarded: Forwarded[]
  /** What merchants are told of and has not arrived, by delivery. */
  outbox: Map<string, Notice>
  /** Lowest rank first. */
  tiers: Tier[]
  benefits: Benefit[]
  campaigns: (CampaignDto & { segmentId: string })[]
  merchant: MerchantDto & { merchantId: string; currency: string; myshopifyDomain: string; createdAt: string; updatedAt: string }
  webhooks: Map<string, Webhook>
  subscriptions: Map<string, SubscriptionDto>
  /** When members were last measured against the minimum of their tier. */
  tiersCheckedAt: string
}

/** The loyalty service as the demo finds it. */
export function seedLoyalty({ now, merchantId }: Seed): LoyaltyState {
  const program = seedProgram(merchantId, now)
  return {
    ...program,
    ...seedMembers(program, now),
    codes: new Map(),
    redemptions: new Map(),
    mails: [],
    forwarded: [],
    outbox: new Map(),
    webhooks: new Map(),
    subscriptions: new Map(),
    tiersCheckedAt: now.toISOString(),
  }
}
