import type { Generated, Kysely, Transaction } from 'kysely'

/** How far a job has come. `waiting`: it will be tried; `held`: somebody has to act first; `failed`: it will not be tried again unless asked to. */
export const jobStates = ['waiting', 'delivered', 'superseded', 'held', 'failed', 'dropped'] as const
/** One of the states that a job can be in. */
export type JobState = (typeof jobStates)[number]

/**
 * How far a redemption has come. `reading`: what the ledger is before it is being read, and nothing was sent; `sending`: it may be on its
 * way by now; `pending`: it was sent, and what came of it is not known yet; `failed`: it was refused, and took nothing; `unknown`: nor was
 * it known by its deadline.
 */
export type RedemptionState = 'reading' | 'sending' | 'pending' | 'settled' | 'failed' | 'unknown'

/** The tables of the store, the same in both kinds. Times are milliseconds since 1970. */
export interface Tables {
  work: JobTable
  lanes: LanesTable
  facts: { name: string; value: string; changed_at: number }
  deliveries: { key: string; works: string; arrived_at: number }
  notices: { seq: Generated<number>; topic: string; customer: string | null; noted_at: number }
  claims: ClaimsTable
  redemptions: RedemptionsTable
  /** Proofs that were used, by their digests, and when they are too old anyway. */
  proofs: { name: string; until_at: number }
  /** Whose store it is: one row, with the id 1. */
  shop: { id: number; name: string }
  /** Whose sessions were ended, and when. */
  revocations: { customer: string; revoked_at: number }
  /** Look-ups that missed, by the digest of whose they were, and until when they count. */
  tries: { name: string; misses: number; until_at: number }
}

interface JobTable {
  /** The order in which jobs came. */
  seq: Generated<number>
  id: string
  kind: string
  lane: string
  rank: number
  subject: string
  order_id: string | null
  body: string
  /** Of the body. */
  hash: string
  /** Of kind, subject and body, where the same is never done again. */
  once: string | null
  state: JobState
  attempts: number
  /** 1 where an earlier try may have taken effect. */
  doubtful: number
  notes: string
  result: string
  /** What it cannot be done without, and since when that is known not to be there. */
  waits_for: string | null
  missing_since: number | null
  accepted_at: number
  /** From when its deadline counts: since it was accepted, or since a person had it tried again. */
  began_at: number
  due_at: number
  settled_at: number | null
  /** 1 where only a person has it done anew; null where a version before wrote the row. */
  manual: number | null
  /** 1 where its body is kept once it is done; null where a version before wrote the row. */
  keeps_body: number | null
}

interface LanesTable {
  lane: string
  /** When its next job is due. */
  next_due: number
  /** 1 where something has come that was not tried yet. */
  fresh: number
  /** Who works it; none where nobody does. */
  owner: string | null
  /** When others may take it over. */
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
  /** When it is called unknown, unless it is settled by then. */
  deadline: number
  /** When the step under way has been done, or never will be. */
  step_until: number
  settled_at: number | null
  /** The entry of the ledger that it made. */
  movement: string | null
  code: string | null
  code_cents: number | null
}

/** A job as it lies in the store. */
export interface JobRow extends Omit<JobTable, 'seq'> {
  seq: number
}
/** A claim as it lies in the store. */
export type ClaimRow = ClaimsTable
/** A redemption as it lies in the store. */
export type RedemptionRow = RedemptionsTable

/** The store, inside or outside of a transaction. */
export type Store = Kysely<Tables>
/** The store, inside of a transaction. */
export type Within = Transaction<Tables>
