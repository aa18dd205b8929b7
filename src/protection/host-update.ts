import type { Cart } from './carts/cart.ts'
import { boughtQuote } from './cart-transition.ts'
import { actAsControl } from './form-control.ts'
import { shownQuote, type OfferStore } from './offer-store.ts'

/** Updates what the template of an element cannot say: the room that it takes, the fields of its form, and the focus. */
export function updateHost(host: HTMLElement & { name?: string }, internals: ElementInternals, store: OfferStore, cart: Cart): void {
  const bought = () => (shownQuote(store.state) ? boughtQuote(store.state, Date.now()) : undefined)
  host.toggleAttribute('collapsed', !!store.state.collapsed)
  actAsControl(host, internals, () => bought()?.token ?? '')
  cart.carry?.(internals, bought(), host.name)
  keepFocus(host.shadowRoot!, !!shownQuote(store.state))
}

/** Browsers take the focus from what they hide. So the status has it until the switch is back, unless the shopper moves it. */
function keepFocus(root: ShadowRoot, isOffered: boolean): void {
  const control = root.querySelector<HTMLElement>('input, [aria-pressed]')!
  const status = root.querySelector<HTMLElement>('[role=status]')!
  const [from, to] = isOffered ? [status, control] : [control, status]
  if (root.activeElement === from) {
    status.tabIndex = -1
    to.focus()
  }
  if (isOffered) status.removeAttribute('tabindex')
}
