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
