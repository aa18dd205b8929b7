import { isDeepStrictEqual } from 'node:util'
import type { Benefit } from '../../../src/contract/loyalty.ts'
import type { BenefitDto } from '../../upstream/loyalty.ts'
import { toMoney } from '../amounts.ts'

/** The benefits in the service's lists. */
interface ListedBenefits {
  /** Undefined for a customer in no tier. */
  tierId: string | undefined
  /** The tier's own list. */
  ofTier: readonly BenefitDto[]
  /** The lists of all other tiers. */
  ofOthers: readonly BenefitDto[]
  /** The merchant's list, which may hold those of tiers too. */
  ofMerchant: readonly BenefitDto[]
}

/**
 * The benefits of a member of this tier, or of a customer in no tier: first the tier's own, then the merchant's for everyone (A112). The tier's
 * values of a type win, in any capitals (A24): if the tier disables a benefit, the merchant's list does not add it again. A benefit in
 * another tier's own list belongs to that tier, even if the merchant's list does not say so.
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

/** Returns the benefits of each tier by its id, from the merchant's list and the lists of all tiers; undefined for a tier without a list. */
export function benefitsOfTiers(lists: readonly [BenefitDto[], ReadonlyMap<string, BenefitDto[]>] | undefined, currency: string) {
  return (tierId: string): Benefit[] | undefined => {
    const [ofMerchant = [], ofTiers] = lists ?? []
    const ofTier = ofTiers?.get(tierId)
    if (!ofTiers || !ofTier) return undefined
    const ofOthers = [...ofTiers].flatMap(([id, list]) => (id === tierId ? [] : list))
    return benefitsFor({ tierId, ofTier, ofOthers, ofMerchant }, currency)
  }
}

/** Groups benefits by type, because lists may be long: no benefit is compared with all others. */
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

/** Whether a benefit of the merchant's list is for this tier: the list may hold benefits of tiers, and name these tiers. */
const isFor = (tierId: string | undefined, { segmentId, tierId: owner }: BenefitDto) => [segmentId, owner].every((id) => id == null || id === tierId)
const isNamed = ({ segmentId, tierId }: BenefitDto) => (segmentId ?? tierId ?? null) !== null

/** Whether a type has one value only. Several values belong to several tiers, and the list does not say which value belongs to which. */
const isOneValue = ([first, ...others]: readonly BenefitDto[]) => others.every((other) => isDeepStrictEqual(other, first))

/** Whether both may be the same benefit: no field that both have differs, apart from the tier. */
function mayBeTheSame(one: BenefitDto, other: BenefitDto): boolean {
  const { type: _type, segmentId: _segment, tierId: _tier, ...fields } = one
  return Object.entries(fields).every(([field, value]) => value == null || other[field] == null || isDeepStrictEqual(value, other[field]))
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

/** A number of a benefit, found by the name of its field, because no document lists the fields per type of benefit (A23, A25). */
function figure(benefit: BenefitDto, name: RegExp, most: number): number | undefined {
  const [, value] = Object.entries(benefit).find(([key, value]) => name.test(key) && value !== null) ?? []
  const number = typeof value === 'string' && value ? Number(value) : value
  return typeof number === 'number' && number > 0 && number <= most ? number : undefined
}
