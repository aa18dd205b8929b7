/** One act in the audit log. */
export interface AuditEntry {
  seq: number
  at: string
  who: string
  via: 'token' | 'sign-on' | 'command'
  action: string
  subject: string
  reason: string | null
  /** SHA-256 over the entry and the hash of the entry before. */
  hash: string
}

/** A page of the audit log, newest first. `next`: the number to continue before, or null. */
export interface AuditPage {
  entries: AuditEntry[]
  next: number | null
}

/** Whether the log is as it was written. `broken`: the number of the first entry that is not. */
export interface AuditVerdict {
  entries: number
  head: string
  broken: number | null
}
