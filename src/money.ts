import { decimals, sameMoney, type Money } from './contract/money.ts'

export { decimals, sameMoney, type Money }

/** Money as people of that language write it. */
export function formatMoney({ cents, currency }: Money, lang?: string): string {
  const units = cents / 10 ** decimals(currency)
  // Where people write no decimals, engines would round what is charged to the last one.
  const minimumFractionDigits = units % 1 ? decimals(currency) : undefined
  // Where it runs from right to left, a sign that ends it would leave the letters before it ("US$") for their other side (UAX 9, N1 and N2).
  return new Intl.NumberFormat(lang, { style: 'currency', currency, minimumFractionDigits }).format(units).replace(/^\u200f.*/, '$&\u200e')
}
