import type { Quote } from '../../contract/protection.ts'
import type { Cart } from './cart.ts'

/**
 * A cart that the page itself keeps: it tells the amount and its line by attribute and property, and hears by our events what to do. The
 * line may be anything; one that is the quote that the page was handed tells what was agreed to as well.
 */
export function createEventsCart(): Cart {
  /** Where there is neither an amount nor a line any more, an order may have been made of it. */
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
