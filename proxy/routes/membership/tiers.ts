import type { Tier } from '../../../src/contract/loyalty.ts'
import type { Decimal, MemberDto, TierDto } from '../../upstream/loyalty.ts'
import { readCurrency, toMoney } from '../amounts.ts'

/** The enabled tiers, lowest first. */
export const toLadder = (tiers: TierDto[], currency: string): Tier[] =>
  tiers
    .filter(({ enabled }) => enabled !== false)
    .map((tier) => toTier(tier, currency))
    .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0))

/** The id of the tier that a new member gets: the one free tier (A14). Undefined if there is none or more than one, so that nothing wrong is promised. */
export function joiningTier(tiers: TierDto[]): string | undefined {
  const [free, another] = tiers.filter(({ kind, enabled }) => kind?.toUpperCase() === 'FREE' && enabled !== false)
  return another ? undefined : free?.id
}

/** The member's tier; if the service does not list it, its id and name from the member's record. */
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

/** The billing interval; empty for an unknown word. A price alone is correct, a price with a wrong interval is not. */
function toInterval(word: TierDto['billingInterval']): Pick<Tier, 'billing_interval'> {
  const plain = word?.toLowerCase().replace(/[^a-z\d]/g, '')
  const [interval] = Object.entries(intervals).find(([, words]) => words.test(plain ?? '')) ?? []
  return interval ? { billing_interval: interval as keyof typeof intervals } : {}
}

/** The words for each interval, in small letters and without marks (A113). "Biannual" is missing: it can mean half a year or two years. */
const intervals = {
  monthly: /^(every)?month(ly)?$/,
  quarterly: /^(every)?quarter(ly)?$/,
  semi_annual: /^(semiannual(ly)?|half(year|yearly))$/,
  annual: /^(annual(ly)?|(every)?year(ly)?)$/,
} satisfies Record<NonNullable<Tier['billing_interval']>, RegExp>
