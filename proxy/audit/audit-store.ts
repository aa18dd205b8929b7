import type { Database } from '../store/database.ts'
import type { Act, AuditEntry, AuditVerdict } from './audit-entry.ts'
import { appendAct, listAudit, verifyAudit } from './audit-rows.ts'

/** The audit log of a store. Acts that change the store add their entries in their own commits. */
export interface Audit {
  /** Adds an act that changes nothing in the store, such as looking at what a shopper sees. */
  recordAct(act: Act): Promise<void>
  /** Entries before this number, newest first; 50 by default. */
  auditEntries(filter: { before?: number | undefined; limit?: number | undefined }): Promise<AuditEntry[]>
  /** Checks that every entry is as it was written. */
  verifyAudit(): Promise<AuditVerdict>
}

interface AuditAccess {
  database: Database
  now: () => number
  run<Result>(act: () => Promise<Result>): Promise<Result>
}

/** Opens the audit log of a store. */
export const createAuditStore = ({ database: { store, transact }, now, run }: AuditAccess): Audit => ({
  recordAct: (act) => run(() => transact(async (tx) => void (await appendAct(tx, act, now())))),
  auditEntries: ({ before, limit = 50 }) => run(() => listAudit(store, { before, limit })),
  verifyAudit: () => run(() => verifyAudit(store)),
})
