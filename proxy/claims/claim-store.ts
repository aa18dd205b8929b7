import type { Job } from '../jobs/job.ts'

/** What the protection service was, or will be, answered. */
export interface ClaimReply {
  status: number
  /** JSON, as text. */
  body: string
}

/** A claim as it stands. Times in milliseconds since 1970. */
export interface KeptClaim {
  /** `<operation>/<claim id>`. */
  key: string
  order: string
  /** Of what was asked for, so that the same claim with other contents is known. */
  hash: string
  /** In the words of whoever resolves claims. */
  state: string
  /** JSON, as text. */
  request: string
  reply: ClaimReply | null
  /** JSON, as text: what it comes to. */
  amount: string | null
  createdAt: number
  settledAt: number | null
  decidedBy: string | null
  /** The job that resolves it. */
  job: string | null
}

/** A claim that was not seen before, with the job that resolves it where that may begin at once. */
export interface NewClaim {
  key: string
  order: string
  hash: string
  state: string
  request: string
  amount?: string | null
  /** What is answered for now; it counts as settled then. */
  reply?: ClaimReply
  job?: Job | undefined
}

/** What becomes of a claim; what is absent stays as it is. */
export interface ClaimChange {
  key: string
  /** Only where it is in one of these states. */
  from?: readonly string[]
  state: string
  /** What was asked for, where that is something else now, or need not be known in full any more. */
  request?: string
  hash?: string
  /** Null takes away what was answered. */
  reply?: ClaimReply | null
  amount?: string | null
  decidedBy?: string
  /** Whether nothing more will happen to it: its `settledAt` is set, or taken away. */
  settled?: boolean
}

/** Which claims to show, newest first. */
export interface ClaimFilter {
  states?: readonly string[]
  /** At most this many; 50 if absent. */
  limit?: number
  /** Goes on behind the claim of this key. */
  after?: string
}

/** The claims that the store keeps. Rejects as the {@link Queue} does when the store is full, locked or out of reach. */
export interface Claims {
  /** Keeps a claim under a key that has none, with its job in the same commit; `opened` is false where there was one, which is answered as it is. */
  openClaim(claim: NewClaim): Promise<{ claim: KeptClaim; opened: boolean }>
  findClaim(key: string): Promise<KeptClaim | undefined>
  /** All claims of an order, oldest first. */
  claimsOf(order: string): Promise<KeptClaim[]>
  listClaims(filter: ClaimFilter): Promise<KeptClaim[]>
  /** Changes it if it is in one of these states, with what has to be done next in the same commit; answers how it stands then. */
  decideClaim(change: ClaimChange & { job?: Job | undefined }): Promise<{ claim: KeptClaim | undefined; changed: boolean }>
}
