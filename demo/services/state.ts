import type { ClaimsState } from './claims/state.ts'
import type { LoyaltyState } from './loyalty/state.ts'
import type { ProtectionState } from './protection/state.ts'

/** Everything that the stand-ins know. */
export interface State extends LoyaltyState, ProtectionState, ClaimsState {}

/** What the state at the start depends on. */
export interface Seed {
  now: Date
  shopOrigin: string
  merchantId: string
}
