import { Refusal } from '../../http/problems.ts'
import type { RedemptionState } from '../../store/tables.ts'

export type { RedemptionState }

/** The current state of a redemption. Times are in milliseconds since 1970. */
export interface StoredRedemption {
  id: string
  customer: string
  /** Hash of the request. It detects the same key with another amount. */
  fingerprint: string
  cents: number
  currency: string
  /** The ledger before anything was sent, as JSON. */
  before: string
  state: RedemptionState
  requestedAt: number
  settledAt: number | null
  /** The ledger entry that the redemption made. */
  movement: string | null
  /** The code that holds the redeemed credits, and its value in smallest units. */
  code: { code: string; cents: number } | null
}

/** A new redemption. */
export interface NewRedemption extends Pick<StoredRedemption, 'id' | 'customer' | 'fingerprint' | 'cents' | 'currency'> {
  /** The idempotency key that the shopper's browser sent. */
  key: string
  /** Milliseconds after which the outcome counts as unknown. */
  deadline: number
  /** Milliseconds that the next step may take; after that, its process counts as dead. */
  step: number
}

/** The new redemption, or the one of the same key. Otherwise what blocks it: another open redemption, or too many in the last day. */
export type Begun = { began: boolean; redemption: StoredRedemption } | { began: false; redemption: undefined; obstacle: 'open' | 'too many' }

/** The outcome of a redemption, read from its ledger. */
export interface RedemptionOutcome extends Pick<StoredRedemption, 'id' | 'code'> {
  movement: string
}

/** The redemptions of a member about which a ledger may say more. */
export interface Unfinished {
  /** Redemptions that may have been sent and have no outcome or no code, newest first; as many as a ledger is likely to show. */
  redemptions: StoredRedemption[]
  /** The ledger entries that settled other redemptions. */
  movements: string[]
}

/** The redemptions of the last day in the store. Rejects like the {@link Queue} when the store is full, locked or unavailable. */
export interface Redemptions {
  /** Stores a redemption under an unused key of the member, unless the member has another open one, or had too many. */
  beginRedemption(redemption: NewRedemption): Promise<Begun>
  /** Marks the redemption as possibly sent; false if its step has expired, and it must not be sent. */
  sendRedemption(sent: { id: string; before: string; step: number }): Promise<boolean>
  /** Marks the redemption as sent, whether or not a response came. */
  sentRedemption(id: string): Promise<void>
  /** Ends a redemption that was not sent, or was refused and took nothing: its key is free again. One that other calls may have seen becomes `failed`. */
  dropRedemption(id: string): Promise<void>
  /** Settles a redemption by a movement that settled no other, or adds the code that it made; returns the redemption after that. */
  settleRedemption(outcome: RedemptionOutcome): Promise<StoredRedemption | undefined>
  /** Finds a redemption by member and id, if it may have been sent. */
  findRedemption(customer: string, id: string): Promise<StoredRedemption | undefined>
  /** The redemptions of a member about which a ledger may say more. */
  unfinishedRedemptions(customer: string): Promise<Unfinished>
  /** A member's latest redemption, if it has failed, for as long as it could have been pending. */
  failedRedemption(customer: string): Promise<StoredRedemption | undefined>
}

/** The name of a customer in a store, which several shops may share. */
export const nameInStore = (shop: string, customer: string) => `${shop}/${customer}`

/** Whether a redemption has no outcome yet. */
export const isUnsettled = ({ state }: StoredRedemption) => state !== 'settled'

/** The words for a shopper whose redemption could not be stored. */
export const unsent = 'Nothing was redeemed: the store is unavailable. Retry in 5 seconds.'

/** The store's result; if the store fails, a refusal with words for the shopper. */
export async function stored<Value>(answer: Promise<Value>, otherwise: string): Promise<Value> {
  try {
    return await answer
  } catch (cause) {
    throw new Refusal('overloaded', otherwise, { retryAfter: 5, cause })
  }
}
