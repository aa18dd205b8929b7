import type { Money } from '../../src/contract/money.ts'
import type { StoredJob } from '../jobs/job.ts'
import type { LineShare } from '../shop-admin/shop.ts'

/** The most that the proxy refunds of a line without a person: the sealed price of one piece, with its tax. */
export interface RefundBound {
  /** The id of the seal (`jti`), which allows one refund. */
  quote: string
  /** When it was sealed, in milliseconds. */
  sealedAt?: number
  /** In the shop's currency. */
  amount: Money
  /** In the customer's currency, if the line has an amount in it. */
  presented?: Money
}

/** A line, or part of a line, to refund; without a bound, a person refunds it. */
export interface RefundLine extends LineShare {
  bound?: RefundBound | undefined
  /** For the person who decides: the price of the quote on the line, if that does not bound the whole line. */
  sealed?: Money | undefined
}

/** A line that charges for protection. */
export interface ChargedLine extends RefundLine {
  /**
   * The price of the line in the customer's currency, before taxes and before discounts, which the merchant grants; absent if it equals
   * the paid amount.
   */
  asked?: Money
  /** The token on this line, if each line has its own. */
  token?: string
}

/**
 * What an order charges for protection: each line that charges for it, in full, minus what was refunded of it. The line that pays for the
 * order's quote stays; the platform refunds all others.
 */
export interface ProtectionPaid {
  lines: ChargedLine[]
}

/** A refund through the platform, for protection that does not exist or that the customer no longer wants. */
export interface PlatformRefund {
  order: string
  /** The reason, for people. */
  reason: string
  /** Empty if the report does not say which lines charged for protection. */
  lines: RefundLine[]
  /** Whether the service holds the order as protected by these lines, so that it needs a report afterwards. */
  tell: boolean
  /** These lines are the part beyond the bound; another job refunds the rest. A person decides about this one. */
  beyond?: true
}

/** Whether a job takes an order's protection off, and the order was not protected again after it. A person at the shop may have dropped the job. */
export const takesProtectionOff = (removal: StoredJob | undefined, addition: StoredJob | undefined): removal is StoredJob =>
  removal !== undefined && removal.state !== 'dropped' && !(addition?.state === 'delivered' && addition.seq > removal.seq)

/** Returns the newest of these refunds through the platform that takes the protection off. */
export const findRemoval = (refunds: readonly StoredJob[]): StoredJob | undefined => refunds.find(({ body }) => (JSON.parse(body) as PlatformRefund).tell)
