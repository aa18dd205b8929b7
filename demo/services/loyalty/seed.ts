import type { Seed } from '../state.ts'
import { seedMembers } from './members.seed.ts'
import { seedProgram } from './program.seed.ts'
import type { LoyaltyState } from './state.ts'

/** Makes the state of the loyalty service at the start of the demo. */
export function seedLoyalty({ now, merchantId }: Seed): LoyaltyState {
  const program = seedProgram(merchantId, now)
  return {
    ...program,
    ...seedMembers(program, now),
    codes: new Map(),
    redemptions: new Map(),
    mails: [],
    forwarded: [],
    outbox: new Map(),
    webhooks: new Map(),
    subscriptions: new Map(),
    tiersCheckedAt: now.toISOString(),
  }
}
