import { sql } from 'kysely'
import type { DomainRows, StoreTimes } from '../jobs/domain-rows.ts'
import { keepLargest, readFact } from '../store/facts.ts'
import type { Within } from '../store/tables.ts'

/** The sign-in proofs that were used. Rejects when the store is full, locked or out of reach. */
export interface Proofs {
  /** Whether nobody has used this proof before; it is held until it would be too old anyway (milliseconds since 1970). */
  useProof(name: string, until: number): Promise<boolean>
}

/** The name under which the store keeps until when the latest of all used proofs was good that it has deleted. */
const forgotten = 'proofs: forgotten'

/** Notes until when the proofs were good that are deleted by this time, in the commit that deletes them. */
async function noteForgotten(within: Within, { retention, now }: StoreTimes) {
  const { latest } = await within
    .selectFrom('proofs')
    .select(({ fn }) => fn.max('until_at').as('latest'))
    .where('until_at', '<', retention)
    .executeTakeFirstOrThrow()
  if (latest !== null) await keepLargest(within, { [forgotten]: latest }, now)
}

/** Keeps proofs that were not used before; answers which of them were not. One that ends no later than a proof that was deleted is refused: it may have been used, and deleted since. */
export async function useProofs(within: Within, proofs: readonly { name: string; until: number }[]): Promise<boolean[]> {
  const deleted = ((await readFact(within, forgotten)) as number | undefined) ?? 0
  const valid = firsts(proofs).filter(({ until }) => until > deleted)
  if (valid.length === 0) return proofs.map(() => false)
  const kept = await within
    .insertInto('proofs')
    // In one order for all, so that none waits for another in a circle.
    .values(valid.map(({ name, until }) => ({ name, until_at: until })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('name')
    .execute()
  const fresh = new Set(kept.map(({ name }) => name))
  return proofs.map(({ name }) => fresh.delete(name))
}

const firsts = (proofs: readonly { name: string; until: number }[]) =>
  [...new Map(proofs.map((proof) => [proof.name, proof])).values()].sort((one, other) => (one.name < other.name ? -1 : 1))

/** A used proof is kept until it is too old to be shown again. */
export const proofRows: DomainRows = {
  expired: ({ retention }) => [['proofs', 'name', sql`until_at < ${retention}`]],
  beforeExpiry: noteForgotten,
}
