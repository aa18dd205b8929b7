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
export function createIdentityStore({ database, now, reached }: StoreAccess): IdentityStore {
  const { store, transact } = database
  const useTogether = groupCommits<{ name: string; until: number }, boolean>((proofs) => transact((within) => useProofs(within, proofs)), { most, isOfOne })
  return {
    useProof: (name, until) => reached(() => useTogether({ name, until })),
    revokeSessions: (customer) => reached(() => transact((within) => keepRevocation(within, customer, now()))),
    revocations: () => reached(() => readRevocations(store)),
    takeTries: (allowances) => reached(() => takeTries(database, allowances, now())),
    giveTriesBack: (taken) => reached(() => giveTriesBack(database, taken)),
  }
}
