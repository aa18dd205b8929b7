import type { RedemptionState } from '../../store/tables.ts'

export type { RedemptionState }

/** A redemption as it stands. Times in milliseconds since 1970. */
export interface KeptRedemption {
  id: string
  customer: string
  /** Of what was asked for, so that the same key with another amount is known. */
  fingerprint: string
  cents: number
  currency: string
  /** What the ledger was before anything was sent, as JSON. */
  before: string
  state: RedemptionState
  requestedAt: number
  settledAt: number | null
  /** The entry of the ledger that it made. */
  movement: string | null
  /** The code that holds what was redeemed, and what it is worth in smallest units. */
  code: { code: string; cents: number } | null
}

/** A redemption that is asked for. */
export interface NewRedemption extends Pick<KeptRedemption, 'id' | 'customer' | 'fingerprint' | 'cents' | 'currency'> {
  /** As the shopper's browser named it. */
  key: string
  /** Milliseconds after which its outcome is called unknown. */
  deadline: number
  /** Milliseconds that the next step may take; a process that has not done it by then has died. */
  step: number
}

/** What became of beginning one: the new one, or the one of the same key; otherwise what is in its way, another that is open, or too many of the last day. */
export type Begun = { began: boolean; redemption: KeptRedemption } | { began: false; redemption: undefined; obstacle: 'open' | 'too many' }

/** What is known of a redemption by its ledger. */
export interface RedemptionOutcome extends Pick<KeptRedemption, 'id' | 'code'> {
  movement: string
}

/** What of a member's redemptions a ledger may tell more of. */
export interface Unfinished {
  /** Those that may have been sent, and have no outcome or no code, newest first; as many as a ledger is likely to show. */
  redemptions: KeptRedemption[]
  /** The entries of the ledger by which others are settled. */
  movements: string[]
}

/** The redemptions that the store keeps for a day. Rejects as the {@link Queue} does when the store is full, locked or out of reach. */
export interface Redemptions {
  /** Keeps it under a key of the member's that was not used, unless another of theirs is open, or they had too many. */
  beginRedemption(redemption: NewRedemption): Promise<Begun>
  /** From now on it may have been sent; false where it took too long to get here, and must not be. */
  sendRedemption(sent: { id: string; before: string; step: number }): Promise<boolean>
  /** It was sent, whether or not an answer came. */
  sentRedemption(id: string): Promise<void>
  /** It was not sent, or was refused, and took nothing: its key may be used again. One that others may have seen on its way has failed. */
  dropRedemption(id: string): Promise<void>
  /** Settles one that is not, by a movement that settled no other, or adds the code that it has made; answers how it stands then. */
  settleRedemption(outcome: RedemptionOutcome): Promise<KeptRedemption | undefined>
  /** The one of that member and id, if it may have been sent. */
  findRedemption(customer: string, id: string): Promise<KeptRedemption | undefined>
  /** Those of a member that a ledger may tell more of. */
  unfinishedRedemptions(customer: string): Promise<Unfinished>
  /** A member's latest, where that has failed, for as long as it could have been pending. */
  failedRedemption(customer: string): Promise<KeptRedemption | undefined>
}
