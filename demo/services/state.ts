import { seedClaims, type ClaimsState } from './claims/state.ts'
import { seedLoyalty, type LoyaltyState } from './loyalty/state.ts'
import { seedProtection, type ProtectionState } from './protection/state.ts'

/** Everything that the stand-ins know. */
export interface State extends LoyaltyState, ProtectionState, ClaimsState {}

/** What the state at the start depends on. */
export interface Seed {
  now: Date
  shopOrigin: string
  merchantId: string
}

/** The state at the start: the people and orders of the demo, dated back from now. */
export function createState(seed: Seed): State {
  const protection = seedProtection(seed)
  return { ...seedLoyalty(seed), ...protection, ...seedClaims(seed, protection) }
}
