import type { Cart } from './cart.ts'

/** The field that has the token, unless the element's `name` says otherwise. */
const defaultName = 'protection_quote'

/**
 * A cart that is sent with a form: the page tells the amount by attributes, and what was chosen travels in the form's fields. A backend
 * charges what the proxy says of the token, never what the other fields say.
 */
export function createFormCart(): Cart {
  let order = 0
  let looked = () => {}
  const sent = (event: Event) => {
    order++
    // A page that sends it itself goes on, maybe to the next order.
    setTimeout(() => event.defaultPrevented && looked())
  }
  return {
    // Whatever else the page says, the fields are all that there is: only the shopper switches it on.
    async read({ amount, pickup }) {
      return { empty: false, order, shippable: (!pickup && amount) || null, lines: [] }
    },

    watch(changed) {
      looked = changed
    },

    carry(internals, bought, name = defaultName) {
      internals.form?.addEventListener('submit', sent)
      if (!bought) return internals.setFormValue(null)
      const { token, price, amount } = bought
      const values = { '': token, _price_cents: price.cents, _amount_cents: amount.cents, _currency: price.currency }
      const fields = new FormData()
      for (const [suffix, value] of Object.entries(values)) fields.set(name + suffix, String(value))
      // The state is what a browser gives back to a page that it opens again; it says that protection was on, and no price or token.
      internals.setFormValue(fields, 'on')
    },
  }
}
