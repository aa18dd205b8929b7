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
          // A cart that did not follow the shopper's choice can be offered nothing.
          this.#failed = this.checked || this.#decided
          this.#postpone(error)
        },
      )
      .finally(() => {
        this.#running = false
        this.#tell()
      })
  }

  async #run(): Promise<void> {
    let content: CartContent | undefined
    let writes = 0
    while (content || this.#due) {
      this.#due = false
      this.#adopt(content ?? (await this.#cart.read(this.#told)))
      content = undefined
      const quote = await this.#settled()
      if (this.#due) continue
      this.#tellChosen(quote)
      const changes = this.#cart.write ? reconcile(this.#content!, this.checked && !(quote && !this.#isSold(quote)), quote) : []
      if (!changes.length) continue
      if (++writes > 4) throw new Error('The cart does not keep what is put into it')
      this.#placed = false
      content = await this.#cart.write!(changes, this.#told)
    }
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
    if (shippable) this.#ask(shippable)
    this.#tell()
  }

  #ask(amount: Money): void {
    const answer = this.#quotes.ask(amount)
    if (answer === this.answer) return
    this.answer = answer
    answer.then(
      (quote) => {
        if (answer !== this.answer) return
        this.#told.variant = quote.variant?.id
        this.#calm = 5_000
        this.#emit(new ProtectionQuotedEvent(quote))
        this.#tell()
      },
      (error: unknown) => answer === this.answer && this.#postpone(error),
    )
    this.#tell()
  }

  /** The answer to the question that stands, as far as the cart needs to wait for it. */
  async #settled(): Promise<Quote | undefined> {
    if (!this.checked || !this.#content?.shippable) return
    const interrupted = new Promise<undefined>((resolve) => (this.#interrupt = () => resolve(undefined)))
    const quote = await Promise.race([this.answer!.catch(() => undefined), interrupted])
    const wrong = quote && this.#content.lines.find(({ token, price }) => token === quote.token && !sameMoney(price, quote.price))
    if (quote && wrong && !this.#refused.has(quote.token)) {
      this.#refused.add(quote.token)
      this.#unavailable(new Error(`The shop asks ${wrong.price.cents} for protection quoted at ${quote.price.cents} ${quote.price.currency}`))
    }
    return quote
  }

  #postpone(error: unknown): void {
    this.#unavailable(error)
    // The same question gets the same refusal, until the cart changes.
    if (error instanceof ResponseError && error.status < 500 && error.status !== 429) return
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => this.check(), this.#calm)
    this.#calm = Math.min(this.#calm * 2, 60_000)
  }

  #unavailable(error: unknown): void {
    const problem = error instanceof ResponseError ? error.problem : { code: 'upstream-unavailable' as const, detail: String(error) }
    console.warn('<storefront-protection> steps aside:', error)
    this.#emit(new ProtectionUnavailableEvent(problem))
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
