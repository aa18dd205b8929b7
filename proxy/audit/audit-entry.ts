import { createHash } from 'node:crypto'

/** Something that a person does: it is written down in the commit that does it. */
export interface AuditAction {
  /** Who does it: the name of a token, of single sign-on, or of the account on the machine. */
  who: string
  /** How the person signed in: with a token or by single sign-on at the console, or as an account that runs a command. */
  via: 'token' | 'sign-on' | 'command'
  /** What is done: `claim.approve`, `claim.refuse`, `report.retry`, `report.drop`, `figures.export` … */
  action: string
  /** What it is done to: the key of a claim, the id of a report. */
  subject: string
  /** The reason that the person gave. */
  reason?: string | undefined
}

/** Who does something, and why. */
export type Person = Pick<AuditAction, 'who' | 'via' | 'reason'>

/** An action in the audit log. */
export interface AuditEntry extends AuditAction {
  /** 1 for the first entry; no number is left out. */
  seq: number
  /** Milliseconds since 1970. */
  at: number
  /** The hash of the entry before; that of the first entry is {@link beginning}. */
  prev: string
  /** SHA-256 over the entry and the hash of the entry before, in hex. */
  hash: string
}

/** What stands in the place of the hash before the first entry. */
export const beginning = '0'.repeat(64)

/** The hash of an entry. A changed, removed, added or moved entry changes the hash of every entry after it. */
export const hashOfEntry = ({ seq, at, who, via, action, subject, reason, prev }: Omit<AuditEntry, 'hash'>) =>
  createHash('sha256')
    .update(JSON.stringify([prev, seq, at, who, via, action, subject, reason ?? null]))
    .digest('hex')

/** The result of a check of the whole log. `broken`: the number of the first entry that is not as it was written. */
export interface AuditVerdict {
  entries: number
  /** The hash of the last entry. Kept elsewhere, it also proves that no entry was removed at the end. */
  head: string
  broken: number | null
}
