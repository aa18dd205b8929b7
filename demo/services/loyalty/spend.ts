import { day } from '../day.ts'
import { toAmount } from './amounts.ts'
import type { LoyaltyState, Member, Purchase, Tier } from './state.ts'

/** The days that each period covers (A21). */
const periods = { monthly: 30, quarterly: 91, semiAnnual: 182, annual: 365, allTime: Infinity }
type Period = keyof typeof periods
/** The period of each `spendPeriod` of a tier. */
const periodNamed: Record<string, Period> = { MONTHLY: 'monthly', QUARTERLY: 'quarterly', SEMI_ANNUAL: 'semiAnnual', ANNUAL: 'annual', ALL_TIME: 'allTime' }

const periodOf = ({ spendPeriod }: Tier): Period => periodNamed[spendPeriod ?? ''] ?? 'annual'

function spendIn(period: Period, purchases: readonly Purchase[], now: Date, currency: string): number {
  const recent = purchases.filter(({ at }) => now.getTime() - Date.parse(at) <= periods[period] * day)
  return toAmount(
    recent.reduce((sum, { total }) => sum + total, 0),
    currency,
  )
}

/** Returns the total of a customer’s orders in each period up to now; undefined for a customer without orders (A21). */
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

/** Returns whether a customer’s orders in the tier’s period reach its threshold. A tier without a threshold is open to all. */
export function reaches({ purchases, merchant }: LoyaltyState, customerId: string, tier: Tier, now: Date): boolean {
  return tier.kind !== 'SPEND_BASED' || spendIn(periodOf(tier), purchases.get(customerId) ?? [], now, merchant.currency) >= (tier.spendThreshold ?? 0)
}

/** Returns the highest tier that a customer’s orders reach. */
export function earnedTier(state: LoyaltyState, customerId: string, now: Date): Tier | undefined {
  return state.tiers.findLast((tier) => (tier.kind === 'FREE' || tier.kind === 'SPEND_BASED') && reaches(state, customerId, tier, now))
}

/** Returns whether a member loses a spend-based tier: held for a whole period, below its threshold now, and not kept by the merchant (rule 3). */
export function missesMinimum(state: LoyaltyState, { customerId, tierSince, keepInSpendBasedTier }: Member, tier: Tier, now: Date): boolean {
  const held = now.getTime() - Date.parse(tierSince) >= periods[periodOf(tier)] * day
  return tier.kind === 'SPEND_BASED' && !keepInSpendBasedTier && held && !reaches(state, customerId, tier, now)
}
