import { decimals, type Money } from './contract/money.ts'

export { decimals, type Money }

/** Money as people of that language write it. */
export function formatMoney({ cents, currency }: Money, lang?: string): string {
  return new Intl.NumberFormat(lang, { style: 'currency', currency }).format(cents / 10 ** decimals(currency))
}

export const sameMoney = (a: Money, b: Money) => a.cents === b.cents && a.currency === b.currency
