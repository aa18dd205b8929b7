import { unclear } from '../answers.ts'
import { decimals, type Money } from '../../../src/contract/money.ts'

/** An amount as the platform writes it: `12.30`, with as many places as the currency has. */
export function toDecimal({ cents, currency }: Money): string {
  const places = decimals(currency)
  const digits = String(cents).padStart(places + 1, '0')
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
}

/** The smallest units of an amount that the platform has written with any number of places; read by its digits, since 1.1 × 100 is not 110. */
export function toCents({ amount, currencyCode }: { amount: string; currencyCode: string }): number {
  const places = decimals(currencyCode)
  const [, sign = '', whole, fraction = ''] = /^(-?)(\d{1,15})(?:\.(\d*))?$/.exec(amount) ?? []
  if (whole === undefined || /[1-9]/.test(fraction.slice(places))) throw unclear(`says an amount that ${currencyCode} does not have: ${amount}`)
  return Number(sign + whole + fraction.slice(0, places).padEnd(places, '0'))
}
