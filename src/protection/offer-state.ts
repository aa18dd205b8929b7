import type { Consent, Quote } from '../contract/protection.ts'
import type { messages as en } from '../i18n/english/protection.ts'
import type { FirstMessages, Speaker } from '../i18n/localize.ts'
import type { Money } from '../money.ts'
import type { Asked } from './quote.ts'

/** Who keeps a cart: Shopify's Ajax cart, a form that is sent, or the page itself by our events. */
export type CartKind = 'shopify' | 'form' | 'events'

/** An element that shows the offer. */
export interface OfferHost extends Speaker {
  name?: string
}

/** What an element's attributes and properties say. */
export interface Hint {
  /** The worth of what ships. */
  amount?: Money
  /** How many protection lines the cart holds; the cart may go unread for now where that is "0". */
  lines?: string
  /** The protection line that the page says its own cart holds. */
  line?: unknown
  /** The shopper collects what they buy, so nothing ships. */
  pickup?: boolean
  /** How much dearer than agreed it may get before the shopper is asked again, in percent. */
  maxRise?: number
  asked?: Asked
}

/** The texts that the offer has from the start. */
export type ProtectionWords = FirstMessages<typeof en, 'protection'>

/** What was on show when the shopper switched it on. */
export interface Agreement {
  /** Milliseconds since 1970. */
  at: number
  price: Money
  words: ProtectionWords
  lang: string
  /** The element, whose slots may hold words of the shop's. */
  host: Element & Pick<Speaker, 'messages'>
}

/** What is known of the offer of a page, and what those do who make the cart follow it. */
export interface OfferState {
  readonly proxy: string
  readonly kind: CartKind

  /** What the page said last. */
  readonly hint: Hint

  /** The question to the proxy that stands; another question is another promise. */
  answer?: Promise<Quote>

  /** What that question is about. */
  question?: string

  /** The answer, or the one before it while that question is open. */
  quote?: Quote

  /** Whether that question is open. */
  pending: boolean

  /** Whether the shopper wants protection. */
  checked: boolean

  /** The shopper has decided, and the cart does not show it yet. */
  decided: boolean

  /** The cart did not take what the shopper chose. */
  failed: boolean

  /** The price that was on show when the shopper agreed, or that they have seen since. */
  agreed?: Money

  /** What the shopper saw when they agreed on this page. */
  agreement?: Agreement

  /** The record of what the shopper agreed to, here or on an earlier page. */
  consent?: Consent

  /** A form was brought back in which protection was on. */
  wasOn: boolean

  /** What is to be announced. */
  news?: (words: ProtectionWords, lang: string) => string

  /** Whether that quote may be shown and chosen. */
  offers(quote: Quote): boolean

  /** Whether this kind of cart can hold a line for that quote. */
  sells(quote: Quote): boolean

  /** Asks for the price of that amount, unless it is known or asked for already; the newest question wins. One that failed is asked `again`. */
  ask(amount: Money, again?: boolean): void

  /** Gives the question up that is open or waits for a newer one: nothing ships any more. */
  drop(): void

  /** A cart that does not follow the shopper's choice can be offered nothing. */
  fail(error: unknown): void

  /** Tells the page, once for each question, that there is no offer, and tries again calmly where that may help. */
  stepAside(error: unknown): void

  /** Each event is told once, however many elements show the offer. */
  emit(event: Event): void

  /** Has every element show what is known now. */
  show(): void
}
