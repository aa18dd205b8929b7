import type { BenefitDto } from '../../../proxy/upstream/loyalty.ts'
import { Failure } from '../failure.ts'
import type { LoyaltyState } from './state.ts'

export const benefitsOfTier = ({ benefits }: LoyaltyState, tierId: string) => benefits.filter(({ segmentId }) => segmentId === tierId)

/** Those that hang on no tier (A43). */
export const merchantBenefits = ({ benefits }: LoyaltyState) => benefits.filter(({ segmentId }) => segmentId === undefined)

/** The benefit of that type, however it is capitalised (A24), or 404. */
export function benefitOf(benefits: BenefitDto[], type: string): BenefitDto {
  const benefit = benefits.find((benefit) => benefit.type.toUpperCase() === type.toUpperCase())
  if (!benefit) throw new Failure(404, 'Benefit not found')
  return benefit
}

/** What whoever joins that tier is given, and after how many days: the tier's own sign-up credits, or else the merchant's. */
export function welcomeOf(state: LoyaltyState, tierId: string): { amount: number; days: number } {
  const benefit = [...benefitsOfTier(state, tierId), ...merchantBenefits(state)].find(({ type }) => type.toUpperCase() === 'SIGNUP_CREDITS')
  return { amount: benefit?.enabled === false ? 0 : (benefit?.creditAmount ?? 0), days: Number(benefit?.days ?? 0) }
}
