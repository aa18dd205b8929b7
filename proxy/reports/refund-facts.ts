import type { Money } from '../../src/contract/money.ts'
import type { OrderInput } from '../upstream/protection.ts'
import type { RefundLine } from './protection-payment.ts'

/*
 * Facts that prevent a second refund of the same money. They outlive the jobs, which are deleted 7 days after they are done.
 */

/** The name of the fact that says which order has spent a sealed quote. */
export const quoteFact = (jti: string) => `quote:${jti}`

/** The order that has spent a sealed quote, under `quote:JTI`. */
export interface QuoteFacts {
  order: string
}

/** The name of the fact that says which refund a sealed quote pays for. It pays for one: of an excess payment, or of the payment for its protection. */
export const quoteRefundFact = (jti: string) => `quote-refund:${jti}`

/** The name under which an earlier version stored which removal a sealed quote pays for, besides its refund. */
export const quoteRemovalFact = (jti: string) => `quote-removal:${jti}`

/** The refund that a sealed quote pays for; written before the call to the shop, and again when the shop has done it. */
export interface QuoteRefundFacts {
  /** The subject of its job. */
  refund: string
  /** The id of its job, under the field name that stores have; absent if an earlier version wrote this. */
  work?: string
  /** The lines that the shop has refunded, and the id of its refund. */
  done?: { id: string; lines: RefundLine[] }
}

/** The name of the fact that stores what the proxy itself has given back of an order's protection. */
export const givenBackFact = (order: string) => `given-back:${order}`

/** What the proxy has given back of each line that charged for protection, by the subject of the refund. The platform may show only its sum. */
export type GivenBackFacts = Record<string, { id: string; cents: number }[]>

/** The name of the fact that the price of an order's protection was given back. The fact is deleted when the order is protected again. */
export const protectionOffFact = (order: string) => `protection-off:${order}`

/** What was given back for protection, whether or not the service accepts its report; no lines if the shop gave it back, and not the proxy. */
export interface ProtectionOffFacts {
  lines: RefundLine[]
}

/** The name of the fact that stores the platform's last statement about an order's payment. */
export const paymentFact = (order: string) => `payment:${order}`

/** The platform's last statement about the payment of an order with a sealed quote. */
export interface PaymentFacts {
  /** When the platform changed the order, in milliseconds. */
  version: number
  /** `unknown`: the platform uses a word that the proxy does not know. */
  status: OrderInput['financial_status'] | 'partially_paid' | 'unknown'
  /** The remaining quantity of each line that lost some of it, by the line's id. */
  left: Record<string, number>
  /** The amount that was refunded without naming a line; absent if there is none. */
  unassigned?: Money
}

/**
 * Whether a statement about a payment is older than the stored one. A platform may date its states only to the second. Within one second,
 * an order does not become unpaid again after it was paid, and not paid again after it was fully refunded.
 */
export function isPaymentOutdated(said: PaymentFacts, kept: PaymentFacts): boolean {
  if (said.version !== kept.version) return said.version < kept.version
  if (said.status === 'pending') return kept.status !== 'pending'
  if (said.status === 'partially_paid') return kept.status !== 'pending' && kept.status !== 'partially_paid'
  return said.status === 'paid' && kept.status === 'refunded'
}

/** Whether two refunds return the same amounts of the same lines. */
export const areSameLines = (some: readonly RefundLine[], others: readonly RefundLine[]) => textOf(some) === textOf(others)

const textOf = (lines: readonly RefundLine[]) => JSON.stringify(lines.map(({ id, quantity, amount }) => [id, quantity, amount.cents, amount.currency]))
