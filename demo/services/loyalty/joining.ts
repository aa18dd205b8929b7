import type { LoyaltyInput } from '../../../proxy/upstream/loyalty-inputs.schema.ts'
import type { World } from '../world.ts'
import { toAmount } from './amounts.ts'
import { welcomeOf } from './benefits.ts'
import { emit } from './events.ts'
import { forward } from './forwarding.ts'
import { bookCredits, changeMember, newMember, tierOf, toMemberRecord } from './members.ts'
import type { Member, Tier } from './state.ts'
import { checkEntry, firstFreeTier } from './tiers.ts'

type Wanted = LoyaltyInput<'createMember'>

/** Makes a customer a member, or moves an existing member (rule 2, A14). */
export function join(world: World, wanted: Wanted): Member {
  const { state } = world
  const tier = wanted.segmentId === undefined ? firstFreeTier(state) : tierOf(state, wanted.segmentId)
  const known = state.members.get(wanted.customerId)
  return known ? joinAgain(world, known, tier, wanted) : joinAnew(world, tier, wanted)
}

function joinAnew(world: World, tier: Tier, { customerId, credits = 0, referrals, overrideSpendThreshold = false, keepInSpendBasedTier = false }: Wanted) {
  const { state, clock } = world
  checkEntry(world, customerId, tier, overrideSpendThreshold)
  const purchases = state.purchases.get(customerId) ?? []
  const totalSpend = toAmount(
    purchases.reduce((sum, { total }) => sum + total, 0),
    state.merchant.currency,
  )
  const member: Member = {
    ...newMember(state.customers.get(customerId) ?? { customerId }, tier.id, state.merchant, clock.now().toISOString()),
    keepInSpendBasedTier,
    referredBy: referrals ?? null,
    orderCount: purchases.length,
    orderIds: purchases.map(({ orderId }) => orderId),
    totalSpend,
    revenue: totalSpend,
    lastPurchaseAt: purchases.at(-1)?.at ?? null,
  }
  state.members.set(customerId, member)
  emit(world, 'customer.created', toMemberRecord(state, member))
  const given = toAmount(credits, member.currencyCode)
  if (given > 0) bookCredits(world, member, given, 'SIGNUP')
  else welcome(world, member)
  return member
}

/** Moves a member to a lower tier, or to a higher one only if the threshold is overridden. A cancelled member returns in the requested tier. */
function joinAgain(world: World, member: Member, tier: Tier, { overrideSpendThreshold = false, keepInSpendBasedTier }: Wanted) {
  const { state } = world
  const { rank } = tierOf(state, member.tierId)
  const returns = member.status === 'CANCELLED'
  if (tier.rank > rank) checkEntry(world, member.customerId, tier, overrideSpendThreshold)
  const moves = tier.rank < rank || returns || (overrideSpendThreshold && tier.rank > rank)
  if (returns) state.cancellations.delete(member.customerId)
  changeMember(world, member, {
    ...(moves && { tierId: tier.id }),
    ...(returns && { status: 'ACTIVE' }),
    ...(keepInSpendBasedTier !== undefined && { keepInSpendBasedTier }),
  })
  return member
}

/** Gives the welcome credits of the programme, after the days of the benefit (A25). */
function welcome(world: World, { customerId, tierId, currencyCode }: Member) {
  const { amount, days } = welcomeOf(world.state, tierId)
  const given = toAmount(amount, currencyCode)
  if (given > 0) forward(world, { does: 'book', customerId, amount: given, reason: 'SIGNUP', note: null, force: false }, days)
}
