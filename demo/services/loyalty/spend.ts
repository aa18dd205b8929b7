import { day } from '../day.ts'
import { toAmount } from './amounts.ts'
import type { LoyaltyState, Member, Purchase, Tier } from './state.ts'

/** Days that count (A21). */
const periods = { monthly: 30, quarterly: 91, semiAnnual: 182, annual: 365, allTime: Infinity }
type Period = keyof typeof periods
/** A tier's `spendPeriod` (S3). */
const periodNamed: Record<string, Period> = { MONTHLY: 'monthly', QUARTERLY: 'quarterly', SEMI_ANNUAL: 'semiAnnual', ANNUAL: 'annual', ALL_TIME: 'allTime' }

const periodOf = ({ spendPeriod }: Tier): Period => periodNamed[spendPeriod ?? ''] ?? 'annual'

function spendIn(period: Period, purchases: readonly Purchase[], now: Date, currency: string): number {
  const recent = purchases.filter(({ at }) => now.getTime() - Date.parse(at) <= periods[period] * day)
  return toAmount(
    recent.reduce((sum, { total }) => sum + total, 0),
    currency,
  )
}

/** What a customer's orders came to in each period up to now; nothing for who has none (A21). */
export function spendOf({ purchases, merchant }: LoyaltyState, customerId: string, now: Date): Record<Period, number> | undefined {
  const own = purchases.get(customerId)
  if (!own) return undefined
  const within = (period: Period) => spendIn(period, own, now, merchant.currency)
  return {
    monthly: within('monthly'),
    quarterly: within('quarterly'),
    semiAnnual: within('semiAnnual'),
    annual: within('annual'),
    allTime: within('allTime'),
  }
}

/** Whether a customer's orders of the tier's period reach its minimum; a tier without one is open to all. */
export function reaches({ purchases, merchant }: LoyaltyState, customerId: string, tier: Tier, now: Date): boolean {
  return tier.kind !== 'SPEND_BASED' || spendIn(periodOf(tier), purchases.get(customerId) ?? [], now, merchant.currency) >= (tier.spendThreshold ?? 0)
}

/** The highest tier that a customer's orders pay for. */
export function earnedTier(state: LoyaltyState, customerId: string, now: Date): Tier | undefined {
  return state.tiers.findLast((tier) => (tier.kind === 'FREE' || tier.kind === 'SPEND_BASED') && reaches(state, customerId, tier, now))
}

/** Whether a member has been in a spend-based tier for the whole of its period, misses its minimum now, and nothing keeps them there (rule 3). */
export function missesMinimum(state: LoyaltyState, { customerId, tierSince, keepInSpendBasedTier }: Member, tier: Tier, now: Date): boolean {
  const held = now.getTime() - Date.parse(tierSince) >= periods[periodOf(tier)] * day
  return tier.kind === 'SPEND_BASED' && !keepInSpendBasedTier && held && !reaches(state, customerId, tier, now)
}
