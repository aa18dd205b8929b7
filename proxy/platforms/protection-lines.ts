import type { Money } from '../../src/contract/money.ts'
import { readToken } from '../reports/consent.ts'
import type { Quotes, SealedQuote } from '../identity/sealed-quotes.ts'
import { refundJobs } from '../reports/refund-jobs.ts'
import type { ChargedLine, RefundBound } from '../reports/report-kinds.ts'
import { shareOf } from './payload.ts'

/** Names under which an order carries the token of a quote, as a line property, an attribute of the cart or a meta field; the cart's may be private. */
export const tokenNames: ReadonlySet<string> = new Set(['_protection_quote', '__protection_quote', 'protection_quote'])

/** Opens the quotes of ours among what an order carries as tokens; any other token is left out. */
export async function openQuotes(carried: readonly string[], quotes: Pick<Quotes, 'open'>): Promise<Map<string, SealedQuote>> {
  const opened = await Promise.all([...new Set(carried)].map(async (token) => [token, await quotes.open(readToken(token).token)] as const))
  return new Map(opened.filter((one): one is readonly [string, SealedQuote] => one[1] !== undefined))
}

/** What one of a line cost, and the tax on it that is not part of that price. */
export interface UnitCost {
  price: Money
  tax: number
}

/**
 * The most that a machine gives back of a line: the sealed price and the tax on it. None where the quote is in another currency than the
 * customer's, and none for a seal that was made before variants were sealed: a person decides then.
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

/** Gives back what was paid to protect an order of which nothing is shipped. */
export const withoutGoods = (order: string, lines: readonly ChargedLine[]) =>
  refundJobs({ order, reason: 'protection was paid for an order of which nothing is shipped', tell: false }, lines)
