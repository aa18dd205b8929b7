import type { DeliveryDto } from '../../../proxy/upstream/loyalty-events.schema.ts'
import type { BenefitDto, CampaignDto, MerchantDto, SubscriptionDto, TierDto, WebhookDto } from '../../../proxy/upstream/loyalty.ts'
import type { Delivery } from '../deliveries.ts'

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

/** S2, but for whose it is. */
export interface CreditEntry {
  amount: number
  previousBalance: number
  newBalance: number
  reason: string
  note: string | null
  orderId: number | string | null
  orderTotal: number | null
  appliedBy: string | null
  expirationDate: string | null
  createdAt: string
  updatedAt: string
}

/** A member's credit entries, oldest first. */
export interface Ledger {
  /** The first of them where they are too many to keep: how many, and when the first was. Each is made when it is asked for. */
  computed?: { count: number; from: string }
  entries: CreditEntry[]
}

/** An order, as far as spend goes. */
export interface Purchase {
  orderId: number | string
  total: number
  at: string
}

/** A request for a redemption code, from when it is taken in until it is forgotten (A36). */
export interface Redemption {
  customerId: string
  amount: number
  /** What the body had said; null for all there was. */
  asked: number | null
  /** What the request called itself; the same again is the same redemption (A36). */
  idempotencyKey: string | null
  requestedAt: string
  settledAt: string | null
  code: string | null
}

/** A39. */
export interface Cancellation {
  merchantId: string
  customerId: string
  status: 'PENDING_CANCELLATION' | 'CANCELLED'
  cancellationSource: 'CUSTOMER' | 'MERCHANT'
  reason: string | null
  switchToFreeTier: boolean
  nextSegmentId: string | null
  billingTierId: string
  contractId: number | null
  /** What the link in the mail carries; whoever holds it can confirm. */
  cancelToken: string
  cancelDate: string
  createdAt: string
  updatedAt: string
  /** Where reactivation leads back to (A13). */
  statusBefore: MemberStatus
}

/** What a request for the end of a membership may say (A38). */
export interface Wishes {
  reason?: string
  switchToFreeTier?: boolean
  nextSegmentId?: string
  /** The merchant's alone: without a mail, and without waiting for the end of what is paid. */
  cancelImmediately?: boolean
}

/** A message to a member. */
export interface Mail {
  customerId: string
  about: string
  sentAt: string
  link?: string
}

/** What the backend is handed, to be done later (section 1). */
export type ForwardedWork =
  | { does: 'book'; customerId: string; amount: number; reason: string; note: string | null; force: boolean }
  | { does: 'redeem'; customerId: string; amount: number; redemption: string }
  | { does: 'cancel'; customerId: string; wishes: Wishes }
  | { does: 'change-benefit'; segmentId: string | undefined; type: string; changes: Partial<Benefit> }
  | { does: 'confirm-webhook'; id: string }

/** Work that was taken in, and when it takes effect. */
export interface Forwarded {
  dueAt: string
  work: ForwardedWork
}

/** What is told of an event to one address, as long as it has not arrived: plain data, so that the next run goes on with it. */
export interface Notice {
  /** Whose address it is: that of a webhook, or of a subscription. */
  of: 'webhooks' | 'subscriptions'
  id: string
  event: { id: string; topic: string; triggeredAt: string; payload: DeliveryDto['payload'] }
  delivery: Delivery
}

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
