import type { Person } from '../audit/audit-entry.ts'
import { appendAction } from '../audit/audit-rows.ts'
import { createAuditStore, type Audit } from '../audit/audit-store.ts'
import { createClaimStore } from '../claims/create-claim-store.ts'
import type { Claims } from '../claims/claim-store.ts'
import { claimRows } from '../claims/claim-rows.ts'
import type { MerchantConfig } from '../config/merchant-settings.ts'
import { createIdentityStore, type IdentityStore } from '../identity/identity-store.ts'
import { attemptRows } from '../identity/attempt-rows.ts'
import { proofRows } from '../identity/proof-rows.ts'
import { revocationRows } from '../identity/revocations.ts'
import { createFigureStore, figureRows, type Figures } from '../figures/figure-rows.ts'
import type { DomainRows } from '../jobs/domain-rows.ts'
import { atOnce } from '../jobs/ordering-keys.ts'
import { createJobStore, type JobStore, type ManualChange } from '../jobs/job-store.ts'
import { createStoreAccess, type StoreAccess } from '../store/store-access.ts'
import { createRedemptionStore } from '../routes/redemptions/create-redemption-store.ts'
import { redemptionRows } from '../routes/redemptions/redemption-rows.ts'
import type { Redemptions } from '../routes/redemptions/redemption-store.ts'
import { openDatabase } from '../store/open-database.ts'
import { checkShop } from '../store/shop-of-store.ts'
import type { Tx } from '../store/tables.ts'

/** All stored data of the proxy, domain by domain. */
export interface Stores extends JobStore<Person>, Claims, Redemptions, IdentityStore, Audit, Figures {}

/** The rows of all domains except the jobs. */
export const domains: readonly DomainRows[] = [claimRows, redemptionRows, proofRows, attemptRows, revocationRows, figureRows]

/** Creates all stores over one access. */
export const createStores = (access: StoreAccess, committed?: (seconds: number) => void): Stores => ({
  ...createJobStore<Person>(access, { committed, record: recordInAudit }),
  ...createClaimStore(access),
  ...createRedemptionStore(access),
  ...createIdentityStore(access),
  ...createAuditStore(access),
  ...createFigureStore(access),
})

/** Writes into the audit log that a person has done this to each of these jobs, which people see as reports. */
async function recordInAudit(tx: Tx, { verb, ids, by, at }: ManualChange<Person>) {
  for (const subject of ids) await appendAction(tx, { ...by, action: `report.${verb}`, subject }, at)
}

/** Stores that a command opens while a proxy may use them. */
export interface OpenStores extends Stores {
  close(): Promise<void>
}

/**
 * Opens a store for a command while a proxy may use it. Rejects with a {@link ConfigError} if there is no store, if it has another version than
 * this program, or if it belongs to another shop.
 */
export async function openStores(where: MerchantConfig['store'], shop?: string): Promise<OpenStores> {
  const database = await openDatabase(where, { migrates: false })
  if (shop !== undefined)
    await checkShop(database, shop).catch(async (error: unknown) => {
      await database.close()
      throw error
    })
  return { ...createStores(createStoreAccess({ database, due: () => atOnce })), close: () => database.close() }
}
