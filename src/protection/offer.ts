import type { ResponseError } from '../contract/client.ts'
import type { Quote } from '../contract/protection.ts'
import type { ProtectionFirstWords, ProtectionWords } from '../messages/en/protection.ts'
import type { Money } from '../money.ts'
import { ProtectionQuotedEvent, ProtectionUnavailableEvent } from './events.ts'
import type { Keeping } from './keeping.ts'
import { askQuote, type Asked } from './quotes.ts'

/** An element that shows the offer. */
export interface OfferHost extends HTMLElement {
  name?: string
  requestUpdate(): void
}

/** What an element's attributes and properties say. */
export interface Hint {
  /** The worth of what ships. */
  amount?: Money
  /** How many protection lines the cart holds; the cart may go unread for now where that is "0". */
  lines?: string
  /** The protection line that the page says its own cart holds. */
  line?: unknown
  asked?: Asked
}

const offers = new Map<string, Offer>()

/** The one offer of this page for that proxy and kind of cart; it outlives the elements that show it. */
export function offerOf(proxy: string, isShopify: boolean): Offer {
  const key = proxy + isShopify
  return offers.get(key) ?? offers.set(key, new Offer(proxy, isShopify)).get(key)!
}

/** The price and the shopper's choice. What makes the cart follow them is fetched when it is needed. */
export class Offer {
  /** Who shows it. */
  readonly hosts = new Set<OfferHost>()

  /** What the page said last. */
  hint: Hint = {}

  /** The question to the proxy that stands; another question is another promise. */
  answer?: Promise<Quote>

  /** What that question is about. */
  question?: string

  /** Whether the shopper wants protection. */
  checked = false

  /** The shopper has decided, and the cart does not show it yet. */
  decided = false

  /** The cart did not take what the shopper chose. */
  failed = false

  /** The price that was on show when the shopper agreed, or that they have seen since. */
  agreed?: Money

  /** What is to be announced. */
  news?: (words: ProtectionFirstWords & Partial<ProtectionWords>, lang: string) => string

  /** Makes the cart follow, once it is there. */
  keeping?: Keeping

  /** Milliseconds until the next try, should this one fail. */
  calm = 5_000

  #superseded?: AbortController
  /** The question of which the page knows that it has no answer. */
  #unanswered?: string = ''
  #timer?: ReturnType<typeof setTimeout>

  constructor(
    readonly proxy: string,
    readonly isShopify: boolean,
  ) {
    // A page that comes back becomes visible, be it out of the browser's memory.
    for (const name of ['pointerdown', 'keydown', 'focus', 'online', 'visibilitychange']) window.addEventListener(name, this.wake)
    const { subscribe } = window as { subscribe?(name: string, heard: () => void): void }
    subscribe?.('cart-update', () => this.wake())
    // Scripts change carts too, maybe before this one was there.
    new PerformanceObserver((list) => {
      if (list.getEntries().some(({ name }) => /\/cart\/(add|change|update|clear)\b/.test(name))) this.wake()
    }).observe({ type: 'resource', buffered: true })
  }

  /** Takes the first sign that somebody does something, here or elsewhere. */
  wake = (sign?: Event): void => {
    if (!this.keeping) this.check(sign)
  }

  /** Takes what an element says. Before the cart was read it is enough to ask for a price. */
  take(hint: Hint): void {
    const { amount, lines, asked } = (this.hint = hint)
    if (!this.keeping && amount) this.ask(amount, asked)
    if (this.keeping || !amount || lines !== '0') this.check()
  }

  /** Asks for the price of another amount, unless it is known; the newest question wins. */
  ask(amount: Money, asked?: Asked, known?: Quote): void {
    const question = amount.cents + amount.currency
    if (question === this.question) return
    this.question = question
    this.#superseded?.abort()
    this.#superseded = new AbortController()
    this.answer = known ? Promise.resolve(known) : askQuote(this.proxy, amount, this.#superseded.signal, asked)
    this.answer.then(
      (quote) => {
        this.#unanswered = ''
        this.emit(new ProtectionQuotedEvent(quote))
      },
      (error: unknown) => this.stepAside(error),
    )
    this.show()
  }

  /** The shopper's own decision, at the price on show. */
  choose(checked: boolean, price?: Money): void {
    this.checked = checked
    this.decided = true
    this.agreed = price
    this.news = undefined
    this.show()
    this.check()
  }

  /** Whether that quote may be shown and chosen. */
  offers(quote: Quote): boolean {
    return !this.failed && this.sells(quote) && this.keeping?.offers(quote) !== false
  }

  /** Whether this kind of cart can hold a line for that quote. */
  sells(quote: Quote): boolean {
    return !this.isShopify || !!quote.variant
  }

  /** Reads the cart and makes it right; any number of calls end in one run. */
  check(sign?: Event): void {
    if (this.keeping) return this.keeping.check()
    import('./keeping.ts').then(
      ({ Keeping }) => (this.keeping ??= new Keeping(this, sign)).check(),
      (error: unknown) => this.fail(error),
    )
  }

  /** A cart that does not follow the shopper's choice can be offered nothing. */
  fail(error: unknown): void {
    this.failed = this.checked || this.decided
    if (this.checked && !this.keeping?.held) this.news = ({ withdrawn }) => withdrawn
    this.stepAside(error)
  }

  /** Tells the page, once for each question, that there is no offer, and tries again calmly where that may help. */
  stepAside(error: unknown): void {
    const { status = 503, problem = { code: 'upstream-unavailable', detail: String(error) } } = error as Partial<ResponseError>
    // The same question would get the same refusal, until the cart changes.
    if (status >= 500 || status === 429) {
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => this.check(), this.calm)
      this.calm = Math.min(this.calm * 2, 60_000)
    }
    if (this.#unanswered !== this.question) {
      this.#unanswered = this.question
      console.warn('<storefront-protection> steps aside:', error)
      this.emit(new ProtectionUnavailableEvent(problem))
    }
    this.show()
  }

  /** Each event is told once, however many elements show the offer. */
  emit(event: Event): void {
    const [host] = this.hosts
    host?.dispatchEvent(event)
  }

  show(): void {
    for (const host of this.hosts) host.requestUpdate()
  }
}
