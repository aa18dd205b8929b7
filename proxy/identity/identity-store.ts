import type { AttemptCounter } from '../http/attempt-counter.ts'
import type { StoreAccess } from '../store/store-access.ts'
import { isOfOne } from '../store/database.ts'
import { groupCommits } from '../store/group-commit.ts'
import { releaseAttempts, consumeAttempts } from './attempt-rows.ts'
import { useProofs, type Proofs } from './proof-rows.ts'
import { keepRevocation, readRevocations, type Revocations } from './revocations.ts'

/** The used proofs, ended sessions and counted misses of a store. */
export interface IdentityStore extends Proofs, Revocations, AttemptCounter {}

/** The most proofs that share one commit. */
const batchSize = 500

/** Opens the used proofs, ended sessions and counted misses of a store. */
export function createIdentityStore({ database, now, run }: StoreAccess): IdentityStore {
  const { store, transact } = database
  const useTogether = groupCommits<{ name: string; until: number }, boolean>((proofs) => transact((tx) => useProofs(tx, proofs)), { batchSize, isOfOne })
  return {
    useProof: (name, until) => run(() => useTogether({ name, until })),
    revokeSessions: (customer) => run(() => transact((tx) => keepRevocation(tx, customer, now()))),
    revocations: () => run(() => readRevocations(store)),
    consumeAttempts: (allowances) => run(() => consumeAttempts(database, allowances, now())),
    releaseAttempts: (taken) => run(() => releaseAttempts(database, taken)),
  }
}
