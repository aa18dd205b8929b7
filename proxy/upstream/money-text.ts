import { decimals, type Money } from '../../src/money.ts'

/** Formats money for commands and notes, "12.34 USD": exact, with as many decimal places as its currency has. */
export function toMoneyText({ cents, currency }: Money): string {
  const places = placesOf(currency)
  const digits = String(Math.abs(cents)).padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places)
  return `${cents < 0 ? '-' : ''}${whole}${places > 0 ? `.${digits.slice(-places)}` : ''} ${currency}`
}

/** Parses "12.34 USD"; returns the fault of a text that is not money. */
export function readMoney(text: string): Money | string {
  const [, sign = '', whole, fraction = '', currency] = /^(-?)(\d{1,15})(?:\.(\d{1,15}))? ([A-Z]{3})$/.exec(text.trim()) ?? []
  if (whole === undefined || currency === undefined) return 'needs an amount and a currency, such as "12.34 USD"'
  const places = placesOf(currency)
  if (fraction.length > places) return `has more than the ${places} decimal places of ${currency}`
  const cents = Number(whole + fraction.padEnd(places, '0'))
  if (!Number.isSafeInteger(cents)) return 'is larger than any amount here'
  return { cents: sign && cents !== 0 ? -cents : cents, currency }
}

function placesOf(currency: string): number {
  try {
    return decimals(currency)
  } catch {
    return 2 // An amount is shown even if the service sent an unknown currency.
  }
}

/** Whether a value is money, without other fields. */
export const isMoney = (value: unknown): value is Money =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).length === 2 &&
  Number.isSafeInteger((value as Partial<Money>).cents) &&
  typeof (value as Partial<Money>).currency === 'string'
