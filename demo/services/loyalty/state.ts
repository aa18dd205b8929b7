import type { BenefitDto, CampaignDto, MerchantDto, SubscriptionDto, TierDto, WebhookDto } from '../../../proxy/upstream/loyalty.ts'
import type { Seed } from '../state.ts'
import { seedMembers } from './members.seed.ts'
import { seedProgram } from './program.seed.ts'

/** S1. */
export interface Member {
  customerId: string
  merchantId: string
  status: string
  accountState: string
  email: string | null
  firstName: string | null
  lastName: string | null
  phoneNumber: string | null
  notes: string | null
  anonymized: boolean
  tierId: string
  keepInSpendBasedTier: boolean
  credit: number
  creditsEarned: number
  numberOfCreditRedemptions: number
  lastCreditRedemptionAt: string | null
  orderCount: number
  orderIds: number[]
  totalSpend: number
  revenue: number
  currencyCode: string
  paymentId: string | null
  referrals: number
  joinedAt: string
  createdAt: string
  updatedAt: string
}

/** S2; the member it belongs to is the ledger's key. */
export type CreditEntry = {
  amount: number
  previousBalance: number
  newBalance: number
  reason: string
  note: string | null
  orderId: number | null
  orderTotal: number | null
  expirationDate: string | null
  createdAt: string
  updatedAt: string
}

/** What a redemption has made: one code for each member, worth all that was redeemed into it (A37). */
export type HeldCode = {
  code: string
  value: number
}

export interface Redemption {
  customerId: string
  amount: number
  requestedAt: string
  settledAt: string | null
  code: string | null
}

/** A39, as far as anything here asks for it. */
export interface Cancellation {
  customerId: string
  cancellationSource: 'CUSTOMER' | 'MERCHANT'
  reason: string | null
  switchToFreeTier: boolean
  cancelDate: string
  createdAt: string
}

/** A customer of the shop, as the platform tells the service of them. */
export interface ShopCustomer {
  customerId: string
  firstName: string
  lastName: string
  email: string
}

type Tier = TierDto & { id: string; rank: number; kind: string }

export interface LoyaltyState {
  customers: ShopCustomer[]
  members: Member[]
  /** Oldest first. */
  ledgers: Map<string, CreditEntry[]>
  codes: Map<string, HeldCode>
  redemptions: Redemption[]
  cancellations: Cancellation[]
  /** Messages that the service has sent to members. */
  mails: { customerId: string; about: string; sentAt: string }[]
  /** Lowest rank first. */
  tiers: Tier[]
  /** Those of a tier carry its id, the merchant's own carry none. */
  benefits: (BenefitDto & { segmentId?: string })[]
  campaigns: (CampaignDto & { segmentId: string })[]
  merchant: MerchantDto & { merchantId: string; currency: string }
  webhooks: (WebhookDto & { deletedAt?: string })[]
  subscriptions: SubscriptionDto[]
}

/** The loyalty service as the demo finds it. */
export function seedLoyalty({ now }: Seed): LoyaltyState {
  return { ...seedProgram(now), ...seedMembers(now), codes: new Map(), redemptions: [], cancellations: [], mails: [], webhooks: [], subscriptions: [] }
}
