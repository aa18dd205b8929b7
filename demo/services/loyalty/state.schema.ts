import { z } from 'zod'
import { entriesOf } from '../entries.schema.ts'
import type { LoyaltyState } from './state.ts'

const text = z.string().nullable()
const id = z.string().min(1)
const orderId = z.union([z.string(), z.number()])
const time = z.iso.datetime()
const dates = { createdAt: time, updatedAt: time }

const member = z.looseObject({
  customerId: id,
  merchantId: id,
  status: z.enum(['ACTIVE', 'PENDING_CANCELLATION', 'CANCELLED', 'PAYMENT_FAILED']),
  email: text,
  firstName: text,
  lastName: text,
  phoneNumber: text,
  notes: text,
  tierId: id,
  tierSince: time,
  keepInSpendBasedTier: z.boolean(),
  credit: z.number(),
  creditsEarned: z.number(),
  numberOfCreditRedemptions: z.int(),
  lastCreditRedemptionAt: time.nullable(),
  orderCount: z.int(),
  orderIds: z.array(orderId),
  totalSpend: z.number(),
  revenue: z.number(),
  currencyCode: id,
  lastPurchaseAt: time.nullable(),
  joinedAt: time,
  ...dates,
})

const ledger = z.object({
  computed: z.object({ count: z.int().min(0), from: time }).optional(),
  entries: z.array(z.looseObject({ amount: z.number(), previousBalance: z.number(), newBalance: z.number(), reason: z.string(), note: text, ...dates })),
})

const redemption = z.looseObject({
  customerId: id,
  amount: z.number(),
  asked: z.number().nullable(),
  idempotencyKey: text,
  requestedAt: time,
  settledAt: time.nullable(),
  code: text,
})

const cancellation = z.looseObject({
  merchantId: id,
  customerId: id,
  status: z.enum(['PENDING_CANCELLATION', 'CANCELLED']),
  switchToFreeTier: z.boolean(),
  nextSegmentId: text,
  billingTierId: id,
  cancelToken: id,
  cancelDate: time,
  statusBefore: member.shape.status,
  ...dates,
})

const work = z.discriminatedUnion('does', [
  z.object({ does: z.literal('book'), customerId: id, amount: z.number(), reason: z.string(), note: text, force: z.boolean() }),
  z.object({ does: z.literal('redeem'), customerId: id, amount: z.number(), redemption: id }),
  z.object({ does: z.literal('cancel'), customerId: id, wishes: z.looseObject({}) }),
  z.object({ does: z.literal('change-benefit'), segmentId: id.optional(), type: id, changes: z.looseObject({}) }),
  z.object({ does: z.literal('confirm-webhook'), id }),
])

const tier = z.looseObject({
  id,
  name: z.string(),
  rank: z.int(),
  kind: z.string(),
  spendThreshold: z.number().nullable(),
  spendPeriod: text,
})

const notice = z.object({
  of: z.enum(['webhooks', 'subscriptions']),
  id,
  event: z.object({ id, topic: id, triggeredAt: time, payload: z.looseObject({}) }),
  delivery: z.object({
    id,
    about: id,
    url: z.url(),
    outcome: z.literal('pending'),
    attempts: z.array(z.object({ at: time, status: z.int().nullable(), error: text })),
    createdAt: time,
    dueAt: time.optional(),
  }),
})

/** What a state file may contain of the loyalty service, by the names of the state. Maps are lists of entries. */
export const savedLoyalty = {
  customers: entriesOf(z.object({ customerId: id, firstName: z.string(), lastName: z.string(), email: z.string() })),
  members: entriesOf(member),
  ledgers: entriesOf(ledger),
  purchases: entriesOf(z.array(z.object({ orderId, total: z.number(), at: time }))),
  codes: entriesOf(z.object({ code: id, value: z.number() })),
  redemptions: entriesOf(redemption),
  cancellations: entriesOf(cancellation),
  mails: z.array(z.object({ customerId: id, about: z.string(), sentAt: time, link: z.string().optional() })),
  forwarded: z.array(z.object({ dueAt: time, work })),
  outbox: entriesOf(notice),
  tiers: z.array(tier).min(1),
  benefits: z.array(z.looseObject({ type: id, segmentId: id.optional() })),
  campaigns: z.array(z.looseObject({ id, segmentId: id })),
  merchant: z.looseObject({ merchantId: id, currency: id, myshopifyDomain: id, ...dates }),
  webhooks: entriesOf(z.looseObject({ id, callbackUrl: z.url(), token: id.optional(), deletedAt: time.optional(), confirmedAt: time.optional() })),
  subscriptions: entriesOf(z.looseObject({ id, topic: id, callbackUrl: z.url() })),
  tiersCheckedAt: time,
} satisfies Record<keyof LoyaltyState, z.ZodType>

/** Returns whether each member’s tier is among the tiers. */
export function areTiersKnown({ members = [], tiers }: { members?: [string, unknown][]; tiers?: { id: string }[] }) {
  const known = new Set(tiers?.map(({ id }) => id))
  return !tiers || members.every(([, member]) => known.has((member as { tierId: string }).tierId))
}
