import type { Client } from '../contract/client.ts'
import type { tracking, TrackedOrder } from '../contract/tracking.ts'
import type { Proof } from './order-store.ts'
import { isOutage } from './problems.ts'
import { sleep } from '../page/sleep.ts'
import { progressOf, worstFirst } from './package-status.ts'

/** How many packages are shown at once; of an order of hundreds, the others follow as the browser has time for them. */
export const atOnce = 4

/** Asks for an order, at first with the worst news first: by the ticket of the last answer, since that is no try at guessing; once it has run out, by the proof again. */
export async function requestOrder({ trackOrder }: Client<typeof tracking>, proof: Proof, held: TrackedOrder | undefined, signal: AbortSignal) {
  const byTicket =
    held &&
    trackOrder({ ticket: held.ticket, brief: true }, { signal }).catch((problem: unknown) => (isOutage(problem) ? Promise.reject(problem as Error) : undefined))
  const order = (await byTicket) ?? (await trackOrder({ ...proof, brief: true }, { signal }))
  // Reading and drawing hundreds takes a while: between them the page may do something else.
  await sleep(0, signal)
  // Where they are already, somebody is reading.
  if (!held) order.packages.sort((a, b) => worstFirst(progressOf(a), progressOf(b)))
  return order
}
