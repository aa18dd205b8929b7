import type { DeliveryDto } from '../../../proxy/upstream/loyalty-events.schema.ts'
import type { BenefitDto, CampaignDto, MerchantDto, SubscriptionDto, TierDto, WebhookDto } from '../../../proxy/upstream/loyalty.ts'
import type { Delivery } from '../deliveries.ts'

/** A10. */
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
  /** When the member entered the tier. The field is not part of the record. */
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

/** The result of a redemption: one code for each member, worth all that was redeemed into it (A37). */
export type HeldCode = {
  code: string
  value: number
}

/** A customer of the shop, as the platform reports them. */
export interface ShopCustomer {
  customerId: string
  firstName: string
  lastName: string
  email: string
}

/** A22. */
export type Tier = TierDto & { id: string; name: string; rank: number; kind: string; spendThreshold: number | null; spendPeriod: string | null }
/** A23. Benefits of a tier carry its id; the merchant’s own benefits carry none. */
export type Benefit = BenefitDto & { segmentId?: string }
/** A46. A deletion takes effect on the stored entry and its token at once; the backend confirms it later. */
export type Webhook = WebhookDto & { id: string; token?: string; deletedAt?: string; confirmedAt?: string }

/** A17, without the member and the merchant. */
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
  /** The first entries of a ledger that is too long to store: their count, and the time of the first. Each is computed when it is read. */
  computed?: { count: number; from: string }
  entries: CreditEntry[]
}

/** An order, as far as spend needs it. */
export interface Purchase {
  orderId: number | string
  total: number
  at: string
}

/** A request for a redemption code, from its acceptance until it is deleted (A36). */
export interface Redemption {
  customerId: string
  amount: number
  /** The amount in the request body; null for the whole balance. */
  asked: number | null
  /** The request’s own key. The same key again is the same redemption (A36). */
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
  /** The token in the mail’s link. Its holder can confirm the cancellation. */
  cancelToken: string
  cancelDate: string
  createdAt: string
  updatedAt: string
  /** The status that a reactivation restores (A13). */
  statusBefore: MemberStatus
}

/** The options of a cancellation request (A38). */
export interface Wishes {
  reason?: string
  switchToFreeTier?: boolean
  nextSegmentId?: string
  /** Only for the merchant: ends without a mail, and without waiting for the end of the paid period. */
  cancelImmediately?: boolean
}

/** A message to a member. */
export interface Mail {
  customerId: string
  about: string
  sentAt: string
  link?: string
}

/** Work that the backend performs later (section 1). */
export type ForwardedWork =
  | { does: 'book'; customerId: string; amount: number; reason: string; note: string | null; force: boolean }
  | { does: 'redeem'; customerId: string; amount: number; redemption: string }
  | { does: 'cancel'; customerId: string; wishes: Wishes }
  | { does: 'change-benefit'; segmentId: string | undefined; type: string; changes: Partial<Benefit> }
  | { does: 'confirm-webhook'; id: string }

/** Accepted work, and the time when it takes effect. */
export interface Forwarded {
  dueAt: string
  work: ForwardedWork
}

/** The notification of one address about an event, until it arrives: plain data, so that the next run can continue. */
export interface Notice {
  /** Whether the address belongs to a webhook or to a subscription. */
  of: 'webhooks' | 'subscriptions'
  id: string
  event: { id: string; topic: string; triggeredAt: string; payload: DeliveryDto['payload'] }
  delivery: Delivery
}

/** The stored data of the loyalty service about one merchant: plain data only. */
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
  /** By name (see `redemptionName`), oldest first. */
  redemptions: Map<string, Redemption>
  /** The last of each customer. */
  cancellations: Map<string, Cancellation>
  /** The last messages that the service has sent to members. */
  mails: Mail[]
  /** Work that was accepted and has not taken effect. */
  forwarded: Forwarded[]
  /** Notifications of merchants that have not arrived, by delivery. */
  outbox: Map<string, Notice>
  /** Lowest rank first. */
  tiers: Tier[]
  benefits: Benefit[]
  campaigns: (CampaignDto & { segmentId: string })[]
  merchant: MerchantDto & { merchantId: string; currency: string; myshopifyDomain: string; createdAt: string; updatedAt: string }
  webhooks: Map<string, Webhook>
  subscriptions: Map<string, SubscriptionDto>
  /** When members were last compared with the threshold of their tier. */
  tiersCheckedAt: string
}
