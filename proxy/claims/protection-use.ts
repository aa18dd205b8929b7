import type { Claims } from './claim-store.ts'
import type { ClaimState } from './claim.ts'

/**
 * Whether claims use the protection of an order. Claims and removals of protection are stored before their jobs look for each other, so one of the
 * two always finds the other, even if both arrive at once. A claim that waits for a person uses nothing yet.
 */
export const createProtectionUse =
  ({ claimsOf }: Pick<Claims, 'claimsOf'>) =>
  async (order: string): Promise<'used' | 'undecided' | 'unused'> => {
    const states = (await claimsOf(order)).map(({ state }) => state)
    if (states.includes('resolved' satisfies ClaimState)) return 'used'
    return states.includes('open' satisfies ClaimState) ? 'undecided' : 'unused'
  }
