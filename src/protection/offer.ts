import { ResponseError } from '../contract/client.ts'
import type { Quote } from '../contract/protection.ts'
import { sameMoney, type Money } from '../money.ts'
import type { Cart, CartContent, Told } from './carts/cart.ts'
import { createPageCart } from './carts/page.ts'
import { createShopifyCart } from './carts/shopify.ts'
import { ProtectionChosenEvent, ProtectionQuotedEvent, ProtectionUnavailableEvent } from './events.ts'
import { afterInput } from './input.ts'
import { Quotes, type Asked } from './quotes.ts'
import { holds, reconcile } from './reconcile.ts'

/** An element that shows the offer. */
export interface OfferHost extends EventTarget {
  requestUpdate(): void
}

/** What an element's attributes and properties say. */
export type Hint = Pick<Told, 'amount' | 'line'> & { asked?: Asked }

const offers = new Map<string, Offer>()

/** The one offer of this page for that proxy and kind of cart; it outlives the elements that show it. */
export function offerOf(proxy: string, cart: string): Offer {
  const key = `${cart} ${proxy}`
  return offers.get(key) ?? offers.set(key, new Offer(proxy, cart === 'shopify' ? createShopifyCart() : createPageCart())).get(key)!
}

/** The cart, the shopper's choice and the quote, and the one place that makes the cart follow them. */
export class Offer {
  /** The question to the proxy that stands; another question is another promise. */
  answer?: Promise<Quote>

  /** Whether the shopper wants protection. */
  checked = false

  /** Whether the room that the offer takes was given back, which only the shopper's own doing may cause. */
  collapsed = false

  #cart: Cart
  #content?: CartContent
  /** The amount that the answer is for. */
  #asked?: Money
  #quotes: Quotes
  #told: Told = {}
  #hosts = new Set<OfferHost>()

  /** The shopper has decided, and the cart does not show it yet. */
  #decided = false
  /** The cart held our line when it was last read: a line that goes missing then was taken out by somebody. */
  #placed = false
  /** The shop sells it at another price than quoted, or not at all. */
  #refused = new Set<string>()
  #failed = false
  /** The page was told that nothing can be offered. */
  #aside = false
  #chosen = ''

  #due = false
  #running = false
  #interrupt = () => {}
  #soon?: ReturnType<typeof setTimeout>
  #retry?: ReturnType<typeof setTimeout>
  #calm = 5_000

  constructor(proxy: string, cart: Cart) {
    this.#quotes = new Quotes(proxy)
    this.#cart = cart
    const soon = () => {
      clearTimeout(this.#soon)
      this.#soon = setTimeout(() => this.check(), 40)
    }
    cart.watch(soon)
    for (const name of ['focus', 'online']) window.addEventListener(name, soon)
    window.addEventListener('pageshow', ({ persisted }) => persisted && soon())
    document.addEventListener('visibilitychange', () => document.hidden || soon())
  }

  join(host: OfferHost): void {
    this.#hosts.add(host)
  }

  leave(host: OfferHost): void {
    this.#hosts.delete(host)
  }

  /** Takes what an element says; before the cart was read it is enough to ask for a price. */
  hint({ amount, line, asked }: Hint): void {
    if (asked) this.#quotes.asked = asked
    Object.assign(this.#told, { amount, line })
    if (!this.#content && amount) this.#ask(amount)
    this.check()
  }

  /** The shopper's own decision. */
  choose(checked: boolean): void {
    this.checked = checked
    this.#decided = true
    this.#tell()
    this.check()
  }

  /** Whether the cart holds protection, as last read. */
  get held(): boolean {
    return this.#placed
  }

  /** Whether that quote may be shown and chosen. */
  offers(quote: Quote): boolean {
    return !this.#failed && this.#content?.shippable !== null && this.#isSold(quote)
  }

  /** Whether that quote covers exactly what the cart holds now. */
  covers(quote: Quote): boolean {
    return this.#isSold(quote) && (!this.#content || holds(quote, this.#content.shippable))
  }

  #isSold(quote: Quote): boolean {
    return this.#cart.sells(quote) && !this.#refused.has(quote.token)
  }

  /** Reads the cart anew and makes it right; any number of calls end in one run. */
  check(): void {
    this.#due = true
    this.#interrupt()
    if (this.#running) return
    this.#running = true
    clearTimeout(this.#retry)
    void this.#run()
      .then(
        () => (this.#failed = false),
        (error: unknown) => {
          if (!this.#failed) this.#unavailable(error)
          // A cart that does not follow the shopper's choice can be offered nothing.
          this.#failed = this.checked || this.#decided
          this.#postpone()
        },
      )
      .finally(() => {
        this.#running = false
        this.#tell()
        if (this.#due) this.check()
      })
  }

  async #run(): Promise<void> {
    let written: CartContent | undefined
    let writes = 0
    while (written || this.#due) {
      const content = written ?? (await this.#read())
      this.#adopt(content)
      // What our own write left is no reason to repeat a question that has just failed.
      if (content.shippable && !(written && this.#asks(content.shippable))) this.#ask(content.shippable)
      written = undefined
      const quote = await this.#settled(content)
      if (this.#due) continue
      this.#tellChosen(quote)
      const changes = this.#cart.write ? reconcile(content, this.checked && !(quote && !this.#isSold(quote)), quote) : []
      if (!changes.length) continue
      if (++writes > 4) throw new Error('The cart does not keep what is put into it')
      this.#placed = false
      written = await this.#cart.write!(changes, this.#told)
    }
  }

  #read(): Promise<CartContent> {
    this.#due = false
    return this.#cart.read(this.#told)
  }

  #adopt(content: CartContent): void {
    const { empty, shippable, lines } = content
    const present = lines.length > 0
    if (empty || (this.#decided && present === this.checked)) this.#decided = false
    if (empty) this.checked = false
    else if (!this.#decided && (present || this.#placed)) this.checked = present
    this.#placed = present
    this.#content = content
    this.collapsed = !shippable && (this.collapsed || afterInput())
    this.#tell()
  }

  #asks(amount: Money): boolean {
    return !!this.#asked && sameMoney(this.#asked, amount)
  }

  #ask(amount: Money): void {
    const answer = this.#quotes.ask(amount)
    if (answer === this.answer) return
    this.answer = answer
    this.#asked = amount
    answer.then(
      (quote) => {
        if (answer !== this.answer) return
        this.#told.variant = quote.variant?.id
        this.#calm = 5_000
        this.#aside = false
        this.#emit(new ProtectionQuotedEvent(quote))
        this.#tell()
      },
      (error: unknown) => {
        if (answer !== this.answer) return
        if (!this.#aside) this.#unavailable(error)
        this.#aside = true
        // The same question would get the same refusal, until the cart changes.
        if (!(error instanceof ResponseError && error.status < 500 && error.status !== 429)) this.#postpone()
      },
    )
    this.#tell()
  }

  /** The answer to the question that stands, as far as the cart needs to wait for it. */
  async #settled({ shippable, lines }: CartContent): Promise<Quote | undefined> {
    if (!this.checked || !shippable) return
    const interrupted = new Promise<undefined>((resolve) => (this.#interrupt = () => resolve(undefined)))
    const quote = await Promise.race([this.answer!.catch(() => undefined), interrupted])
    const wrong = quote && lines.find(({ token, price }) => token === quote.token && !sameMoney(price, quote.price))
    if (quote && wrong && !this.#refused.has(quote.token)) {
      this.#refused.add(quote.token)
      this.#unavailable(new RangeError(`The shop asks ${wrong.price.cents} for protection quoted at ${quote.price.cents} ${quote.price.currency}`))
    }
    return quote
  }

  #postpone(): void {
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => this.check(), this.#calm)
    this.#calm = Math.min(this.#calm * 2, 60_000)
  }

  #unavailable(error: unknown): void {
    console.warn('<storefront-protection> steps aside:', error)
    this.#emit(new ProtectionUnavailableEvent(error instanceof ResponseError ? error.problem : { code: 'upstream-unavailable', detail: String(error) }))
    this.#tell()
  }

  #tellChosen(quote: Quote | undefined): void {
    const bought = this.checked && quote && this.covers(quote) ? quote : undefined
    const chosen = this.checked ? `on ${bought?.token}` : ''
    if (chosen === this.#chosen) return
    this.#chosen = chosen
    this.#emit(new ProtectionChosenEvent(this.checked, bought))
  }

  /** Each event is told once, however many elements show the offer. */
  #emit(event: Event): void {
    const [host] = this.#hosts
    host?.dispatchEvent(event)
  }

  #tell(): void {
    for (const host of this.#hosts) host.requestUpdate()
  }
}
