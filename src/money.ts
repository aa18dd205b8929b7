import { decimals, sameMoney, type Money } from './contract/money.ts'

export { decimals, sameMoney, type Money }

/** Formats money for a language. */
export function formatMoney({ cents, currency }: Money, lang?: string): string {
  const units = cents / 10 ** decimals(currency)
  // Engines round currencies that people write without decimals. The charged amount must stay exact.
  const minimumFractionDigits = units % 1 ? decimals(currency) : undefined
  // In right-to-left text, a final currency sign would move to the other side of its letters ("US$"; UAX 9, N1 and N2).
  return new Intl.NumberFormat(lang, { style: 'currency', currency, minimumFractionDigits }).format(units).replace(/^\u200f.*/, '$&\u200e')
}
