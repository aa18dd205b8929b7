import type { StoreAccess } from '../store/store-access.ts'
import { claimsBetween, claimsOf, decideClaim, findClaim, listClaims, openClaim } from './claim-rows.ts'
import type { Claims } from './claim-store.ts'

/** The claims of a store. */
export const createClaimStore = ({ database: { store, transact }, now, due, run, runAndWake }: StoreAccess): Claims => ({
  openClaim: (claim) => runAndWake(() => transact((tx) => openClaim(tx, claim, now(), due()))),
  findClaim: (key) => run(() => findClaim(store, key)),
  claimsOf: (order) => run(() => claimsOf(store, order)),
  claimsBetween: (times) => run(() => claimsBetween(store, times)),
  listClaims: (filter) => run(() => listClaims(store, filter)),
  decideClaim: (change) => runAndWake(() => transact((tx) => decideClaim(tx, change, now(), due()))),
})
