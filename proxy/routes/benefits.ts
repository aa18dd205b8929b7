import { isDeepStrictEqual } from 'node:util'
import type { Benefit } from '../../src/contract/loyalty.ts'
import type { BenefitDto } from '../upstream/loyalty.ts'
import { toMoney } from './amounts.ts'

/**
 * What a member of that tier is given, or a customer in no tier: the tier's own benefits, then the merchant's for everybody (A112). The tier's
 * values of a type win, whatever its capitals (A24): what the tier switches off, the merchant's list does not bring back.
 */
export function benefitsFor(tierId: string | undefined, ofTier: readonly BenefitDto[], ofMerchant: readonly BenefitDto[], currency: string): Benefit[] {
  const ofEverybody = ofMerchant.filter((benefit) => isFor(tierId, benefit))
  const known = new Set(ofTier.map(toType))
  const others = new Map(
    ofEverybody.filter((benefit) => !known.has(toType(benefit)) && isOneValue(benefit, ofEverybody)).map((benefit) => [toType(benefit), benefit]),
  )
  return [...ofTier, ...others.values()].filter(({ enabled }) => enabled !== false).map((benefit) => toBenefit(benefit, currency))
}

const toType = ({ type }: BenefitDto) => type.toUpperCase()

/** A list of all benefits may hold those of tiers, and say so. */
const isFor = (tierId: string | undefined, { segmentId, tierId: owner }: BenefitDto) => [segmentId, owner].every((id) => id == null || id === tierId)

/** A type with several values belongs to several tiers, and the list does not say which value is whose. */
const isOneValue = (benefit: BenefitDto, all: readonly BenefitDto[]) =>
  all.every((other) => toType(other) !== toType(benefit) || isDeepStrictEqual(other, benefit))

const toBenefit = (benefit: BenefitDto, currency: string): Benefit => {
  const { type, name, description, creditAmount } = benefit
  const percent = figure(benefit, /percent/i, 1_000)
  const count = figure(benefit, /^(count|quantity)$/i, 1_000_000)
  return {
    type,
    name: name || type,
    description: description || null,
    credit: Number(creditAmount) ? toMoney(creditAmount!, currency) : null,
    ...(percent && { percent }),
    ...(count && { count }),
  }
}

/** A figure of a benefit; no document lists the fields of a kind of benefit, so a field is known by its name (A23, A25). */
function figure(benefit: BenefitDto, name: RegExp, most: number): number | undefined {
  const [, value] = Object.entries(benefit).find(([key, value]) => name.test(key) && value !== null) ?? []
  const number = typeof value === 'string' && value ? Number(value) : value
  return typeof number === 'number' && number > 0 && number <= most ? number : undefined
}
