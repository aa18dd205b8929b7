import { decimals, type Money } from '../../src/contract/money.ts'
import { Refusal } from '../problems.ts'
import type { MemberDto } from '../upstream/loyalty.ts'
import type { LoyaltyClients } from '../upstream/services.ts'

/** Loyalty's decimal amount as money. Shifting the written number keeps 10.1 from becoming 1009.9999. */
export function toMoney(amount: number, currency: string): Money {
  const places = decimals(currency)
  const written = String(amount)
  return { cents: Math.round(written.includes('e') ? amount * 10 ** places : Number(`${written}e${places}`)), currency }
}

/** Money as loyalty's decimal amount. */
export const toDecimal = ({ cents, currency }: Money): number => cents / 10 ** decimals(currency)

/** The currency of a member's credits: what their record says, or else the merchant's. */
export async function currencyOf({ currencyCode }: MemberDto, { admin }: LoyaltyClients): Promise<string> {
  const currency = currencyCode ?? (await admin.getMerchant({})).currency
  if (currency) return currency
  throw new Refusal('upstream-unavailable', 'The service cannot be used right now. Try again in a while.', {
    cause: new TypeError('neither the member nor the merchant has a currency'),
  })
}
