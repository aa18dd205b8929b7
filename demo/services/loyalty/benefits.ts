import { Failure } from '../failure.ts'
import type { Benefit, LoyaltyState } from './state.ts'

/** A tier's own benefits, without those that belong to no tier. */
export const benefitsOfTier = ({ benefits }: LoyaltyState, tierId: string) => benefits.filter(({ segmentId }) => segmentId === tierId)

/** What `listBenefits` lists: those that hang on no tier. */
export const merchantBenefits = ({ benefits }: LoyaltyState) => benefits.filter(({ segmentId }) => segmentId === undefined)

/** The benefit of that type, however it is capitalised (A24), or 404. */
export function benefitOf(benefits: Benefit[], type: string): Benefit {
  const benefit = benefits.find((benefit) => benefit.type.toUpperCase() === type.toUpperCase())
  if (!benefit) throw new Failure(404, 'Benefit not found')
  return benefit
}

/** The benefit of that type that whoever is in the tier has and that is on: the tier's own, or else the merchant's. */
function benefitFor(state: LoyaltyState, tierId: string, wanted: string): Benefit | undefined {
  const benefit = [...benefitsOfTier(state, tierId), ...merchantBenefits(state)].find(({ type }) => type.toUpperCase() === wanted)
  return benefit?.enabled === false ? undefined : benefit
}

/** What whoever joins that tier is given, and after how many days. */
export function welcomeOf(state: LoyaltyState, tierId: string): { amount: number; days: number } {
  const benefit = benefitFor(state, tierId, 'SIGNUP_CREDITS')
  return { amount: Number(benefit?.creditAmount ?? 0), days: Number(benefit?.days ?? 0) }
}

/** Per cent of an order that come back as credits in that tier. The field is our own, so whatever stands there is read with care (A25). */
export function percentOf(state: LoyaltyState, tierId: string): number {
  const percent = Number(benefitFor(state, tierId, 'ORDER_CREDITS')?.creditPercent ?? 0)
  return percent > 0 && percent <= 100 ? percent : 0
}
