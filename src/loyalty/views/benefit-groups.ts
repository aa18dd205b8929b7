import type { Benefit, Tier } from '../../contract/loyalty.ts'
import { worthOf } from './benefit-texts.ts'
import type { LandingLocalizer } from './landing-localizer.ts'

/** The kinds of benefits that have words of ours. Types are an open list (A24). */
const kinds = [
  [/birth/i, 'BIRTHDAY'],
  [/anniv/i, 'ANNIVERSARY'],
  [/sign|welcome/i, 'SIGNUP'],
  [/order|purchase|cash/i, 'creditsBack'],
  [/ship/i, 'freeShipping'],
  [/early/i, 'earlyAccess'],
] as const
type Kind = (typeof kinds)[number][1]

/** The benefits of one type, by the id of their tier. */
export interface BenefitGroup {
  type: string
  kind: Kind | undefined
  label: (localizer: LandingLocalizer) => string
  byTier: Map<string, Benefit>
}

/** The benefits of all tiers by their type, in the order in which the tiers name them. */
export function groupBenefits(tiers: Tier[], benefits: Benefit[]): BenefitGroup[] {
  const groups = new Map<string, BenefitGroup>()
  const lists = tiers.some((tier) => tier.benefits) ? tiers.map(({ id, benefits = [] }) => ({ id, benefits })) : [{ id: '', benefits }]
  for (const { id, benefits } of lists)
    for (const benefit of benefits) {
      const { type, name } = benefit
      const kind = kinds.find(([pattern]) => pattern.test(type))?.[1]
      // Benefits without words of ours go by the name that the service gives them.
      const key = kind ?? `${type} ${name}`
      const group = groups.get(key) ?? { type, kind, label: ({ words }) => (kind ? words[kind] : name), byTier: new Map<string, Benefit>() }
      groups.set(key, group)
      group.byTier.set(id, benefit)
    }
  return [...groups.values()]
}

/** The benefit of that kind that gives the most. */
export const mostOf = (groups: BenefitGroup[], kind: Kind): Benefit | undefined =>
  [...(groups.find((group) => group.kind === kind)?.byTier.values() ?? [])].sort((a, b) => sizeOf(b) - sizeOf(a))[0]

/** Whether some tiers give less of a kind than others do, or nothing. */
export function isForSome(groups: BenefitGroup[], kind: Kind, tiers: Tier[]): boolean {
  const byTier = groups.find((group) => group.kind === kind)?.byTier ?? new Map<string, Benefit>()
  const sizes = new Set([...byTier.values()].map(sizeOf))
  return sizes.size > 1 || (!byTier.has('') && byTier.size < tiers.length)
}

/** From the least to the most that a type gives; empty if it has no figure. */
export function rangeOf({ byTier }: BenefitGroup, localizer: LandingLocalizer): string {
  const sorted = [...byTier.values()].filter(sizeOf).sort((a, b) => sizeOf(a) - sizeOf(b))
  const [least, most] = [sorted[0], sorted.at(-1)].map((benefit) => benefit && worthOf(benefit, localizer))
  return least === most ? (least ?? '') : `${least}–${most}`
}

const sizeOf = ({ percent, credit }: Benefit) => percent ?? credit?.cents ?? 0
