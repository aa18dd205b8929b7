import { Collision } from '../store/database.ts'
import type { AuditRow, Store, Tx } from '../store/tables.ts'
import { beginning, hashOfEntry, type AuditAction, type AuditEntry, type AuditVerdict } from './audit-entry.ts'

/** The entries that one step of a check reads. */
const atOnce = 1_000

/** Adds an action to the end of the log, in the transaction of the action. Nothing is done that is not in the log. */
export async function appendAction(tx: Tx, { who, via, action, subject, reason }: AuditAction, now: number): Promise<AuditEntry> {
  const last = await tx.selectFrom('audit').select(['seq', 'hash']).orderBy('seq', 'desc').limit(1).executeTakeFirst()
  const entry = { seq: (last?.seq ?? 0) + 1, at: now, who, via, action, subject, reason, prev: last?.hash ?? beginning }
  const row: AuditRow = { ...entry, reason: reason ?? null, hash: hashOfEntry(entry) }
  const added = await tx
    .insertInto('audit')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('seq')
    .executeTakeFirst()
  // Another process has added the entry of this number. A second entry after the same one would split the chain.
  if (!added) throw new Collision('another action was written at the same time')
  return toEntry(row)
}

interface EntryFilter {
  before?: number | undefined
  limit: number
  action?: string
  subject?: string
}

/** Entries before this number, newest first. */
export async function listAudit(store: Store, { before, limit, action, subject }: EntryFilter): Promise<AuditEntry[]> {
  let query = store.selectFrom('audit').selectAll().orderBy('seq', 'desc').limit(limit)
  if (before !== undefined) query = query.where('seq', '<', before)
  if (action !== undefined) query = query.where('action', '=', action)
  if (subject !== undefined) query = query.where('subject', '=', subject)
  return (await query.execute()).map(toEntry)
}

/** Computes the hash of every entry again. */
export async function verifyAudit(store: Store): Promise<AuditVerdict> {
  let entries = 0
  let head = beginning
  for (;;) {
    const rows = await store.selectFrom('audit').selectAll().where('seq', '>', entries).orderBy('seq').limit(atOnce).execute()
    for (const row of rows) {
      const entry = toEntry(row)
      if (entry.seq !== entries + 1 || entry.prev !== head || entry.hash !== hashOfEntry(entry)) return { entries, head, broken: entries + 1 }
      entries = entry.seq
      head = entry.hash
    }
    if (rows.length < atOnce) return { entries, head, broken: null }
  }
}

const toEntry = ({ reason, via, ...row }: AuditRow): AuditEntry => ({ ...row, via: via as AuditAction['via'], reason: reason ?? undefined })
