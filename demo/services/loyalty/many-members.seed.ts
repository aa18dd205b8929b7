import { peopleNamed } from './names.seed.ts'
import type { Past, PersonSeed } from './person.seed.ts'
import type { MemberStatus, Tier } from './state.ts'

/** The members of sixteen in a row who are not active. */
const statuses: Record<number, MemberStatus> = { 3: 'PAYMENT_FAILED', 7: 'CANCELLED', 11: 'PENDING_CANCELLATION' }

/** Makes members of all tiers and states, the same ones every time. The first is active. */
export function seedManyMembers(tiers: readonly Tier[], { first, count }: { first: number; count: number }): PersonSeed[] {
  return Array.from({ length: count }, (_, index) => {
    const tier = tiers[index % tiers.length]!
    const joined = 40 + ((index * 37) % 1100)
    const customerId = String(first + index)
    return {
      customer: { customerId, ...peopleNamed(index), email: `member-${customerId}@example.com` },
      tierId: tier.id,
      joined,
      status: statuses[Math.floor(index / tiers.length) % 16],
      past: pastOf(tier, tiers, index, joined),
    }
  })
}

/** Makes orders within a year whose total reaches the tier’s threshold but not the next tier’s, and the credits for these orders. */
function pastOf(tier: Tier, tiers: readonly Tier[], index: number, joined: number): Past[] {
  const minimum = tier.spendThreshold ?? 0
  const next = tiers[tier.rank + 1]?.spendThreshold ?? (minimum || 100) * 2
  const spend = Math.round(minimum + ((next - minimum) * ((index * 7) % 9)) / 10)
  const orders = spend === 0 ? 0 : 1 + (index % 4)
  const span = Math.min(joined, 330)
  const welcome: Past = [joined, Math.max(1, Math.round(next / 50)), 'SIGNUP', 'Welcome']
  const bought = Array.from({ length: orders }, (_, order): Past => {
    const total = order === 0 ? spend - Math.floor(spend / orders) * (orders - 1) : Math.floor(spend / orders)
    return [span - 1 - Math.floor((span * order) / (orders + 1)), Math.round(total / 40), 'EARNED_FROM_PURCHASE', total]
  })
  return [welcome, ...bought]
}
