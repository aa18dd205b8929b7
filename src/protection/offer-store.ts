import type { Consent, Quote } from '../contract/protection.ts'
import type { messages as notices } from '../i18n/english/protection-notices.ts'
import type { messages as en } from '../i18n/english/protection.ts'
import type { Money } from '../money.ts'
import type { Store } from '../page/store.ts'
import type { CartContent } from './carts/cart.ts'
import type { Agreement } from './consent.ts'
import { isFresh } from './quote.ts'

/** Who keeps a cart: Shopify's Ajax cart, a form that is sent, or the page itself by our events. */
export type CartKind = 'shopify' | 'form' | 'events'

/** What an element's attributes and properties say. */
export interface Hint {
  /** The worth of what ships. */
  amount?: Money
  /** How many protection lines the cart holds. If it is "0", the cart need not be read yet. */
  lines?: string
  /** The protection line that the page says its own cart holds. */
  line?: unknown
  /** The shopper collects what they buy, so nothing ships. */
  pickup?: boolean
  /** By how many percent the price may rise after the consent before the shopper has to agree again. */
  maxRise?: number
}

/** A message to the shopper, by its name among the texts, with the prices that it names. */
export interface News {
  message: keyof typeof en | Exclude<keyof typeof notices, 'wording'>
  price?: Money
  old?: Money
}

/** Everything that is known of a page's offer. */
export interface OfferState {
  readonly proxy: string
  readonly kind: CartKind
  readonly hint: Hint

  /** The address of the newest request for a price. Undefined while nothing ships, and when the answer must not be used again. */
  readonly address?: string
  /** Whether that request is open. */
  readonly pending: boolean
  /** Whether a price was ever answered or refused. Before, its place is kept free. */
  readonly answered?: boolean
  /** Its answer, or the answer before it while it is open. */
  readonly quote?: Quote

  /** Whether the shopper wants protection. */
  readonly checked: boolean
  /** The shopper has decided against it on this page. */
  readonly declined?: boolean
  /** The shopper has decided, and the cart does not show it yet. */
  readonly decided?: boolean
  /** The price that was on show when the shopper agreed, or that they have seen since. */
  readonly agreed?: Money
  /** What the shopper agreed to, on this page or on an earlier one. */
  readonly consent?: Agreement | Consent
  /** The browser restored a form in which protection was on. */
  readonly wasOn?: boolean
  readonly news?: News

  /** The cart could not be read, or did not take what the shopper chose. */
  readonly failed?: boolean
  /** The element shows that the chosen protection is not available. */
  readonly lost?: boolean

  /** The cart, as last read. */
  readonly cart?: CartContent
  /** The name of the cart that the choice was made for. */
  readonly cartName?: string
  /** A change to the cart is on its way, so the cart as last read says nothing about our line. */
  readonly writing?: boolean
  /** The price of our line when it was first read, if the line has no record of the consent. */
  readonly limit?: Money
  /** The variant of the last quote. It identifies our line even if the line has lost its properties. */
  readonly variant?: number | string
  /** Variants that the shop sells at another price than quoted, or not at all. */
  readonly refused?: readonly unknown[]
  /** The page reported that its cart did not take protection. The next event asks the page to remove it, in case that it did. */
  readonly sentBack?: boolean
  /** The element takes no height any more. Only an action of the shopper may cause that. */
  readonly collapsed?: boolean
}

/** What happens before the cart is read. What happens afterwards: `cart-transition.ts`. */
export type OfferEvent =
  | { type: 'hinted'; hint: Hint }
  | { type: 'quoteRequested'; address: string }
  | { type: 'quoted'; address: string; quote: Quote }
  | { type: 'quoteFailed' }
  /** The shopper decided, at the price and texts on the screen. */
  | { type: 'switched'; checked: boolean; declined?: boolean; agreement?: Agreement }
  /** The browser restored a form. The shopper has not decided anything. */
  | { type: 'formRestored'; wasOn: boolean }
  /** `offline`: the shopper has no connection. */
  | { type: 'cartFailed'; offline: boolean }
  | { type: 'announced'; news: News }

/** Holds the state of an offer. */
export type OfferStore = Store<OfferState, OfferEvent>

export const initialState = (proxy: string, kind: CartKind): OfferState => ({ proxy, kind, hint: {}, pending: false, checked: false })

export function transition(state: OfferState, event: OfferEvent): OfferState {
  switch (event.type) {
    case 'hinted':
      return { ...state, hint: event.hint }
    case 'quoteRequested':
      return { ...state, address: event.address, pending: true }
    case 'quoted':
      return { ...state, address: event.address, quote: event.quote, pending: false, answered: true }
    case 'quoteFailed':
      return { ...state, quote: undefined, pending: false, answered: true }
    case 'switched': {
      const { checked, agreement } = event
      return { ...state, checked, declined: event.declined, decided: true, consent: agreement, agreed: agreement?.price, news: undefined }
    }
    case 'formRestored':
      return { ...state, wasOn: event.wasOn }
    case 'cartFailed': {
      const lost = state.checked && !isHeld(state)
      // What cannot be done without a connection is not made up for later, when the shopper may have gone on without it.
      if (lost && event.offline) return leftOffline(state)
      return { ...state, failed: state.checked || state.decided, ...(lost && { lost, news: { message: 'withdrawn' } }) }
    }
    case 'announced':
      return { ...state, news: event.news }
  }
}

/** Off, without a price that was agreed to. */
export const off = { checked: false, declined: false, agreed: undefined, consent: undefined } as const

/** Off until the shopper says yes again, since there was no connection when they did. */
export const leftOffline = (state: OfferState): OfferState => ({ ...state, ...off, decided: false, writing: false, lost: false, news: { message: 'offline' } })

/** Whether the cart holds protection, as far as is known. */
export const isHeld = ({ cart, writing }: OfferState): boolean => !writing && !!cart?.lines.length

/** Whether the cart can hold a line for that quote. */
export const isSold = ({ kind, refused }: OfferState, { variant }: Quote): boolean => kind !== 'shopify' || (!!variant && !refused?.includes(variant.id))

/** The quote that may be shown and chosen, if there is one. A cart that does not follow the shopper's choice can be offered nothing. */
export function shownQuote(state: OfferState): Quote | undefined {
  const { quote, failed, cart } = state
  return quote && !failed && isSold(state, quote) && cart?.shippable !== null ? quote : undefined
}

/** Whether the price at that address has to be requested. A request that failed is repeated only if `again` is set. */
export const needsQuote = ({ address, pending, quote }: OfferState, wanted: string, again: boolean, now: number): boolean =>
  address !== wanted || !(pending || (quote ? isFresh(quote, now) : !again))
