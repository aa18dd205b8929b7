import type { Benefit, Tier } from '../../../src/contract/loyalty.ts'
import type { Decimal, MemberDto, TierDto } from '../../upstream/loyalty.ts'
import { readCurrency, toMoney } from '../amounts.ts'

/** The enabled tiers, lowest first, each with its benefits as far as they are known. */
export const toLadder = (tiers: TierDto[], currency: string, benefitsOf: (id: string) => Benefit[] | undefined): Tier[] =>
  tiers
    .filter(({ enabled }) => enabled !== false)
    .map((tier) => {
      const benefits = benefitsOf(tier.id)
      return { ...toTier(tier, currency), ...(benefits && { benefits }) }
    })
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

function toTier(tier: TierDto, currency: string): Tier {
  const { id, name, description, rank, spendThreshold, spendPeriod, price, billingInterval, currency: own } = tier
  const money = (amount: Decimal) => toMoney(amount, readCurrency(own) ?? currency)
  return {
    id,
    name,
    description: description || null,
    rank: rank ?? null,
    spend_threshold: spendThreshold == null ? null : money(spendThreshold),
    spend_period: spendPeriod ?? null,
    ...(Number(price) > 0 && { price: money(price!), ...toInterval(billingInterval) }),
    ...toArt(tier),
  }
}

/** The colour and the picture of a tier, under any name that ends so (A114). Only a plain colour and an `https` address are passed on. */
function toArt(tier: TierDto): Pick<Tier, 'color' | 'image'> {
  const find = (name: RegExp, value: RegExp) => {
    const [, found] = Object.entries(tier).find(([key, text]) => name.test(key) && typeof text === 'string' && value.test(text)) ?? []
    return found as string | undefined
  }
  const color = find(/colou?r$/i, /^#[\da-f]{6}$/i)
  const image = find(/image(Url)?$/i, /^https:\/\/[\w.-]+(:\d+)?\/\S{0,1000}$/)
  return { ...(color && { color }), ...(image && { image }) }
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
