import { decimals, type Money } from '../../src/contract/money.ts'

/** Loyalty's decimal amount as money. Shifting the written number keeps 10.1 from becoming 1009.9999. */
export function toMoney(amount: number, currency: string): Money {
  const places = decimals(currency)
  const written = String(amount)
  return { cents: Math.round(written.includes('e') ? amount * 10 ** places : Number(`${written}e${places}`)), currency }
}

/** Money as loyalty's decimal amount. */
export const toDecimal = ({ cents, currency }: Money): number => cents / 10 ** decimals(currency)
