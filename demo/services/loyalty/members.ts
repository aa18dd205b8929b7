import type { World } from '../world.ts'
import { Failure } from '../failure.ts'
import type { Cancellation, LoyaltyState, Member, ShopCustomer } from './state.ts'

/** A member as they are on the day they join. */
export function newMember(
  customer: Pick<ShopCustomer, 'customerId'> & Partial<ShopCustomer>,
  tierId: string,
  merchantId: string,
  currencyCode: string,
  joined: Date,
): Member {
  const { customerId, firstName = null, lastName = null, email = null } = customer
  const joinedAt = joined.toISOString()
  return {
    customerId,
    merchantId,
    status: 'ACTIVE',
    accountState: 'ENABLED',
    email,
    firstName,
    lastName,
    phoneNumber: null,
    notes: null,
    anonymized: false,
    tierId,
    keepInSpendBasedTier: false,
    credit: 0,
    creditsEarned: 0,
    numberOfCreditRedemptions: 0,
    lastCreditRedemptionAt: null,
    orderCount: 0,
    orderIds: [],
    totalSpend: 0,
    revenue: 0,
    currencyCode,
    paymentId: null,
    referrals: 0,
    joinedAt,
    createdAt: joinedAt,
    updatedAt: joinedAt,
  }
}

/** The member of that id, or 404. */
export function memberOf({ members }: LoyaltyState, customerId: string): Member {
  const member = members.find((member) => member.customerId === customerId)
  if (!member) throw new Failure(404, 'Member not found')
  return member
}

/** The tier of that id, or 404. */
export function tierOf({ tiers }: LoyaltyState, tierId: string) {
  const tier = tiers.find(({ id }) => id === tierId)
  if (!tier) throw new Failure(404, 'Tier not found')
  return tier
}

/** The member with the name of their tier (S1). */
export function toMemberRecord(state: LoyaltyState, member: Member) {
  const { name } = tierOf(state, member.tierId)
  return { ...member, tierName: name, trigger: 'FREE_SIGNUP', freeTrialActive: false }
}

/** Begins to end a membership, which keeps its benefits to the end of the month (A13, A38). Asking again changes nothing. */
export function cancel(
  { state, clock }: World,
  member: Member,
  cancellationSource: Cancellation['cancellationSource'],
  wishes: { reason?: string; switchToFreeTier?: unknown },
) {
  if (member.status !== 'ACTIVE') return
  const now = clock.now()
  member.status = 'PENDING_CANCELLATION'
  member.updatedAt = now.toISOString()
  state.cancellations.push({
    customerId: member.customerId,
    cancellationSource,
    reason: wishes.reason ?? null,
    switchToFreeTier: wishes.switchToFreeTier === true,
    cancelDate: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString(),
    createdAt: now.toISOString(),
  })
}
