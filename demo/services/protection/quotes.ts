import { randomBytes } from 'node:crypto'
import type { Money } from '../../../src/contract/money.schema.ts'
import product from '../../protection-product.json' with { type: 'json' }
import type { World } from '../world.ts'
import { Failure } from '../failure.ts'
import type { ProtectionState, Quote } from './state.ts'

const { currency, first_variant_id, lowest_cents, highest_cents, step_cents } = product

/** Computes the price: 2.5 %, rounded up to the next step (A66). */
export function priceOf(amount: Money): Money {
  if (amount.cents <= 0) throw new Failure(422, 'Amount insured must be greater than 0')
  const stepped = Math.ceil((amount.cents * 25) / (1000 * step_cents)) * step_cents
  if (stepped > highest_cents) throw new Failure(422, 'Amount insured is more than can be protected')
  return { cents: Math.max(stepped, lowest_cents), currency: amount.currency }
}

/** Quotes an amount and stores the quote. The oldest quotes are deleted when there are too many, and can then no longer be spent. */
export function quote({ state: { quotes }, clock, options: { quotesRemembered = 100_000 } }: World, amount: Money) {
  const price = priceOf(amount)
  const id = `quote_${randomBytes(8).toString('hex')}`
  // The token contains characters that break in any place where it is not encoded (A67).
  const token = `$pq$1$${randomBytes(96).toString('base64')}/+${randomBytes(16).toString('base64')}`
  quotes.set(token, { id, token, amount, price, shop_order_id: null, created_at: clock.now().toISOString() })
  // Deletes many at once: finding the oldest takes longer, the more have been deleted before it.
  if (quotes.size > quotesRemembered * 1.01) for (const oldest of [...quotes.keys()].slice(0, quotes.size - quotesRemembered)) quotes.delete(oldest)
  return {
    id,
    token,
    price,
    // The shop sells one variant for each price, in its own currency only.
    ...(price.currency === currency && { variant: { id: first_variant_id + price.cents, sku: `PROTECT-${price.cents}` } }),
  }
}

/** Returns the quote with that token if no order has spent it; otherwise the reason why it cannot be spent (A67). */
export function unspentQuote({ quotes, spentQuotes }: ProtectionState, token: string): Quote | string {
  return quotes.get(token) ?? (spentQuotes.has(token) ? 'Purchased quote token has already been used' : 'Purchased quote token is invalid')
}

/** Marks a quote as spent by an order. */
export function spend({ quotes, spentQuotes }: ProtectionState, quote: Quote, shopOrderId: string) {
  quotes.delete(quote.token)
  spentQuotes.set(quote.token, { ...quote, shop_order_id: shopOrderId })
}
