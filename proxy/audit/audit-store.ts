import type { StoreAccess } from '../store/store-access.ts'
import type { AuditAction, AuditEntry, AuditVerdict } from './audit-entry.ts'
import { appendAction, listAudit, verifyAudit } from './audit-rows.ts'

interface AuditFilter {
  before?: number | undefined
  limit?: number | undefined
  /** Only entries of this action. */
  action?: string
  /** Only entries about this claim, report or order. */
  subject?: string
}

/** The audit log of a store. Actions that change the store add their entries in their own commits. */
export interface Audit {
  /** Adds an action that changes nothing in the store, such as looking at what a shopper sees. */
  recordAction(action: AuditAction): Promise<void>
  /** Entries before this number, newest first; 50 by default. */
  auditEntries(filter: AuditFilter): Promise<AuditEntry[]>
  /** Checks that every entry is as it was written. */
  verifyAudit(): Promise<AuditVerdict>
}

/** Opens the audit log of a store. */
export const createAuditStore = ({ database: { store, transact }, now, run }: StoreAccess): Audit => ({
  recordAction: (action) => run(() => transact(async (tx) => void (await appendAction(tx, action, now())))),
  auditEntries: ({ limit = 50, ...filter }) => run(() => listAudit(store, { ...filter, limit })),
  verifyAudit: () => run(() => verifyAudit(store)),
})
