import type { Money } from '../../src/contract/money.ts'
import { shareOf, type Part } from './payload.ts'

/** The shop's currency, or the customer's. */
export type Side = 'shop_money' | 'presentment_money'

/** An amount on one side: of `price_set` if there is one, otherwise of `price` in the order's only currency. */
export function amountOf(parent: Part, name: string, side: Side, currency: string): Money {
  const set = parent.at(`${name}_set`)
  if (!set.isObject()) return parent.at(name).money(currency)
  const money = set.at(side).isObject() ? set.at(side) : set.at('shop_money')
  return money.at('amount').money(money.at('currency_code').currency())
}

/** The amount under the first of these names that the payload has. */
export function firstAmountOf(parent: Part, names: readonly string[], side: Side, currency: string): Money {
  const there = names.find((name) => parent.at(`${name}_set`).isObject() || parent.at(name).text() !== undefined)
  return amountOf(parent, there ?? names[0]!, side, currency)
}

/** The sum of these parts on one side, in smallest units. */
export const sumOf = (parts: Part, name: string, side: Side, currency: string) =>
  parts.items().reduce((sum, one) => sum + amountOf(one, name, side, currency).cents, 0)

/**
 * The share of these lines in discounts of a fixed amount on the whole order
 * (https://shopify.dev/docs/api/admin-rest/latest/resources/order, `discount_applications`).
 */
export function fixedDiscountOf(order: Part, lines: readonly Part[], side: Side, currency: string): Money {
  const isShared = order
    .at('discount_applications')
    .items()
    .map((discount) => discount.at('value_type').text() === 'fixed_amount' && discount.at('target_selection').text() === 'all')
  const shares = lines
    .flatMap((line) => line.at('discount_allocations').items())
    .filter((share) => isShared[Number(share.at('discount_application_index').text())])
    .map((share) => amountOf(share, 'amount', side, currency))
  return { cents: shares.reduce((sum, { cents }) => sum + cents, 0), currency: shares[0]?.currency ?? currency }
}

/** The price of `quantity` pieces of a line, minus their share of its discounts, which cover all pieces that were ordered. */
export function lineTotalOf(line: Part, side: Side, currency: string, quantity = line.at('quantity').count(), ordered = quantity): Money {
  const price = amountOf(line, 'price', side, currency)
  return {
    cents: Math.max(0, price.cents * quantity - shareOf(sumOf(line.at('discount_allocations'), 'amount', side, currency), quantity, ordered)),
    currency: price.currency,
  }
}
