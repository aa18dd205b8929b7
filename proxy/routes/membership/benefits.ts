import { isDeepStrictEqual } from 'node:util'
import type { Benefit } from '../../../src/contract/loyalty.ts'
import type { BenefitDto } from '../../upstream/loyalty.ts'
import { toMoney } from '../amounts.ts'

/** Benefits as the service lists them. */
interface ListedBenefits {
  /** Undefined for a customer in no tier. */
  tierId: string | undefined
  /** The tier's own list. */
  ofTier: readonly BenefitDto[]
  /** The own lists of all other tiers. */
  ofOthers: readonly BenefitDto[]
  /** The merchant's list, which may hold those of tiers too. */
  ofMerchant: readonly BenefitDto[]
}

/**
 * What a member of that tier is given, or a customer in no tier: the tier's own benefits, then the merchant's for everybody (A112). The tier's
 * values of a type win, whatever its capitals (A24): what the tier switches off, the merchant's list does not bring back. What another tier's
 * own list has is that tier's, even where the merchant's list does not say so.
 */
export function benefitsFor({ tierId, ofTier, ofOthers, ofMerchant }: ListedBenefits, currency: string): Benefit[] {
  const [own, others] = [byType(ofTier), byType(ofOthers)]
  const ofEverybody = byType(ofMerchant.filter((benefit) => isFor(tierId, benefit)))
  const beside = [...ofEverybody].flatMap(([type, values]) => {
    const [benefit] = values
    const isTheirs = (others.get(type) ?? []).some((other) => mayBeTheSame(benefit!, other))
    return own.has(type) || !isOneValue(values) || (isTheirs && !isNamed(benefit!)) ? [] : benefit!
  })
  return [...ofTier, ...beside].filter(({ enabled }) => enabled !== false).map((benefit) => toBenefit(benefit, currency))
}

/** A list may be long, so that nothing in it is compared with everything. */
function byType(benefits: readonly BenefitDto[]): ReadonlyMap<string, BenefitDto[]> {
  const found = new Map<string, BenefitDto[]>()
  for (const benefit of benefits) {
    const type = benefit.type.toUpperCase()
    const values = found.get(type)
    if (values) values.push(benefit)
    else found.set(type, [benefit])
  }
  return found
}

/** A list of all benefits may hold those of tiers, and say so. */
const isFor = (tierId: string | undefined, { segmentId, tierId: owner }: BenefitDto) => [segmentId, owner].every((id) => id == null || id === tierId)
const isNamed = ({ segmentId, tierId }: BenefitDto) => (segmentId ?? tierId ?? null) !== null

/** A type with several values belongs to several tiers, and the list does not say which value is whose. */
const isOneValue = ([first, ...others]: readonly BenefitDto[]) => others.every((other) => isDeepStrictEqual(other, first))

/** Whether these are one benefit for all that can be seen: neither says what the other denies, whoever it is said to be for. */
function mayBeTheSame(one: BenefitDto, other: BenefitDto): boolean {
  const { type: _type, segmentId: _segment, tierId: _tier, ...told } = one
  return Object.entries(told).every(([field, value]) => value == null || other[field] == null || isDeepStrictEqual(value, other[field]))
}

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
