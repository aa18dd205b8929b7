import type { Store, Within } from './tables.ts'

/** Milliseconds for which it is kept that sessions were ended: none lives as long. */
export const revocationLife = 3 * 3_600_000

/** That all sessions of a customer which were opened before have ended (milliseconds since 1970). */
export interface Revocation {
  customer: string
  revokedAt: number
}

/** The sessions that an operator has ended. Rejects as the {@link Queue} does when the store is full, locked or out of reach. */
export interface Revocations {
  /** Ends all sessions of a customer that are open now, in every process of the proxy. */
  revokeSessions(customer: string): Promise<void>
  /** All that a session may still fall under. */
  revocations(): Promise<Revocation[]>
}

/** Keeps that the sessions of a customer have ended. */
export async function keepRevocation(within: Within, customer: string, now: number) {
  await within
    .insertInto('revocations')
    .values({ customer, revoked_at: now })
    .onConflict((conflict) => conflict.column('customer').doUpdateSet({ revoked_at: now }))
    .execute()
}

/** All revocations that a session may still fall under. */
export async function readRevocations(store: Store, now: number): Promise<Revocation[]> {
  const rows = await store
    .selectFrom('revocations')
    .selectAll()
    .where('revoked_at', '>', now - revocationLife)
    .execute()
  return rows.map(({ customer, revoked_at: revokedAt }) => ({ customer, revokedAt }))
}
