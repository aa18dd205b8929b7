import { decimals } from '../../../src/contract/money.ts'

/** Caches decimals: an `Intl` call takes longer than the rest of a booking. */
const known = new Map<string, number>()

const placesOf = (currency: string) => {
  const places = known.get(currency) ?? decimals(currency)
  known.set(currency, places)
  return places
}

/** Rounds the amount to whole coins of the currency: binary sums of decimal amounts drift, and there is no half yen. */
export function toAmount(amount: number, currency: string): number {
  if (Number.isInteger(amount)) return amount
  const coins = 10 ** placesOf(currency)
  return Math.round(Number((amount * coins).toPrecision(15))) / coins
}
