import { sql } from 'kysely'
import type { DomainRows, StoreTimes } from '../jobs/domain-rows.ts'
import { putLargest, readFact } from '../store/facts.ts'
import type { Tx } from '../store/tables.ts'

/** The used sign-in proofs. Rejects if the store is full, locked or out of reach. */
export interface Proofs {
  /** Marks a proof as used until it expires (milliseconds since 1970); resolves to whether it was unused before. */
  useProof(name: string, until: number): Promise<boolean>
}

/** The name of the fact that holds the latest expiry of all deleted proofs. */
const forgotten = 'proofs: forgotten'

/** Stores the latest expiry of the proofs that are about to be deleted, in the commit that deletes them. */
async function noteForgotten(tx: Tx, { retention, now }: StoreTimes) {
  const { latest } = await tx
    .selectFrom('proofs')
    .select(({ fn }) => fn.max('until_at').as('latest'))
    .where('until_at', '<', retention)
    .executeTakeFirstOrThrow()
  if (latest !== null) await putLargest(tx, { [forgotten]: latest }, now)
}

/**
 * Stores proofs that were not used before; returns for each whether it was unused. A proof that expires no later than a deleted one is refused:
 * it may have been used, and deleted since.
 */
export async function useProofs(tx: Tx, proofs: readonly { name: string; until: number }[]): Promise<boolean[]> {
  const deleted = ((await readFact(tx, forgotten)) as number | undefined) ?? 0
  const valid = firsts(proofs).filter(({ until }) => until > deleted)
  if (valid.length === 0) return proofs.map(() => false)
  const kept = await tx
    .insertInto('proofs')
    // In the same order in every transaction, to prevent deadlocks.
    .values(valid.map(({ name, until }) => ({ name, until_at: until })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('name')
    .execute()
  const fresh = new Set(kept.map(({ name }) => name))
  return proofs.map(({ name }) => fresh.delete(name))
}

const firsts = (proofs: readonly { name: string; until: number }[]) =>
  [...new Map(proofs.map((proof) => [proof.name, proof])).values()].sort((one, other) => (one.name < other.name ? -1 : 1))

/** Deletes used proofs after they have expired. */
export const proofRows: DomainRows = {
  expired: ({ retention }) => [['proofs', 'name', sql`until_at < ${retention}`]],
  beforeExpiry: noteForgotten,
}
