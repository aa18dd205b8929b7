import type { Quote } from '../contract/protection.ts'
import { sameMoney, type Money } from '../money.ts'
import type { CartContent, Change, ProtectionLine } from './carts/cart.ts'

/** Whether a quote for that amount still holds, with a minute left to pay. */
export const holds = (quote: Pick<Quote, 'amount' | 'expires_at'> | undefined, amount: Money | null): boolean =>
  !!quote && !!amount && sameMoney(quote.amount, amount) && Date.parse(quote.expires_at) > Date.now() + 60_000

/**
 * What leads to the one right cart: exactly one protection line of quantity 1 if the shopper wants it, something ships, and a quote
 * of that very amount holds; otherwise none. A right cart needs no changes.
 */
export function reconcile({ shippable, lines }: CartContent, wanted: boolean, quote: Quote | undefined): Change[] {
  const current = quote && holds(quote, shippable) ? quote : undefined
  // An earlier quote's line is as good, and outlives the loss of the service, while what it was bought for stands in the cart.
  const isRight = ({ token, terms, price }: ProtectionLine) =>
    (!!token && token === current?.token) || (!!token && holds(terms, shippable)) ? !current || sameMoney(price, current.price) : false
  const kept = wanted ? lines.find(isRight) : undefined
  return [
    ...lines.flatMap(({ key, quantity }): Change[] => (key !== kept?.key ? [{ key, quantity: 0 }] : quantity === 1 ? [] : [{ key, quantity: 1 }])),
    ...(wanted && current && !kept ? [{ add: current }] : []),
  ]
}
