import type { Quote } from '../contract/protection.ts'
import { sameMoney, type Money } from '../money.ts'
import type { CartContent, Change, ProtectionLine } from './carts/cart.ts'
import { withoutConsent } from './consent.ts'
import { isFresh } from './quote.ts'

/** Whether a quote is for that very amount and still holds. */
export const holds = (quote: Pick<Quote, 'amount' | 'expires_at'> | undefined, amount: Money | null, now?: number): boolean =>
  !!quote && !!amount && sameMoney(quote.amount, amount) && isFresh(quote, now)

/**
 * The line that protects what the cart holds now, if there is one: bought once, for a quote of this very amount that holds, at that
 * quote's price. With a quote that has been seen since, at that one's price.
 */
export function rightLine({ shippable, lines }: CartContent, quote?: Quote, now?: number): ProtectionLine | undefined {
  const current = holds(quote, shippable, now) ? quote : undefined
  const right = lines.filter(({ token, terms, price, recurring }) => {
    const bought = token && (withoutConsent(token) === current?.token ? current : terms)
    const priced = price && bought && sameMoney(price, bought.price) && sameMoney(price, (current ?? bought).price)
    return priced && !recurring && holds(bought, shippable, now)
  })
  return right.find(({ quantity }) => quantity === 1) ?? right[0]
}

/**
 * What leads to the one right cart: exactly one protection line of quantity 1 if the shopper wants it, something ships, and a quote of that
 * very amount holds; otherwise none. An earlier quote's line is as good while what it was bought for stands in the cart, and outlives the
 * loss of the service. A right cart needs no changes.
 */
export function reconcile(content: CartContent, wanted: boolean, quote: Quote | undefined, now?: number): Change[] {
  const kept = wanted ? rightLine(content, quote, now) : undefined
  const repairs = content.lines.flatMap(({ key, quantity }): Change[] => {
    if (key !== kept?.key) return [{ key, quantity: 0 }]
    return quantity === 1 ? [] : [{ key, quantity: 1 }]
  })
  return wanted && quote && !kept && holds(quote, content.shippable, now) ? [...repairs, { add: quote }] : repairs
}
