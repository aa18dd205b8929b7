import type { AuditAction } from '../audit/audit-entry.ts'
import type { Job } from '../jobs/job.ts'

/** The response that the protection service got, or will get. */
export interface ClaimReply {
  status: number
  /** JSON, as text. */
  body: string
}

/** The current state of a claim. Times are in milliseconds since 1970. */
export interface StoredClaim {
  /** `<resolution>/<claim id>`. */
  key: string
  order: string
  /** Hash of the request. It detects the same claim with other contents. */
  hash: string
  /** One of the states of the module that resolves claims. */
  state: string
  /** JSON, as text. */
  request: string
  reply: ClaimReply | null
  /** The amount of the claim: JSON, as text. */
  amount: string | null
  createdAt: number
  settledAt: number | null
  decidedBy: string | null
  /** The job that resolves it. */
  job: string | null
}

/** A new claim, with the job that resolves it if that may start at once. */
export interface NewClaim {
  key: string
  order: string
  hash: string
  state: string
  request: string
  amount?: string | null
  /** The response for now; a claim with a reply counts as settled. */
  reply?: ClaimReply
  job?: Job | undefined
}

/** A change to a claim; absent fields stay as they are. */
export interface ClaimChange {
  key: string
  /** Changes the claim only if it is in one of these states. */
  from?: readonly string[]
  state: string
  /** The new request, if it has changed or personal data was removed from it. */
  request?: string
  hash?: string
  /** Null removes the stored reply. */
  reply?: ClaimReply | null
  amount?: string | null
  decidedBy?: string
  /** True sets `settledAt`, because nothing more happens to the claim; false removes it. */
  settled?: boolean
}

/** A change to a claim with what follows from it: the next job, and the entry of the audit log if a person decided. */
export interface ClaimDecision extends ClaimChange {
  job?: Job | undefined
  audited?: AuditAction | undefined
}

/** What figures need of a claim. */
export type ClaimSummary = Pick<StoredClaim, 'state' | 'amount' | 'createdAt' | 'settledAt'>

/** Which claims to show, newest first. */
export interface ClaimFilter {
  states?: readonly string[]
  /** At most this many; 50 if absent. */
  limit?: number
  /** Continues after the claim of this key. */
  after?: string
}

/** The claims in the store. Rejects like the {@link Queue} when the store is full, locked or unavailable. */
export interface Claims {
  /** Stores a new claim and its job in one commit. If the key exists, `opened` is false and the stored claim is returned unchanged. */
  openClaim(claim: NewClaim): Promise<{ claim: StoredClaim; opened: boolean }>
  findClaim(key: string): Promise<StoredClaim | undefined>
  /** All claims of an order, oldest first. */
  claimsOf(order: string): Promise<StoredClaim[]>
  listClaims(filter: ClaimFilter): Promise<StoredClaim[]>
  /** Claims that were raised or settled between these times, in milliseconds since 1970: the first included, the second not. */
  claimsBetween(times: { from: number; to: number }): Promise<ClaimSummary[]>
  /**
   * Changes the claim if it is in one of the states in `from`; returns the claim after that. Its next job, and the action of the person who decided, are
   * stored in the same commit.
   */
  decideClaim(change: ClaimDecision): Promise<{ claim: StoredClaim | undefined; changed: boolean }>
}
