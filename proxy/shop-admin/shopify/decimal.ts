import { unknownOutcome } from '../shop-answers.ts'
import { decimals, type Money } from '../../../src/contract/money.ts'

/** Formats an amount for the platform: `12.30`, with as many places as the currency has. */
export function toDecimal({ cents, currency }: Money): string {
  const places = decimals(currency)
  const digits = String(cents).padStart(places + 1, '0')
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
}

/** Converts the platform's amount to smallest units, from any number of places; parses its digits, because 1.1 × 100 is not 110. */
export function toCents({ amount, currencyCode }: { amount: string; currencyCode: string }): number {
  const places = decimals(currencyCode)
  const [, sign = '', whole, fraction = ''] = /^(-?)(\d{1,15})(?:\.(\d*))?$/.exec(amount) ?? []
  if (whole === undefined || /[1-9]/.test(fraction.slice(places))) throw unknownOutcome(`sent an amount that is not possible in ${currencyCode}: ${amount}`)
  return Number(sign + whole + fraction.slice(0, places).padEnd(places, '0'))
}
