import type { Money } from '../money.ts'
import type { Account } from './account.ts'
import { askFor } from './asking.ts'
import { redemptionsOf } from './redemptions.ts'
import type { ShopperSession } from './session.ts'

/** What can be done with a membership. */
export type Verb = 'join' | 'redeem' | 'cancel' | 'reactivate' | 'payment'

const asked = new WeakMap<ShopperSession, Date>()

/** When the end of this shopper's membership was asked for here, if it was and still stands. */
export const cancelledAt = (session: ShopperSession): Date | undefined => asked.get(session)

/** Has the proxy do it, and lets all elements that show the account know. */
export async function send(account: Account, verb: Verb, amount?: Money): Promise<void> {
  if (verb === 'redeem') {
    if (amount) await redemptionsOf(account).redeem(amount)
  } else if (verb === 'join') {
    const joined = await askFor(account, (api) => api.join({}))
    account.session.take(joined)
    account.change({ membership: joined.membership, ...(!joined.membership.member && { sentAt: null }) })
  } else if (verb === 'payment') {
    await askFor(account, (api) => api.updatePaymentMethod({}))
  } else {
    await askFor(account, (api) => (verb === 'cancel' ? api.cancelMembership({}) : api.reactivateMembership({})))
    if (verb === 'cancel') asked.set(account.session, new Date())
    else asked.delete(account.session)
    account.change({ ...account.standing, sentAt: account.standing?.membership?.member?.status ?? null })
    await account.checkAnew()
  }
}
