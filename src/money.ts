import { decimals, sameMoney, type Money } from './contract/money.ts'

export { decimals, sameMoney, type Money }

/** Money as people of that language write it. */
export function formatMoney({ cents, currency }: Money, lang?: string): string {
  return new Intl.NumberFormat(lang, { style: 'currency', currency }).format(cents / 10 ** decimals(currency))
}
