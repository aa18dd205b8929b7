import type { Money } from '../../src/contract/money.ts'
import type { Part } from './payload.ts'

/** Reads the amounts of an order. WooCommerce has one currency per order. */
export interface Amounts {
  currency: string
  /** An amount as it is written. */
  money(part: Part): Money
  /** The price of a line for its whole quantity, after discounts. It includes tax if the order says that its prices do. */
  total(line: Part): Money
  /** The same before discounts. */
  undiscounted(line: Part): Money
  /** The sum of the totals of these lines. */
  sum(lines: Part[]): Money
}

/** Creates the reader for an order. */
export function createAmounts(order: Part): Amounts {
  const currency = order.at('currency').currency()
  const money = (part: Part): Money => part.money(currency)
  const amountOf = (line: Part, name: string): Money => {
    const withTax = order.at('prices_include_tax').flag() && line.at(`${name}_tax`).text() !== undefined
    return { cents: money(line.at(name)).cents + (withTax ? money(line.at(`${name}_tax`)).cents : 0), currency }
  }
  const total = (line: Part) => amountOf(line, 'total')
  return {
    currency,
    money,
    total,
    undiscounted: (line) => amountOf(line, line.at('subtotal').text() === undefined ? 'total' : 'subtotal'),
    sum: (lines) => ({ cents: lines.reduce((cents, line) => cents + total(line).cents, 0), currency }),
  }
}
