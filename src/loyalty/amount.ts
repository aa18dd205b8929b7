import { decimals, type Money } from '../money.ts'

/** The amount that somebody typed in that currency; undefined where it is none. Digits are counted, never calculated with fractions. */
export function parseAmount(text: string, currency: string): Money | undefined {
  const places = decimals(currency)
  const plain = text
    .normalize('NFKC')
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/[٫،,]/, '.')
    .replace(currency, '')
    .replace(/[\s\p{Sc}]/gu, '')
  const [, whole = '', fraction = ''] = /^(\d{0,12})(?:\.(\d*))?$/.exec(plain) ?? []
  if (!(whole + fraction) || fraction.length > places) return undefined
  return { cents: Number(whole + fraction.padEnd(places, '0')), currency }
}

/** An amount as one types it in that language. */
export const typedAmount = ({ cents, currency }: Money, lang: string) => {
  const places = decimals(currency)
  return new Intl.NumberFormat(lang, { minimumFractionDigits: places, useGrouping: false }).format(cents / 10 ** places)
}
