import type { OfferState } from './offer-store.ts'

/** What the cart holds, by the name of its text; undefined while the cart is not known. */
export type CartWord = 'notAdded' | 'added' | 'changing'

/** Returns the word about the cart that is true. */
export function cartWordOf({ cart, kind, decided, writing, pending, checked }: OfferState): CartWord | undefined {
  if (!cart) return undefined
  // A form has no lines that would show what was decided.
  if (writing || (decided && kind === 'shopify') || (pending && checked)) return 'changing'
  return checked ? 'added' : 'notAdded'
}
