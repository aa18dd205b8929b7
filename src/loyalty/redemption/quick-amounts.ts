import { decimals, type Money } from '../../money.ts'

/** The three largest round amounts below a balance: 1, 2 or 5 times a power of ten, in whole units of the currency. */
export function quickAmounts({ cents, currency }: Money): Money[] {
  const round: Money[] = []
  for (let size = 10 ** decimals(currency); size < cents; size *= 10)
    for (const times of [1, 2, 5]) if (size * times < cents) round.push({ cents: size * times, currency })
  return round.slice(-3)
}

/** The amount that is offered first: the largest round one, if the cart is known one that it needs; else the whole balance. */
export function suggestedAmount(balance: Money, cart?: Money): Money {
  return quickAmounts(balance).findLast(({ cents }) => !cart || cents <= cart.cents) ?? balance
}
