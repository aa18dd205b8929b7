import type { Cart } from './cart.ts'

/** A cart that the page itself keeps: it tells the amount by attributes, and hears by our events what to do. */
export const createPageCart = (): Cart => ({
  async read({ amount, line }) {
    return { empty: false, shippable: amount ?? null, lines: line ? [{ key: '', quantity: 1, price: { cents: 0, currency: '' } }] : [] }
  },
  watch() {},
})
