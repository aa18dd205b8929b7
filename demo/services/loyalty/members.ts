import { Failure } from '../failure.ts'
import type { World } from '../world.ts'
import { emit } from './events.ts'
import { book, toCreditRecord } from './ledger.ts'
import type { CreditEntry, Ledger, LoyaltyState, Member, ShopCustomer, Tier } from './state.ts'

/** Makes the record of a new member. */
export function newMember(
  customer: Pick<ShopCustomer, 'customerId'> & Partial<ShopCustomer>,
  tierId: string,
  { merchantId, currency }: Pick<LoyaltyState['merchant'], 'merchantId' | 'currency'>,
  joinedAt: string,
): Member {
  const { customerId, firstName = null, lastName = null, email = null } = customer
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
    tierSince: joinedAt,
    keepInSpendBasedTier: false,
    credit: 0,
    creditsEarned: 0,
    numberOfCreditRedemptions: 0,
    lastCreditRedemptionAt: null,
    orderCount: 0,
    orderIds: [],
    totalSpend: 0,
    revenue: 0,
    currencyCode: currency,
    paymentId: null,
    contractId: null,
    referrals: 0,
    referredBy: null,
    lastPurchaseAt: null,
    joinedAt,
    createdAt: joinedAt,
    updatedAt: joinedAt,
  }
}

/** Returns the member with that id, or throws 404. */
export function memberOf({ members }: LoyaltyState, customerId: string): Member {
  const member = members.get(customerId)
  if (!member) throw new Failure(404, 'Member not found')
  return member
}

/** Returns the tier with that id, or throws 404. */
export function tierOf({ tiers }: LoyaltyState, tierId: string): Tier {
  const tier = tiers.find(({ id }) => id === tierId)
  if (!tier) throw new Failure(404, 'Tier not found')
  return tier
}

/** Returns the member with the name of their tier. */
export function toMemberRecord(state: LoyaltyState, { tierSince: _tierSince, ...member }: Member) {
  const { name, kind } = tierOf(state, member.tierId)
  return { ...member, tierName: name, trigger: kind === 'PAID' ? 'PAID_SUBSCRIPTION' : 'FREE_SIGNUP', freeTrialActive: false }
}

/** Changes a member’s record and sends the event. Without a difference nothing is sent or dated. An unknown tier changes nothing. */
export function changeMember(world: World, member: Member, changes: Partial<Member>) {
  const { state, clock } = world
  if (Object.entries(changes).every(([name, value]) => member[name as keyof Member] === value)) return
  if (changes.tierId !== undefined) tierOf(state, changes.tierId)
  const oldData = toMemberRecord(state, member)
  const updatedAt = clock.now().toISOString()
  const moved = changes.tierId !== undefined && changes.tierId !== member.tierId
  Object.assign(member, changes, { updatedAt, ...(moved && { tierSince: updatedAt }) })
  const { customerId, merchantId, createdAt } = member
  emit(world, 'customer.updated', { merchantId, customerId, createdAt, updatedAt, newData: toMemberRecord(state, member), oldData })
}

/** Returns the credit entries of a member; makes an empty ledger if there is none. */
export function ledgerOf({ ledgers }: Pick<LoyaltyState, 'ledgers'>, customerId: string): Ledger {
  const ledger = ledgers.get(customerId) ?? { entries: [] }
  ledgers.set(customerId, ledger)
  return ledger
}

/** Books credits of a member, and sends the event. */
export function bookCredits(world: World, member: Member, amount: number, reason: string, more?: Partial<CreditEntry>) {
  const entry = book(ledgerOf(world.state, member.customerId), member, amount, reason, world.clock.now().toISOString(), more)
  const { email, firstName, lastName } = member
  emit(world, 'customer.credits.updated', { ...toCreditRecord(member, entry), email, firstName, lastName })
}
