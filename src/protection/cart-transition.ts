import type { Quote } from '../contract/protection.ts'
import { sameMoney } from '../money.ts'
import type { CartContent, Change } from './carts/cart.ts'
import { consentIn, toConsent, withConsent, withoutConsent } from './consent.ts'
import { isHeld, isSold, leftOffline, off, type OfferState } from './offer-store.ts'
import { holds, reconcile, rightLine } from './reconcile.ts'

/** What happens once the cart is followed. Times are milliseconds since 1970. */
export type CartEvent =
  /** `afterInput`: the shopper has just done something, so the page may move. */
  | { type: 'cartRead'; content: CartContent; afterInput: boolean; now: number }
  /** The price of what the cart holds is known by now, or there is none. */
  | { type: 'priceCompared'; offline: boolean; now: number }
  /** The shop does not sell the variant of that quote, or not at the quoted price. */
  | { type: 'variantRefused'; quote: Quote }
  | { type: 'writeStarted' }
  /** The cart holds what it shall hold. */
  | { type: 'cartConfirmed'; now: number }
  /** The page's own cart did not make the change. `on`: the change was to add protection. */
  | { type: 'turnedDown'; on: boolean }
  /** A run of the loop ended without a failure. */
  | { type: 'cartFollowed' }

export function cartTransition(state: OfferState, event: CartEvent): OfferState {
  switch (event.type) {
    case 'cartRead':
      return readCart(state, event.content, event.afterInput, event.now)
    case 'priceCompared':
      return comparePrice(state, event.offline, event.now)
    case 'variantRefused':
      return { ...state, refused: [...(state.refused ?? []), event.quote.variant?.id] }
    case 'writeStarted':
      return { ...state, writing: true }
    case 'cartConfirmed':
      return confirmPrice(state, event.now)
    case 'turnedDown':
      return event.on ? { ...state, ...off, decided: true, sentBack: true, news: { message: 'taken' } } : { ...state, decided: state.sentBack }
    case 'cartFollowed':
      return state.failed ? { ...state, failed: false } : state
  }
}

/** Whether that is another cart than the one that the choice was made for. */
const isOther = ({ cartName }: OfferState, { empty, cart }: CartContent): boolean => empty || (!!cartName && cartName !== cart)

/** Whether the line may have been paid since the cart was read last: one token covers one order. */
export const mayBePaid = (state: OfferState, content: CartContent): boolean => isOther(state, content) || (content.order ?? 0) !== (state.cart?.order ?? 0)

/** When the shopper agreed, as far as is known. */
const agreedAt = ({ consent }: OfferState): string => consent?.at ?? ''

/** Follows what the cart shows, unless the shopper has just decided otherwise. */
function readCart(before: OfferState, content: CartContent, afterInput: boolean, now: number): OfferState {
  const { shippable, lines } = content
  // If there are several lines, one with the right terms shows best what the shopper agreed to.
  const right = rightLine(content, undefined, now)
  const line = right ?? lines[0]
  const present = !!line
  const agreedTo = line?.token ? consentIn(line.token) : undefined
  let state: OfferState = { ...before, decided: before.decided && present !== before.checked }
  // News of why it is off end with the price that they are about.
  const amount = before.cart?.shippable
  if (!state.checked && !(amount && shippable && sameMoney(amount, shippable))) state = { ...state, news: undefined }
  if (!shippable || (mayBePaid(before, content) && !state.pending)) state = { ...state, address: undefined, pending: false }
  const other = isOther(before, content)
  if (other) state = { ...state, ...off, decided: false, lost: false, limit: undefined }
  // After the shopper switched protection off, there is no agreed price. If there is one, protection went off by itself, and a line from
  // another tab stays.
  const isNews = !!agreedTo && agreedTo.at > agreedAt(state)
  if ((right || isNews) && !state.checked && state.agreed) state = { ...state, decided: false }
  // A line that other code added turns protection on, one that other code removed turns it off.
  if (!state.decided && present !== state.checked && (present || (!other && isHeld(before)))) {
    state = { ...state, checked: present, agreed: line?.price, limit: line?.price, consent: undefined, news: present ? undefined : { message: 'taken' } }
  }
  // What was agreed to in another tab, or on a page before.
  if (agreedTo && state.checked && !state.decided && agreedTo.at > agreedAt(state)) state = { ...state, consent: agreedTo }
  if (state.wasOn && !state.checked) state = { ...state, news: { message: 'taken' } }
  return {
    ...state,
    wasOn: false,
    writing: false,
    collapsed: !shippable && (state.collapsed || afterInput),
    cart: content,
    cartName: content.empty ? state.cartName : content.cart,
  }
}

/** Turns protection off if the shopper has to agree again, and adds a notice if the chosen protection is not available. */
function comparePrice(before: OfferState, offline: boolean, now: number): OfferState {
  let state = before
  const { quote, agreed } = state
  if (quote && state.checked && state.cart?.shippable) state = { ...state, variant: quote.variant?.id ?? state.variant }
  let bought = boughtQuote(state, now)
  // What the cart holds already was agreed to, be it in another tab.
  if (bought && !rightLine(state.cart!, bought, now) && exceeds(state, bought)) {
    state = { ...state, checked: false, decided: true, news: { message: 'raised', price: bought.price, old: agreed } }
    bought = undefined
  }
  if (!state.checked) return { ...state, lost: false }
  if (bought) return { ...state, sentBack: false, ...(state.lost && !state.failed && { news: undefined }) }
  if (isHeld(state)) return state
  return offline ? leftOffline(state) : { ...state, lost: true, news: { message: 'withdrawn' } }
}

/** Whether the shopper has to agree again at that price. After an outage, protection comes back by itself only at a price that they agreed to. */
function exceeds({ hint, lost, limit, agreed, consent }: OfferState, { price }: Quote): boolean {
  const most = lost ? agreed : (consent?.price ?? limit ?? agreed)
  if (!most) return !!lost
  const rise = hint.maxRise! >= 0 && hint.maxRise! <= 100 ? hint.maxRise! : 20
  return most.currency !== price.currency || price.cents > most.cents * (1 + (lost ? 0 : rise) / 100)
}

/** Adds a notice with the price, now that the cart is right, if the price is new to the shopper. */
function confirmPrice(state: OfferState, now: number): OfferState {
  const bought = boughtQuote(state, now)
  if (!bought) return state
  const { price } = bought
  const { agreed, lost } = state
  let { news } = state
  if (lost) news = { message: 'restored', price }
  else if (agreed && !sameMoney(agreed, price)) news = { message: 'changed', price, old: agreed }
  return { ...state, news, lost: false, limit: state.limit ?? agreed ?? price, agreed: price }
}

/** What the cart shall hold, with the record of the consent. Undefined unless the shopper wants it and it covers exactly what ships. */
export function boughtQuote(state: OfferState, now: number): Quote | undefined {
  const { checked, quote, cart, consent } = state
  if (!checked || !quote || !cart || !isSold(state, quote) || !holds(quote, cart.shippable, now)) return undefined
  return consent ? { ...quote, token: withConsent(quote.token, toConsent(consent)) } : quote
}

/** What makes the cart right. */
export function changesFor(state: OfferState, now: number): Change[] {
  const { checked, quote, cart } = state
  return cart ? reconcile(cart, checked && (!quote || isSold(state, quote)), boughtQuote(state, now), now) : []
}

/** Whether the cart, where protection is on, holds a line for the quote at another price than quoted. */
export const isSoldAtOtherPrice = ({ checked, quote, cart }: OfferState): boolean =>
  !!(checked && quote && cart?.shippable) &&
  cart.lines.some(({ token, price }) => token && price && withoutConsent(token) === quote.token && !sameMoney(price, quote.price))
