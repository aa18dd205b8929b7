import type { OfferState } from './offer-store.ts'

/** The name of the text that says whether the cart has the protection. It is undefined until the cart is read. */
export type CartWord = 'notAdded' | 'added' | 'changing'

/** Returns the word about the cart that is true. */
export function cartWordOf({ cart, kind, decided, writing, pending, checked }: OfferState): CartWord | undefined {
  if (!cart) return undefined
  // A form has no lines that would show what was decided.
  if (writing || (decided && kind === 'shopify') || (pending && checked)) return 'changing'
  return checked ? 'added' : 'notAdded'
}
