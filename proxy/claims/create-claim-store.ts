import type { StoreAccess } from '../jobs/store-access.ts'
import { claimsOf, decideClaim, findClaim, listClaims, openClaim } from './claim-rows.ts'
import type { Claims } from './claim-store.ts'

/** The claims of a store. */
export const createClaimStore = ({ database: { store, transact }, now, due, reached, adding }: StoreAccess): Claims => ({
  openClaim: (claim) => adding(() => transact((within) => openClaim(within, claim, now(), due()))),
  findClaim: (key) => reached(() => findClaim(store, key)),
  claimsOf: (order) => reached(() => claimsOf(store, order)),
  listClaims: (filter) => reached(() => listClaims(store, filter)),
  decideClaim: (change) => adding(() => transact((within) => decideClaim(within, change, now(), due()))),
})
