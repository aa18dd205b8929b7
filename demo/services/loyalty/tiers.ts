import { day } from '../day.ts'
import { Failure } from '../failure.ts'
import type { World } from '../world.ts'
import { changeMember, tierOf } from './members.ts'
import { earnedTier, missesMinimum, reaches } from './spend.ts'
import type { LoyaltyState, Member, Tier } from './state.ts'

/** Returns the first tier of a new member who names none (A14). */
export function firstFreeTier({ tiers }: LoyaltyState): Tier {
  const tier = tiers.find(({ kind }) => kind === 'FREE')
  if (!tier) throw new Failure(400, 'segmentId is required: there is no free tier')
  return tier
}

/** Refuses a new member in a paid tier, or in a tier whose threshold they miss unless it is overridden. */
export function checkEntry({ state, clock }: World, customerId: string, tier: Tier, overrideSpendThreshold: boolean) {
  if (tier.kind !== 'FREE' && tier.kind !== 'SPEND_BASED') throw new Failure(400, 'segmentId is a tier that has to be bought')
  if (!overrideSpendThreshold && !reaches(state, customerId, tier, clock.now()))
    throw new Failure(400, 'segmentId is a tier whose minimum the customer has not spent; overrideSpendThreshold puts them there all the same')
}

/** Moves a member up to the tier that their orders reach. A higher tier that was given to a member stays. */
export function lift(world: World, member: Member) {
  const { state, clock } = world
  const current = tierOf(state, member.tierId)
  const earned = earnedTier(state, member.customerId, clock.now())
  if (earned && isMeasured(current) && earned.rank > current.rank) changeMember(world, member, { tierId: earned.id })
}

/**
 * Runs once a day, triggered by requests. A member who has been in a spend-based tier for its whole period and misses its threshold moves down to
 * the tier that their orders reach. So a tier that was given lasts at least one period; with `keepInSpendBasedTier` it stays (rule 3).
 */
export function measure(world: World) {
  const { state, clock } = world
  const now = clock.now()
  if (now.getTime() - Date.parse(state.tiersCheckedAt) < day) return
  state.tiersCheckedAt = now.toISOString()
  world.changed()
  for (const member of state.members.values()) {
    if (member.status === 'CANCELLED' || !missesMinimum(state, member, tierOf(state, member.tierId), now)) continue
    const earned = earnedTier(state, member.customerId, now)
    if (earned) changeMember(world, member, { tierId: earned.id })
  }
}

const isMeasured = ({ kind }: Tier) => kind === 'FREE' || kind === 'SPEND_BASED'
