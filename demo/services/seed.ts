import { seedClaims } from './claims/seed.ts'
import { seedLoyalty } from './loyalty/seed.ts'
import { seedProtection } from './protection/seed.ts'
import type { Seed, State } from './state.ts'

/** Makes the state at the start: the people and orders of the demo, dated back from now. */
export function createState(seed: Seed): State {
  const protection = seedProtection(seed)
  return { ...seedLoyalty(seed), ...protection, ...seedClaims(seed, protection) }
}
