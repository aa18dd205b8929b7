import type { ClaimsState } from './claims/state.ts'
import type { LoyaltyState } from './loyalty/state.ts'
import type { ProtectionState } from './protection/state.ts'

/** All data of the stand-ins. */
export interface State extends LoyaltyState, ProtectionState, ClaimsState {}

/** The parameters of the state at the start. */
export interface Seed {
  now: Date
  shopOrigin: string
  merchantId: string
}
