import type { Tier } from '../../../src/contract/loyalty.ts'
import type { Decimal, MemberDto, TierDto } from '../../upstream/loyalty.ts'
import { readCurrency, toMoney } from '../amounts.ts'

/** The tiers that are on, lowest first. */
export const toLadder = (tiers: TierDto[], currency: string): Tier[] =>
  tiers
    .filter(({ enabled }) => enabled !== false)
    .map((tier) => toTier(tier, currency))
    .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0))

/** The id of the tier in which joining makes a customer a member: the one that is free (A14). Where none or several are called so, nothing is promised. */
export function joiningTier(tiers: TierDto[]): string | undefined {
  const [free, another] = tiers.filter(({ kind, enabled }) => kind?.toUpperCase() === 'FREE' && enabled !== false)
  return another ? undefined : free?.id
}

/** The tier that a member is in; where the service does not list it, as much as their own record says. */
export function findTier({ tierId, tierName }: MemberDto, tiers: TierDto[], currency: string): Tier | null {
  const tier = tiers.find(({ id }) => id === tierId)
  if (tier) return toTier(tier, currency)
  return tierId && tierName ? toTier({ id: tierId, name: tierName }, currency) : null
}

function toTier({ id, name, description, rank, spendThreshold, spendPeriod, price, billingInterval, currency: own }: TierDto, currency: string): Tier {
  const money = (amount: Decimal) => toMoney(amount, readCurrency(own) ?? currency)
  return {
    id,
    name,
    description: description || null,
    rank: rank ?? null,
    spend_threshold: spendThreshold == null ? null : money(spendThreshold),
    spend_period: spendPeriod ?? null,
    ...(Number(price) > 0 && { price: money(price!), ...toInterval(billingInterval) }),
  }
}

/** Nothing where the word is none of those: a price alone is true, and one with a wrong interval is not. */
function toInterval(word: TierDto['billingInterval']): Pick<Tier, 'billing_interval'> {
  const plain = word?.toLowerCase().replace(/[^a-z\d]/g, '')
  const [interval] = Object.entries(intervals).find(([, words]) => words.test(plain ?? '')) ?? []
  return interval ? { billing_interval: interval as keyof typeof intervals } : {}
}

/** The words for each interval, without capitals and marks (A113). "Biannual" is none of them: it means half a year to some, two years to others. */
const intervals = {
  monthly: /^(every)?month(ly)?$/,
  quarterly: /^(every)?quarter(ly)?$/,
  semi_annual: /^(semiannual(ly)?|half(year|yearly))$/,
  annual: /^(annual(ly)?|(every)?year(ly)?)$/,
} satisfies Record<NonNullable<Tier['billing_interval']>, RegExp>
