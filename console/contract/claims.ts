import type { Money } from '../../src/contract/money.ts'

/** A line of a claim beside the same line of the order. */
export interface ClaimLine {
  id: string
  /** The name of the product; null if it is not known. */
  name: string | null
  /** The amount or quantity that the claim requests for the line. */
  asked: { quantity: number | null; amount: Money | null }
  /** The line as it stands in the reports of the order; null if the order has no such line. */
  order: { quantity: number; paid: Money; shipped: number; refunded_quantity: number; refunded: Money } | null
  /** What is left of the line for this claim; null if the line is not in the order. */
  left: { quantity: number; amount: Money } | null
}

/** What the proxy knows of the order of a claim. */
export interface ClaimOrder {
  id: string
  number: string
  financial_status: string
  /** Whether the protection service holds the order as protected; null if the proxy does not know. */
  protected: boolean | null
  paid: Money
  refunded: Money
  /** What is left of the whole order for this claim. */
  left: Money
}

/** A claim as the person sees it who decides. */
export interface Claim {
  key: string
  /** `failed`: it was approved, and the shop could not do it. */
  state: 'awaiting' | 'open' | 'resolved' | 'failed' | 'refused' | 'outside' | 'erased'
  resolution: 'refund' | 'reorder' | 'store_credit'
  amount: Money | null
  raised_at: string
  settled_at: string | null
  decided_by: string | null
  /** Why a person refused the claim, or why the shop could not do it. */
  reason: string | null
  /** The reason that a person gave for the approval; null if none was given. */
  approval: string | null
  lines: ClaimLine[]
  /** Null if the proxy does not know the order, or the order was erased. */
  order: ClaimOrder | null
  /** The id of the order, known or not. */
  order_id: string
  /** Other claims of the order. */
  earlier: { key: string; state: string; amount: Money | null; raised_at: string }[]
  /** Why the claim cannot be approved; empty if it is within its bounds. */
  faults: string[]
  /** The reasons for a close look before the claim is approved, such as protection that was refunded. */
  doubts: string[]
  /** The job that resolves it. */
  job: string | null
}

/** A page of claims. `next`: the key to continue after, or null. */
export interface ClaimPage {
  claims: Claim[]
  next: string | null
}
