import { LRUCache } from 'lru-cache'
import type { Redemptions } from '../routes/redemptions/redemption-store.ts'
import type { FigureCounter } from './figure-counter.ts'

/** Milliseconds after which a settled redemption is an old one that only gets its code. */
const recently = 60_000

/** Wraps the store of redemptions, so that each is counted once: when its ledger shows that it took the credits. */
export function countRedemptions<Store extends Redemptions>(store: Store, { count }: Pick<FigureCounter, 'count'>, now = Date.now): Store {
  const counted = new LRUCache<string, true>({ max: 10_000 })
  return {
    ...store,
    async settleRedemption(outcome) {
      const settled = await store.settleRedemption(outcome)
      if (settled?.state === 'settled' && now() - (settled.settledAt ?? 0) < recently && !counted.has(settled.id)) {
        counted.set(settled.id, true)
        count({ name: 'redeemed', money: { cents: settled.cents, currency: settled.currency } })
      }
      return settled
    },
  }
}
