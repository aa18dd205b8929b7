import type { Money } from '../../src/contract/money.ts'
import type { OrderInput } from '../upstream/protection.ts'
import type { RefundLine } from './report-kinds.ts'

/*
 * What is remembered so that no money is given back twice. It outlives the jobs, which are deleted 7 days after they are done.
 */

/** Under which name it is kept which order has spent a sealed quote. */
export const quoteFact = (jti: string) => `quote:${jti}`

/** Which order has spent a sealed quote, under `quote:JTI`. */
export interface QuoteFacts {
  order: string
}

/** Under which name it is kept which refund a sealed quote pays for: one, whether of what was paid too much or of what paid for its protection. */
export const quoteRefundFact = (jti: string) => `quote-refund:${jti}`

/** Under which name an earlier version kept which removal a sealed quote pays for, beside its refund. */
export const quoteRemovalFact = (jti: string) => `quote-removal:${jti}`

/** Which refund a sealed quote pays for; written before the shop is asked, and again once the shop has done it. */
export interface QuoteRefundFacts {
  /** The subject of its job. */
  refund: string
  /** The id of its job, under the name that stores have for it; absent where an earlier version wrote this. */
  work?: string
  /** What the shop has given back, and the id of its refund. */
  done?: { id: string; lines: RefundLine[] }
}

/** Under which name it is kept what the platform said last of an order's payment. */
export const paymentFact = (order: string) => `payment:${order}`

/** What the platform said last of the payment of an order that carries a sealed quote. */
export interface PaymentFacts {
  /** When the platform changed the order, in milliseconds. */
  version: number
  /** `unknown`: the platform has a word for it that is not known here. */
  status: OrderInput['financial_status'] | 'partially_paid' | 'unknown'
  /** How many are left of each line of which some are gone, by its id. */
  left: Record<string, number>
  /** What was given back without saying of which line; absent where nothing was. */
  unassigned?: Money
}

/**
 * Whether what the platform says of a payment is older than what is kept, as far as that can be known of one second, which is all that a platform
 * may date its states by: within it an order is not unpaid again once it was paid, and not paid again once all of it was given back.
 */
export function isPaymentOutrun(said: PaymentFacts, kept: PaymentFacts): boolean {
  if (said.version !== kept.version) return said.version < kept.version
  if (said.status === 'pending') return kept.status !== 'pending'
  if (said.status === 'partially_paid') return kept.status !== 'pending' && kept.status !== 'partially_paid'
  return said.status === 'paid' && kept.status === 'refunded'
}

/** Whether two refunds give back the same of the same lines. */
export const areSameLines = (some: readonly RefundLine[], others: readonly RefundLine[]) => textOf(some) === textOf(others)

const textOf = (lines: readonly RefundLine[]) => JSON.stringify(lines.map(({ id, quantity, amount }) => [id, quantity, amount.cents, amount.currency]))
