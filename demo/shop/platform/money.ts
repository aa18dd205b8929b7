import { currency } from '../catalogue.ts'

/** Cents as the platform writes amounts: `24.00`. */
export const toAmount = (cents: number) => (cents / 100).toFixed(2)

/** Cents in the shop's currency and in the customer's, which here is the same. */
export function toMoneySet(cents: number) {
  const money = { amount: toAmount(cents), currency_code: currency }
  return { shop_money: money, presentment_money: money }
}

/** A moment as the platform writes it, in whole seconds. */
export const toTime = (date: Date) => date.toISOString().replace(/\.\d+Z$/, '+00:00')

/** What the platform calls a thing beside its number. */
export const toGid = (kind: string, id: string) => `gid://shopify/${kind}/${id}`
