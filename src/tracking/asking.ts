import type { Client } from '../contract/client.ts'
import type { tracking, TrackedOrder } from '../contract/tracking.ts'
import type { Proof } from './lookups.ts'
import { isOutage } from './problems.ts'

/** Asks for an order: by the ticket of the last answer, since that is no try at guessing; once it has run out, by the proof again. */
export async function askForOrder({ trackOrder }: Client<typeof tracking>, proof: Proof, held: TrackedOrder | undefined, signal: AbortSignal) {
  const byTicket =
    held && trackOrder({ ticket: held.ticket }, { signal }).catch((problem: unknown) => (isOutage(problem) ? Promise.reject(problem as Error) : undefined))
  return (await byTicket) ?? trackOrder(proof, { signal })
}
