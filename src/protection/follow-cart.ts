// What an offer needs once it follows the cart, in one file that is loaded with the shopper's first action.
import { messages as notices } from '../i18n/english/protection-notices.ts'
import { CartSync } from './cart-sync.ts'
import { cartWordOf } from './cart-word.ts'
import { updateHost } from './host-update.ts'
import { noteInput } from './input.ts'
import type { OfferStore } from './offer-store.ts'
import type { QuoteRequests } from './quote-requests.ts'

/** Follows the cart. `sign`: what the shopper did first. */
export function followCart(store: OfferStore, quotes: QuoteRequests, emit: (event: Event) => void, sign?: Event) {
  if (sign) noteInput(sign)
  const sync = new CartSync(store, quotes, emit)
  return {
    /** The English texts about what becomes of the shopper's choice. */
    notices,
    cartWordOf,
    check: () => sync.check(),
    checkSoon: () => sync.checkSoon(),
    updateHost: (host: HTMLElement & { name?: string }, internals: ElementInternals) => updateHost(host, internals, store, sync.cart),
  }
}
