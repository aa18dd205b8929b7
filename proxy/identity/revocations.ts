import { sql } from 'kysely'
import type { DomainRows } from '../jobs/domain-rows.ts'
import { readProven } from '../store/clock.ts'
import type { Store, Within } from '../store/tables.ts'

/** Milliseconds for which it is kept that sessions were ended: no session lives as long. */
export const revocationLife = 3 * 3_600_000

/** That all sessions of a customer which were opened before have ended. */
export interface Revocation {
  customer: string
  /** Milliseconds since 1970 by the time of the store, and another number each time: it tells a revocation from those before. */
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
  // A command goes by the wall clock, which may be behind the time by which revocations are deleted.
  const revokedAt = Math.max(now, (await readProven(within)) ?? 0)
  await within
    .insertInto('revocations')
    .values({ customer, revoked_at: revokedAt })
    .onConflict((conflict) =>
      conflict.column('customer').doUpdateSet({
        revoked_at: sql`case when revocations.revoked_at < excluded.revoked_at then excluded.revoked_at else revocations.revoked_at + 1 end`,
      }),
    )
    .execute()
}

/** All revocations that a session may still fall under: older ones are deleted. */
export async function readRevocations(store: Store): Promise<Revocation[]> {
  const rows = await store.selectFrom('revocations').selectAll().execute()
  return rows.map(({ customer, revoked_at: revokedAt }) => ({ customer, revokedAt }))
}

/** A revocation is kept as long as a session may live that was opened before. */
export const revocationRows: DomainRows = {
  expired: ({ retention }) => [['revocations', 'customer', sql`revoked_at < ${retention - revocationLife}`]],
}
