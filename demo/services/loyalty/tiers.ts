import { day } from '../day.ts'
import { Failure } from '../failure.ts'
import type { World } from '../world.ts'
import { changeMember, tierOf } from './members.ts'
import { earnedTier, missesMinimum, reaches } from './spend.ts'
import type { LoyaltyState, Member, Tier } from './state.ts'

/** The tier that whoever joins without naming one begins in (A14). */
export function firstFreeTier({ tiers }: LoyaltyState): Tier {
  const tier = tiers.find(({ kind }) => kind === 'FREE')
  if (!tier) throw new Failure(400, 'segmentId is required: there is no free tier')
  return tier
}

/** Refuses to begin in a tier that is paid for, or whose minimum the customer's orders miss and nothing overrides. */
export function checkEntry({ state, clock }: World, customerId: string, tier: Tier, overrideSpendThreshold: boolean) {
  if (tier.kind !== 'FREE' && tier.kind !== 'SPEND_BASED') throw new Failure(400, 'segmentId is a tier that has to be bought')
  if (!overrideSpendThreshold && !reaches(state, customerId, tier, clock.now()))
    throw new Failure(400, 'segmentId is a tier whose minimum the customer has not spent; overrideSpendThreshold puts them there all the same')
}

/** Moves a member up to what their orders pay for; what they were given beyond that, they keep. */
export function lift(world: World, member: Member) {
  const { state, clock } = world
  const current = tierOf(state, member.tierId)
  const earned = earnedTier(state, member.customerId, clock.now())
  if (earned && isMeasured(current) && earned.rank > current.rank) changeMember(world, member, { tierId: earned.id })
}

/**
 * Once a day, as requests come: whoever has been in a spend-based tier for the whole of its period and misses its minimum goes down to
 * what their orders pay for. So a tier that was given lasts a period at least; `keepInSpendBasedTier` makes it last (rule 3).
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
