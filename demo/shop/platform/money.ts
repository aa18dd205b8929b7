import { currency } from '../catalogue.ts'

/** Formats cents as the platform writes amounts: `24.00`. */
export const toAmount = (cents: number) => (cents / 100).toFixed(2)

/** Formats cents in the shop’s currency and in the customer’s, which are the same here. */
export function toMoneySet(cents: number) {
  const money = { amount: toAmount(cents), currency_code: currency }
  return { shop_money: money, presentment_money: money }
}

/** Formats a time as the platform does, in whole seconds. */
export const toTime = (date: Date) => date.toISOString().replace(/\.\d+Z$/, '+00:00')

/** Returns the platform’s global id of a numbered object. */
export const toGid = (kind: string, id: string) => `gid://shopify/${kind}/${id}`
