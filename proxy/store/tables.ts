import type { Generated, Kysely, Transaction } from 'kysely'

/** The states of a job. `waiting`: it will be attempted; `held`: a person has to act first; `failed`: it is not attempted again unless a person requests it. */
export const jobStates = ['waiting', 'delivered', 'superseded', 'held', 'failed', 'dropped'] as const
/** One of the states that a job can be in. */
export type JobState = (typeof jobStates)[number]

/**
 * The state of a redemption. `reading`: the proxy reads the ledger first, and nothing was sent; `sending`: the request may have been sent;
 * `pending`: it was sent, and the result is not known yet; `failed`: it was refused, and took nothing; `unknown`: the result was not known by
 * its deadline.
 */
export type RedemptionState = 'reading' | 'sending' | 'pending' | 'settled' | 'failed' | 'unknown'

/**
 * The tables of the store, the same in both kinds. Times are milliseconds since 1970.
 *
 * Tables and columns keep the names of the first release, because an instance of an older version may still run on a store that was migrated. The
 * code has other names for some of them:
 *
 * - `work`: jobs. `lane`: ordering key. `rank`: priority. `doubtful`: in doubt. `jobs/job-row.ts` maps them.
 * - `lanes`: ordering keys with their leases. `lane`: ordering key.
 * - `deliveries.works`, `claims.work_id`: ids of jobs.
 * - `notices`: invalidations. `customer`: the key of the invalidation.
 * - `tries`: counts of failed attempts, for rate limits. `misses`: failed attempts.
 */
export interface Tables {
  work: JobTable
  lanes: OrderingKeysTable
  facts: { name: string; value: string; changed_at: number }
  deliveries: { key: string; works: string; arrived_at: number }
  notices: { seq: Generated<number>; topic: string; customer: string | null; noted_at: number }
  claims: ClaimsTable
  redemptions: RedemptionsTable
  /** Used proofs, by their digests, and when each expires anyway. */
  proofs: { name: string; until_at: number }
  /** The shop that the store belongs to: one row, with the id 1. */
  shop: { id: number; name: string }
  /** Customers whose sessions an operator has ended, and when. */
  revocations: { customer: string; revoked_at: number }
  /** Failed attempts, by the digest of what they are counted for, and until when they count. */
  tries: { name: string; misses: number; until_at: number }
  /** What people did: a chain of hashes, which the store itself lets nobody change. */
  audit: AuditTable
  /** Counts of events and sums of money by day. */
  figures: FiguresTable
}

interface JobTable {
  /** The order of arrival of the jobs. */
  seq: Generated<number>
  id: string
  kind: string
  lane: string
  rank: number
  subject: string
  order_id: string | null
  body: string
  /** The hash of the body. */
  hash: string
  /** The digest of kind, subject and body, if the same job is never done again; else null. */
  once: string | null
  state: JobState
  attempts: number
  /** 1 if an earlier attempt may have taken effect. */
  doubtful: number
  notes: string
  result: string
  /** The name that the job waits for; `missing_since`: when it was first found missing. */
  waits_for: string | null
  missing_since: number | null
  accepted_at: number
  /** The start of its deadline: when it was accepted, or last started again by a person or a repeat. */
  began_at: number
  due_at: number
  settled_at: number | null
  /** 1 if only a person may start it again; null if an older version wrote the row. */
  manual: number | null
  /** 1 if its body is kept after it is done; null if an older version wrote the row. */
  keeps_body: number | null
}

interface OrderingKeysTable {
  lane: string
  /** When its next job is due. */
  next_due: number
  /** 1 if it has a new job that was not attempted yet. */
  fresh: number
  /** The engine that runs it; null if none does. */
  owner: string | null
  /** When other engines may claim it. */
  lease_until: number
}

interface ClaimsTable {
  key: string
  order_id: string
  hash: string
  state: string
  request: string
  reply_status: number | null
  reply: string | null
  amount: string | null
  created_at: number
  settled_at: number | null
  decided_by: string | null
  work_id: string | null
}

interface AuditTable {
  seq: number
  at: number
  who: string
  via: string
  action: string
  subject: string
  reason: string | null
  prev: string
  hash: string
}

interface FiguresTable {
  /** UTC: `2026-11-22`. */
  day: string
  /** The language of the shopper, `de`; empty if it is not known. */
  lang: string
  name: string
  /** The currency of `cents`; empty for figures without money. */
  currency: string
  events: number
  cents: number
}

interface RedemptionsTable {
  id: string
  customer: string
  key: string
  fingerprint: string
  cents: number
  currency: string
  ledger_before: string
  state: RedemptionState
  requested_at: number
  /** When it becomes `unknown`, unless it is settled by then. */
  deadline: number
  /** By when the current step is done, or never will be. */
  step_until: number
  settled_at: number | null
  /** The ledger entry that it made. */
  movement: string | null
  code: string | null
  code_cents: number | null
}

/** The row of a job. */
export interface JobRow extends Omit<JobTable, 'seq'> {
  seq: number
}
/** The row of a claim. */
export type ClaimRow = ClaimsTable
/** The row of a redemption. */
export type RedemptionRow = RedemptionsTable

/** The row of an action in the audit log. */
export type AuditRow = AuditTable
/** A row of the figures. */
export type FigureRow = FiguresTable

/** A store, inside or outside a transaction. */
export type Store = Kysely<Tables>
/** A store, inside a transaction. */
export type Tx = Transaction<Tables>
