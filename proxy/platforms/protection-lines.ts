import type { Money } from '../../src/contract/money.ts'
import { readToken } from '../reports/consent.ts'
import type { Quotes, SealedQuote } from '../identity/sealed-quotes.ts'
import { refundJobs } from '../reports/refund-jobs.ts'
import type { ChargedLine, RefundBound } from '../reports/protection-payment.ts'
import { shareOf } from './payload.ts'

/** Names of the line property, cart attribute or meta field that holds the token of a quote; the cart's name may be private. */
export const tokenNames: ReadonlySet<string> = new Set(['_protection_quote', '__protection_quote', 'protection_quote'])

/** Opens the proxy's own quotes among the tokens of an order; other tokens are left out. */
export async function openQuotes(carried: readonly string[], quotes: Pick<Quotes, 'open'>): Promise<Map<string, SealedQuote>> {
  const opened = await Promise.all([...new Set(carried)].map(async (token) => [token, await quotes.open(readToken(token).token)] as const))
  return new Map(opened.filter((one): one is readonly [string, SealedQuote] => one[1] !== undefined))
}

/** The price of one piece of a line, and the tax that is not part of this price. */
export interface UnitCost {
  price: Money
  tax: number
}

/**
 * The most that the proxy refunds of a line without a person: the sealed price and its tax. Undefined if the quote is not in the customer's
 * currency, or was sealed before variants were sealed: then a person decides.
 */
export function boundOf({ jti, iat, price, variant }: SealedQuote, shop: UnitCost, presented: UnitCost = shop): RefundBound | undefined {
  if (variant === undefined || presented.price.currency !== price.currency) return undefined
  const most = price.cents + shareOf(presented.tax, price.cents, presented.price.cents)
  const isOneCurrency = shop.price.currency === price.currency
  return {
    quote: jti,
    sealedAt: iat * 1000,
    amount: isOneCurrency
      ? { ...price, cents: most }
      : { ...shop.price, cents: shareOf(shop.price.cents + shop.tax, most, presented.price.cents + presented.tax) },
    ...(presented !== shop && { presented: { ...price, cents: most } }),
  }
}

/** The jobs that refund what was paid to protect an order of which nothing ships. */
export const refundsWithoutGoods = (order: string, lines: readonly ChargedLine[]) =>
  refundJobs({ order, reason: 'protection was paid for an order of which nothing is shipped', tell: false }, lines)
