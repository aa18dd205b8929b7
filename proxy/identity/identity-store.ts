import type { TryCounts } from '../http/limit-store.ts'
import type { StoreAccess } from '../jobs/store-access.ts'
import { isOfOne } from '../store/database.ts'
import { groupCommits } from '../store/group-commit.ts'
import { giveTriesBack, takeTries } from './limit-rows.ts'
import { useProofs, type Proofs } from './proof-rows.ts'
import { keepRevocation, readRevocations, type Revocations } from './revocations.ts'

/** The used proofs, ended sessions and counted misses of a store. */
export interface IdentityStore extends Proofs, Revocations, TryCounts {}

/** The most proofs that share one commit. */
const most = 500

/** Opens the used proofs, ended sessions and counted misses of a store. */
export function createIdentityStore({ database, now, run }: StoreAccess): IdentityStore {
  const { store, transact } = database
  const useTogether = groupCommits<{ name: string; until: number }, boolean>((proofs) => transact((tx) => useProofs(tx, proofs)), { most, isOfOne })
  return {
    useProof: (name, until) => run(() => useTogether({ name, until })),
    revokeSessions: (customer) => run(() => transact((tx) => keepRevocation(tx, customer, now()))),
    revocations: () => run(() => readRevocations(store)),
    takeTries: (allowances) => run(() => takeTries(database, allowances, now())),
    giveTriesBack: (taken) => run(() => giveTriesBack(database, taken)),
  }
}
