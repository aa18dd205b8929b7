import { lengthOf, slice, toCreditRecord } from './ledger.ts'
import { toMemberRecord } from './members.ts'
import type { LoyaltyState } from './state.ts'

/** A list of which only a part may be read: an array, or an object that counts a long list without making it. */
export interface Listed {
  readonly length: number
  slice(start: number): unknown[]
}

/** The data of the loyalty service, list by list, as `/_control/state` shows it. */
export const loyaltyViews = (state: LoyaltyState): Record<string, () => Listed> => ({
  members: () => [...state.members.values()].map((member) => toMemberRecord(state, member)),
  credits: () => newestCredits(state),
  purchases: () => [...state.purchases].flatMap(([customerId, purchases]) => purchases.map((purchase) => ({ customerId, ...purchase }))),
  redemptions: () => [...state.redemptions.values()],
  cancellations: () => [...state.cancellations.values()],
  mails: () => state.mails,
  forwarded: () => state.forwarded,
  tiers: () => state.tiers,
  benefits: () => state.benefits,
  campaigns: () => state.campaigns,
  merchant: () => [state.merchant],
  webhooks: () => [...state.webhooks.values()],
  subscriptions: () => [...state.subscriptions.values()],
})

/** Lists the entries of all members, the newest last. There are too many to make them all. */
function newestCredits({ ledgers, members }: LoyaltyState): Listed {
  const length = [...ledgers.values()].reduce((sum, ledger) => sum + lengthOf(ledger), 0)
  return {
    length,
    slice: (start) =>
      [...ledgers]
        .flatMap(([customerId, ledger]) => slice(ledger, Math.max(0, lengthOf(ledger) + start)).map((entry) => toCreditRecord(members.get(customerId)!, entry)))
        .sort((a, b) => a.createdAt.localeCompare(b.createdAt))
        .slice(start),
  }
}
