import type { ResponseError } from '../contract/client.ts'
import type { Consent, Quote } from '../contract/protection.ts'
import type { Money } from '../money.ts'
import { retryImport } from '../page/lazy.ts'
import { ProtectionQuotedEvent, ProtectionUnavailableEvent } from './events.ts'
import type { CartSync } from './cart-sync.ts'
import type { Agreement, CartKind, Hint, OfferHost, OfferState, ProtectionWords } from './offer-state.ts'
import { addressOf, askQuote, isFresh, remembered, type Asked } from './quote.ts'

const offers = new Map<string, Offer>()

/** The one offer of this page for that proxy and kind of cart; it outlives the elements that show it. */
export function offerOf(proxy: string, kind: CartKind): Offer {
  // One with a slash at its end is the same.
  const key = proxy.replace(/\/$/, '') + kind
  return offers.get(key) ?? offers.set(key, new Offer(proxy, kind)).get(key)!
}

/** The price and the shopper's choice; what each field means: `OfferState`. What makes the cart follow them is fetched when it is needed. */
export class Offer implements OfferState {
  /** Who shows it. */
  readonly hosts = new Set<OfferHost>()
  hint: Hint = {}
  answer?: Promise<Quote>
  question?: string
  quote?: Quote
  pending = false
  checked = false
  decided = false
  failed = false
  agreed?: Money
  agreement?: Agreement
  consent?: Consent
  wasOn = false
  news?: (words: ProtectionWords, lang: string) => string

  /** Makes the cart follow, once it is there. */
  cartSync?: CartSync

  /** Milliseconds until the next try, should this one fail. */
  calm = 5_000

  #superseded?: AbortController
  /** The question of which the page knows that it has no answer. */
  #unanswered?: string = ''
  #timer?: ReturnType<typeof setTimeout>
  #expiry?: ReturnType<typeof setTimeout>

  constructor(
    readonly proxy: string,
    readonly kind: CartKind,
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
    if (!this.cartSync) this.check(sign)
  }

  /** Takes what an element says. Before the cart was read it is enough to ask for a price. */
  take(hint: Hint): void {
    const { amount, lines, pickup, asked } = (this.hint = hint)
    const first = !this.cartSync && !pickup && amount
    if (first) this.ask(amount, true, asked)
    if (!first || lines !== '0') this.check()
  }

  ask(amount: Money, again?: boolean, asked?: Asked): void {
    const question = amount.cents + amount.currency
    if (question === this.question && (this.pending || (this.quote ? isFresh(this.quote) : !again))) return
    this.question = question
    this.#superseded?.abort()
    const known = remembered(addressOf(this.proxy, amount))
    if (known) {
      this.answer = Promise.resolve(known)
      this.#take(known)
      return
    }
    this.pending = true
    this.#superseded = new AbortController()
    this.answer = askQuote(this.proxy, amount, this.#superseded.signal, asked)
    this.answer.then(
      (quote) => this.#take(quote),
      (error: unknown) => {
        this.quote = undefined
        this.pending = false
        this.stepAside(error)
      },
    )
    this.show()
  }

  drop(): void {
    this.#superseded?.abort()
    this.question = undefined
    this.pending = false
  }

  #take(quote: Quote): void {
    this.quote = quote
    this.pending = false
    this.calm = 5_000
    this.#unanswered = ''
    // A price is renewed before it ends; on a page that nobody looks at, once somebody does.
    clearTimeout(this.#expiry)
    this.#expiry = setTimeout(() => document.hidden || this.check(), Math.min(Date.parse(quote.expires_at) - Date.now() - 59_000, 2e9))
    this.emit(new ProtectionQuotedEvent(quote))
    this.show()
  }

  /** The shopper's own decision, at what was on show. */
  choose(checked: boolean, agreement?: Agreement): void {
    this.checked = checked
    this.decided = true
    this.agreement = agreement
    this.consent = undefined
    this.agreed = agreement?.price
    this.news = undefined
    this.show()
    this.check()
  }

  /** A form was brought back as it was left; the shopper, not the browser, may switch it on again. */
  restored(wasOn: boolean): void {
    this.wasOn = wasOn
    this.check()
  }

  offers(quote: Quote): boolean {
    return !this.failed && this.sells(quote) && this.cartSync?.offers(quote) !== false
  }

  sells(quote: Quote): boolean {
    return this.kind !== 'shopify' || !!quote.variant
  }

  /** Reads the cart and makes it right; any number of calls end in one run. */
  check(sign?: Event): void {
    if (this.cartSync) return this.cartSync.check()
    retryImport(() => import('./cart-sync.ts')).then(
      ({ CartSync }) => (this.cartSync ??= new CartSync(this, sign)).check(),
      (error: unknown) => this.fail(error),
    )
  }

  fail(error: unknown): void {
    this.failed = this.checked || this.decided
    if (this.checked && !this.cartSync?.held) this.news = ({ withdrawn }) => withdrawn
    this.stepAside(error)
  }

  stepAside(error: unknown): void {
    const { status = 503, problem = { code: 'upstream-unavailable', detail: String(error) } } = error as Partial<ResponseError>
    // The same question would get the same refusal, until the cart changes.
    if (status >= 500 || /4(0[89]|2[359]|30)/.test(String(status))) {
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

  /** Announces that. */
  say(news: OfferState['news']): void {
    this.news = news
    this.show()
  }

  emit(event: Event): void {
    const [host] = this.hosts
    host?.dispatchEvent(event)
  }

  show(): void {
    for (const host of this.hosts) host.requestUpdate()
  }
}
