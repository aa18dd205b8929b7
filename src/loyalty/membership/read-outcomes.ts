import { ResponseError, type Client } from '../../contract/client.ts'
import type { loyalty, Redemption } from '../../contract/loyalty.ts'
import type { Store } from '../../page/store.ts'
import type { LoyaltyEvent, LoyaltyState } from './membership-store.ts'
import { isPending, pendingOf } from './pending.ts'

/** What a member can request: the same on pages and in extensions. */
export type MemberApi = Omit<Client<typeof loyalty>, 'getProgram' | 'openSession'>

/** What calls the proxy as the shopper, and reads the membership again. */
export interface Caller {
  readonly store: Store<LoyaltyState, LoyaltyEvent>
  call<T>(ask: (api: MemberApi) => Promise<T>): Promise<T>
  readAnew(parts?: string): Promise<void>
}

/** Asks what became of the redemptions under way; resolves to whether any has ended. */
export async function readOutcomes(caller: Caller, { shopper, membership }: LoyaltyState): Promise<boolean> {
  const answers = await Promise.all(pendingOf(membership).map((redemption) => readOutcome(caller, redemption)))
  const redemptions = answers.filter((redemption) => !isPending(redemption))
  if (!redemptions.length) return false
  await caller.readAnew('member,credits,redemption')
  // The outcome and the new balance come on screen together, or neither.
  if (caller.store.state.problem) return false
  caller.store.dispatch({ type: 'settled', shopper, redemptions })
  return true
}

async function readOutcome(caller: Caller, redemption: Redemption): Promise<Redemption> {
  try {
    return await caller.call((api) => api.getRedemption({ id: redemption.id }))
  } catch (cause) {
    return cause instanceof ResponseError && cause.status === 404 ? { ...redemption, state: 'unknown' } : redemption
  }
}
