import type { OfferState } from './offer-store.ts'

/** Which of the words about the cart is true, by its place: not added, added, or being changed. None while the cart is not known. */
export function placeOfWord({ cart, kind, decided, writing, pending, checked }: OfferState): number | undefined {
  if (!cart) return undefined
  // A form has no lines that would show what was decided.
  if (writing || (decided && kind === 'shopify') || (pending && checked)) return 2
  return Number(checked)
}
