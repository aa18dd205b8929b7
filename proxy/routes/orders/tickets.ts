import type { Opened, Sealer } from '../../identity/seal.ts'
import { Refusal } from '../../http/problems.ts'
import type { KeyClaims } from './order-keys.ts'

/** Seconds that a ticket is valid, and seconds after the shopper's proof during which it can be renewed. */
const ticketLife = 900
const longestRenewal = 24 * 3_600

/** The proof that the shopper gave, as the contents of a key. `until`: the time at which it expires, in seconds since 1970; absent if it never does. */
export interface Given extends KeyClaims {
  until?: number | undefined
}

/** The contents of a ticket: what the shopper gave for it, and the service's id of the order, so that all callers of one order share its polling. */
interface TicketClaims extends Given {
  order?: string | undefined
  /** When the first of the chain of renewed tickets was issued (seconds since 1970). */
  since: number
}

/** Seals a ticket. It is valid for some minutes, and never after the last time at which it can be renewed. */
export function sealTicket(sealer: Sealer, claims: TicketClaims): Promise<string> {
  const lastRenewal = claims.view ? (claims.until ?? 0) : claims.since + longestRenewal
  return sealer.seal('ticket', claims, Math.min(nowInSeconds() + ticketLife, lastRenewal))
}

/** Opens a ticket; rejects with `not-found` if it has expired. */
export async function openTicket(sealer: Sealer, ticket: string): Promise<Opened<TicketClaims>> {
  const claims = await sealer.open<Omit<TicketClaims, 'since'> & { since?: number }>('ticket', ticket)
  // A ticket of an earlier release has no `since`; its own issue time counts.
  const since = claims?.since ?? claims?.iat ?? 0
  if (!claims || since + longestRenewal <= nowInSeconds()) throw new Refusal('not-found', 'This ticket has expired. Look up the order again.')
  return { ...claims, since }
}

/** The time in seconds since 1970. */
export const nowInSeconds = () => Math.floor(Date.now() / 1000)
