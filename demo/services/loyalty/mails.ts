import type { World } from '../world.ts'

/** How many are remembered. */
const remembered = 1000

/** Sends a member a message, which is to say that it can be read in the state. */
export function mail({ state, clock }: World, customerId: string, about: string, link?: string) {
  state.mails.push({ customerId, about, sentAt: clock.now().toISOString(), ...(link && { link }) })
  if (state.mails.length > remembered) state.mails.shift()
}
