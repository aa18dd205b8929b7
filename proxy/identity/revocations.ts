import { sql } from 'kysely'
import type { DomainRows } from '../jobs/domain-rows.ts'
import { readProven } from '../store/clock.ts'
import type { Store, Tx } from '../store/tables.ts'

/** Milliseconds for which a revocation is stored; no session lives that long. */
export const revocationLife = 3 * 3_600_000

/** A revocation: it ends all sessions of a customer that were opened before. */
export interface Revocation {
  customer: string
  /** Milliseconds since 1970 by the time of the store. Each revocation of a customer has a larger number than the one before. */
  revokedAt: number
}

/** The sessions that an operator has ended. Rejects like the {@link Queue} if the store is full, locked or out of reach. */
export interface Revocations {
  /** Ends all sessions of a customer that are open now, in every process of the proxy. */
  revokeSessions(customer: string): Promise<void>
  /** Reads all revocations that may still end a session. */
  revocations(): Promise<Revocation[]>
}

/** Stores that the sessions of a customer have ended. */
export async function keepRevocation(tx: Tx, customer: string, now: number) {
  // A command uses the wall clock, which may be behind the time by which revocations are deleted.
  const revokedAt = Math.max(now, (await readProven(tx)) ?? 0)
  await tx
    .insertInto('revocations')
    .values({ customer, revoked_at: revokedAt })
    .onConflict((conflict) =>
      conflict.column('customer').doUpdateSet({
        revoked_at: sql`case when revocations.revoked_at < excluded.revoked_at then excluded.revoked_at else revocations.revoked_at + 1 end`,
      }),
    )
    .execute()
}

/** Reads all revocations that may still end a session; older ones are deleted. */
export async function readRevocations(store: Store): Promise<Revocation[]> {
  const rows = await store.selectFrom('revocations').selectAll().execute()
  return rows.map(({ customer, revoked_at: revokedAt }) => ({ customer, revokedAt }))
}

/** Deletes revocations after every session that they could end has expired. */
export const revocationRows: DomainRows = {
  expired: ({ retention }) => [['revocations', 'customer', sql`revoked_at < ${retention - revocationLife}`]],
}
