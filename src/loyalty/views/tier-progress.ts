import type { Membership, Spend, Tier } from '../../contract/loyalty.ts'
import type { Localizer } from './localizer.ts'

/** How far it is to the lowest of the tiers above; undefined if that is not known. */
export function progressTo(above: Tier[], spend: Spend | null, localizer: Localizer) {
  const { words, say, money, amount } = localizer
  const next = above.find(({ spend_threshold }) => spend_threshold)
  const threshold = next?.spend_threshold
  if (!threshold) return undefined
  // Null is no eligible spend yet (A21); a period that is not reported tells nothing.
  const spent = spend ? spend[periodOf(next)] : { ...threshold, cents: 0 }
  if (!spent) return undefined
  const missing = { ...threshold, cents: threshold.cents - spent.cents }
  return {
    tier: next,
    value: Math.min(spent.cents, threshold.cents),
    max: threshold.cents,
    /** What is missing. */
    text: missing.cents > 0 ? say('toNext', { amount: money(missing), tier: next.name }) : say('reached', { tier: next.name }),
    /** What is spent. */
    spent: spend ? say('spent', { amount: money(spent), threshold: amount(threshold), period: periodWords(next, localizer) }) : words.noSpend,
  }
}

/** Lowest first. */
export const byRank = (tiers: Tier[]) => [...tiers].sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0))

/** The tiers above that of the member, lowest first. */
export const tiersAbove = ({ tier, tiers }: Membership) => {
  const ladder = byRank(tiers)
  const here = ladder.findIndex(({ id }) => id === tier?.id)
  return here < 0 ? [] : ladder.slice(here + 1)
}

/** The period in which a tier counts spend, by its name in {@link Spend}, which is also the name of its words. */
export const periodOf = ({ spend_period }: Tier) => (spend_period ?? 'all_time').toLowerCase() as keyof Spend

/** The words for that period. */
export const periodWords = (tier: Tier, { words }: Localizer) => words[periodOf(tier)] ?? ''
