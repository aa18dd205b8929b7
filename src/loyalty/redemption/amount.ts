import { decimals, type Money } from '../../money.ts'
import type { AmountFault } from '../membership/redemption-state.ts'

/** The amount that somebody typed, in the currency of their credits, or what is wrong with it. Digits are counted, never calculated with fractions. */
export function parseAmount(text: string, currency: string, lang: string): Money | AmountFault {
  const places = decimals(currency)
  const plain = withoutGroups(withoutCurrency(clean(text), currency, lang), places, lang)
  // A sign or a code (ISO 4217) that is still there is another's.
  if (/\d/.test(plain) && /\p{Sc}|^[a-z]{3}[-−\d]|\d[a-z]{3}$/iu.test(plain)) return 'otherCurrency'
  const [, minus, whole = '', fraction = ''] = /^([-−]?)(\d{0,12})(?:[.,](\d*))?$/.exec(plain) ?? []
  const digits = whole + fraction
  if (!digits) return 'notAmount'
  if (minus || !Number(digits)) return 'tooLittle'
  if (fraction.replace(/0+$/, '').length > places) return 'tooFine'
  return { cents: Number(whole + fraction.slice(0, places).padEnd(places, '0')), currency }
}

/** An amount as one types it in that language. */
export const typedAmount = ({ cents, currency }: Money, lang: string) => {
  const places = decimals(currency)
  return new Intl.NumberFormat(lang, { minimumFractionDigits: places, useGrouping: false }).format(cents / 10 ** places)
}

/** Without what is only seen: spaces, marks of direction, other scripts' digits and separators. */
const clean = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[\s\p{Cf}]/gu, '')
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/[٫،]/g, ',')
    .replace(/٬/g, '')
    .replace(/’/g, "'")

/** Without what the language writes for that currency. */
function withoutCurrency(text: string, currency: string, lang: string): string {
  for (const currencyDisplay of ['code', 'symbol', 'narrowSymbol'] as const) {
    const sign = partOf(lang, { style: 'currency', currency, currencyDisplay }, 'currency')
    const at = text.toUpperCase().indexOf(sign.toUpperCase())
    if (sign && at >= 0) return text.slice(0, at) + text.slice(at + sign.length)
  }
  return text
}

/** Without the signs that group thousands in that language; where a fraction may be as long as a group, it is taken for one. */
function withoutGroups(text: string, places: number, lang: string): string {
  const group = partOf(lang, {}, 'group')
  const [whole = '', ...fraction] = text.split(partOf(lang, {}, 'decimal'))
  const isGrouped = places < 3 && group && fraction.length < 2 && /^[-−]?\d{1,3}([.,']\d{3})+$/.test(whole) && whole.includes(group)
  return isGrouped ? [whole.replaceAll(group, ''), ...fraction].join('.') : text
}

const partOf = (lang: string, options: Intl.NumberFormatOptions, type: 'currency' | 'decimal' | 'group') =>
  clean(new Intl.NumberFormat(lang, options).formatToParts(1234567.5).find((part) => part.type === type)?.value ?? '')
