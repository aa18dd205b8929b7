import { Failure } from '../failure.ts'
import type { Benefit, LoyaltyState } from './state.ts'

/** Returns a tier’s own benefits, without those that belong to no tier. */
export const benefitsOfTier = ({ benefits }: LoyaltyState, tierId: string) => benefits.filter(({ segmentId }) => segmentId === tierId)

/** Returns the benefits that `listBenefits` lists: those that belong to no tier. */
export const merchantBenefits = ({ benefits }: LoyaltyState) => benefits.filter(({ segmentId }) => segmentId === undefined)

/** Returns the benefit of that type, in any capitalisation (A24), or throws 404. */
export function benefitOf(benefits: Benefit[], type: string): Benefit {
  const benefit = benefits.find((benefit) => benefit.type.toUpperCase() === type.toUpperCase())
  if (!benefit) throw new Failure(404, 'Benefit not found')
  return benefit
}

/** Returns the enabled benefit of that type for members of the tier: the tier’s own, or else the merchant’s. */
function benefitFor(state: LoyaltyState, tierId: string, wanted: string): Benefit | undefined {
  const benefit = [...benefitsOfTier(state, tierId), ...merchantBenefits(state)].find(({ type }) => type.toUpperCase() === wanted)
  return benefit?.enabled === false ? undefined : benefit
}

/** Returns the welcome credits for new members of that tier, and the days until they are given. */
export function welcomeOf(state: LoyaltyState, tierId: string): { amount: number; days: number } {
  const benefit = benefitFor(state, tierId, 'SIGNUP_CREDITS')
  return { amount: Number(benefit?.creditAmount ?? 0), days: Number(benefit?.days ?? 0) }
}

/** Returns the percentage of an order that members of the tier get back as credits. The field is our own, so its content is checked (A25). */
export function percentOf(state: LoyaltyState, tierId: string): number {
  const percent = Number(benefitFor(state, tierId, 'ORDER_CREDITS')?.creditPercent ?? 0)
  return percent > 0 && percent <= 100 ? percent : 0
}
