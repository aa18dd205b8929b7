import { decimals, type Money } from '../../src/contract/money.ts'
import { currencySchema } from '../../src/contract/money.schema.ts'
import { Refusal, serviceFails } from '../http/problems.ts'
import type { Decimal, MemberDto, MerchantDto } from '../upstream/loyalty.ts'

/** Converts loyalty's decimal amount to smallest units. Shifting the written number keeps 10.1 from becoming 1009.9999. */
export function toCents(amount: Decimal, currency: string): number {
  const places = decimals(currency)
  const written = String(amount)
  return Math.round(written.includes('e') ? Number(amount) * 10 ** places : Number(`${written}e${places}`))
}

/** Converts loyalty's decimal amount to money. Throws if it is too large for an exact number. */
export function toMoney(amount: Decimal, currency: string): Money {
  const cents = toCents(amount, currency)
  if (!Number.isSafeInteger(cents)) throw unusable('an amount is too large')
  return { cents, currency }
}

/** Converts money to loyalty's decimal amount. */
export const toDecimal = ({ cents, currency }: Money): number => cents / 10 ** decimals(currency)

/** Reads a currency code, in capitals; undefined if there is none. Throws if it is not a currency. */
export function readCurrency(written: string | null | undefined): string | undefined {
  const code = written?.trim().toUpperCase()
  if (!code) return undefined
  if (!currencySchema.safeParse(code).success) throw unusable('a currency code is not valid')
  return code
}

/** The currency of a member's credits: that of the member's record, or else the merchant's. */
export async function currencyOf({ currencyCode }: Pick<MemberDto, 'currencyCode'>, { merchant }: { merchant: () => Promise<MerchantDto> }): Promise<string> {
  const currency = readCurrency(currencyCode) ?? readCurrency((await merchant()).currency)
  if (currency) return currency
  throw unusable('neither the member nor the merchant has a currency')
}

const unusable = (why: string) => new Refusal('upstream-unavailable', serviceFails, { cause: new TypeError(why) })
