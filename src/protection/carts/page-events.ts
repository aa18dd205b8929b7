import type { Quote } from '../../contract/protection.ts'
import type { Cart } from './cart.ts'

/**
 * A cart that the page itself keeps: it sets the amount and its line by attribute and property, and makes the changes that our events name. The
 * line may be any value; if it is the quote of our event, it also contains the price that the shopper agreed to.
 */
export function createEventsCart(): Cart {
  /** Counts the orders that may have been made of the cart: the page has removed amount and line. */
  let order = 0
  return {
    async read({ amount, pickup, line }) {
      if (!amount && !line) order++
      const { token, price } = Object(line) as Partial<Quote>
      return { empty: false, order, shippable: (!pickup && amount) || null, lines: line ? [{ key: '', quantity: 1, token, price }] : [] }
    },
    watch() {},
  }
}
