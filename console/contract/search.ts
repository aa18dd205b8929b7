import type { Money } from '../../src/contract/money.ts'
import type { Consent } from '../../src/contract/protection.ts'
import type { TrackedOrder } from '../../src/contract/tracking.ts'
import type { Claim } from './claims.ts'
import type { Report } from './reports.ts'

/** What the proxy has of an order. */
export interface FoundOrder {
  id: string
  /** Null if no report of it was delivered. */
  facts: {
    number: string
    financial_status: string
    protected: boolean | null
    /** Why it is not protected, though it was meant to be. */
    unprotected: string | null
    paid: Money
    refunded: Money
    lines: { id: string; name: string | null; quantity: number; paid: Money; shipped: number; refunded_quantity: number }[]
    customer: string | null
  } | null
  /** The shopper's consent, as long as the report that brought it is stored. */
  consent: Consent | null
  /** Newest first. */
  reports: Report[]
  claims: Claim[]
  /** Whether the proxy knows the buyer's e-mail address, so that a tracking link needs none. */
  knows_buyer: boolean
  /** When the data of the order were erased on request; null if they were not. */
  erased_at: string | null
}

/** What the loyalty service says about a member; no name, no address. */
export interface FoundMember {
  id: string
  status: string
  tier: string | null
  credits: Money | null
  joined_at: string | null
}

/** What a search has found: a report leads to its order. */
export interface Found {
  order: FoundOrder | null
  /** The id of another order, if what was searched for is the id of this order and the number of the other; null otherwise. */
  numbered: string | null
  report: Report | null
  member: FoundMember | null
}

/** An order as its buyer sees it, and the link that opens it. */
export interface ShopperView {
  url: string
  order: TrackedOrder
}
