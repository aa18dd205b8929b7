import type { World } from '../world.ts'

/** How many mails are remembered. */
const remembered = 1000

/** Stores a message to a member, which can be read in the state. Nothing is sent. */
export function mail({ state, clock }: World, customerId: string, about: string, link?: string) {
  state.mails.push({ customerId, about, sentAt: clock.now().toISOString(), ...(link && { link }) })
  if (state.mails.length > remembered) state.mails.shift()
}
