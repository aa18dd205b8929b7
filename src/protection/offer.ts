import { ResponseError } from '../contract/client.ts'
import type { Quote } from '../contract/protection.ts'
import { sameMoney, type Money } from '../money.ts'
import type { Cart, CartContent, Told } from './carts/cart.ts'
import { createPageCart } from './carts/page.ts'
import { createShopifyCart } from './carts/shopify.ts'
import { ProtectionChosenEvent, ProtectionQuotedEvent, ProtectionUnavailableEvent } from './events.ts'
import { afterInput } from './input.ts'
import { askQuote, type Asked } from './quotes.ts'
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

  /** Whether the cart holds protection, as last read. */
  held = false

  /** Whether the room that the offer takes was given back, which only the shopper's own doing may cause. */
  collapsed = false

  #content?: CartContent
  #told: Told = {}
  #hosts = new Set<OfferHost>()

  /** What the answer is for. */
  #key?: string
  #quotes = new Map<string, Quote>()
  #superseded = new AbortController()
  #open = false

  /** The shopper has decided, and the cart does not show it yet. */
  #decided = false
  /** What the page was told last. */
  #chosen?: string
  /** Tokens of quotes that the shop sells at another price. */
  #refused = new Set<string>()
  /** The cart did not take what the shopper chose. */
  #failed = false
  /** The page knows that the question which stands has no answer. */
  #unavailable = false

  #due = false
  #running = false
  #interrupt?: (value?: undefined) => void
  #timer?: ReturnType<typeof setTimeout>
  #calm = 5_000

  constructor(
    private proxy: string,
    private cart: Cart,
  ) {
    const soon = () => this.#checkIn(40)
    cart.watch(soon)
    for (const name of ['focus', 'online', 'visibilitychange']) window.addEventListener(name, soon)
    window.addEventListener('pageshow', ({ persisted }) => persisted && soon())
  }

  join(host: OfferHost): void {
    this.#hosts.add(host)
  }

  leave(host: OfferHost): void {
    this.#hosts.delete(host)
  }

  /** Takes what an element says; before the cart was read it is enough to ask for a price. */
  hint({ amount, line, asked }: Hint): void {
    Object.assign(this.#told, { amount, line })
    if (!this.#content && amount) this.#ask(amount, true, asked)
    this.check()
  }

  /** The shopper's own decision. */
  choose(checked: boolean): void {
    this.checked = checked
    this.#decided = true
    this.#show()
    this.check()
  }

  /** Whether that quote may be shown and chosen. */
  offers(quote: Quote): boolean {
    return !this.#failed && this.#content?.shippable !== null && this.#sells(quote)
  }

  /** Whether that quote covers exactly what the cart holds now. */
  covers(quote: Quote): boolean {
    return this.#sells(quote) && (!this.#content || holds(quote, this.#content.shippable))
  }

  #sells(quote: Quote): boolean {
    return this.cart.sells(quote) && !this.#refused.has(quote.token)
  }

  /** Reads the cart anew and makes it right; any number of calls end in one run. */
  check(): void {
    this.#due = true
    this.#interrupt?.()
    if (!this.#running) void this.#settle()
  }

  async #settle(): Promise<void> {
    this.#running = true
    try {
      await this.#run()
      this.#failed = false
    } catch (error) {
      // A cart that does not follow the shopper's choice can be offered nothing.
      this.#failed = this.checked || this.#decided
      this.#stepAside(error)
    }
    this.#running = false
    this.#show()
    if (this.#due) this.check()
  }

  #checkIn(delay: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.check(), delay)
  }

  async #run(): Promise<void> {
    let written: CartContent | undefined
    let writes = 0
    while (written || this.#due) {
      if (!written) this.#due = false
      const content = written ?? (await this.cart.read(this.#told))
      this.#adopt(content)
      // What our own write left is no reason to repeat a question that has just failed.
      if (content.shippable) this.#ask(content.shippable, !written)
      written = undefined
      const quote = await this.#answered(content)
      if (this.#due) continue
      this.#announce(quote)
      const changes = this.cart.write ? reconcile(content, this.checked && !(quote && !this.#sells(quote)), quote) : []
      if (!changes.length) continue
      if (++writes > 4) throw new Error('The cart does not keep what is put into it')
      this.held = false
      written = await this.cart.write!(changes, this.#told)
    }
  }

  /** Follows what the cart shows, unless the shopper has just decided otherwise. */
  #adopt(content: CartContent): void {
    const { empty, shippable, lines } = content
    const present = lines.length > 0
    if (empty || present === this.checked) this.#decided = false
    if (empty) this.checked = false
    // A line that somebody put in turns protection on, one that somebody took out turns it off.
    else if (!this.#decided && (present || this.held)) this.checked = present
    this.held = present
    this.collapsed = !shippable && (this.collapsed || afterInput())
    this.#content = content
    this.#show()
  }

  #ask(amount: Money, again = true, asked?: Asked): void {
    const key = amount.cents + amount.currency
    const quote = this.#quotes.get(key)
    const known = holds(quote, amount)
    if (key !== this.#key) this.#unavailable = false
    else if (!again || known || this.#open) return
    this.#superseded.abort()
    this.#superseded = new AbortController()
    this.#key = key
    this.#open = true
    this.answer = known ? Promise.resolve(quote!) : askQuote(this.proxy, amount, this.#superseded.signal, asked)
    this.answer.then(
      (quote) => {
        this.#open = false
        this.#quotes.set(key, quote)
        this.#told.variant = quote.variant?.id
        this.#calm = 5_000
        this.#emit(new ProtectionQuotedEvent(quote))
      },
      (error: unknown) => {
        this.#open = false
        this.#stepAside(error)
      },
    )
    this.#show()
  }

  /** The answer to the question that stands, as far as the cart has to wait for it; none if there is something newer to look at. */
  async #answered({ shippable, lines }: CartContent): Promise<Quote | undefined> {
    if (!this.checked || !shippable) return
    const quote = await Promise.race([this.answer!.catch(() => undefined), new Promise<undefined>((resolve) => (this.#interrupt = resolve))])
    if (quote && lines.some(({ token, price }) => token === quote.token && !sameMoney(price, quote.price))) {
      this.#refused.add(quote.token)
      this.#stepAside(new Error('The shop sells protection at another price than quoted'))
    }
    return quote
  }

  #stepAside(error: unknown): void {
    const refusal = error instanceof ResponseError ? error : undefined
    // The same question would get the same refusal, until the cart changes.
    if (!refusal || refusal.status >= 500 || refusal.status === 429) {
      this.#checkIn(this.#calm)
      this.#calm = Math.min(this.#calm * 2, 60_000)
    }
    if (this.#unavailable) return
    this.#unavailable = true
    console.warn('<storefront-protection> steps aside:', error)
    this.#emit(new ProtectionUnavailableEvent(refusal?.problem ?? { code: 'upstream-unavailable', detail: String(error) }))
  }

  #announce(quote: Quote | undefined): void {
    const bought = this.checked && quote && this.covers(quote) ? quote : undefined
    const chosen = this.checked ? `on ${bought?.token}` : undefined
    if (chosen === this.#chosen) return
    this.#chosen = chosen
    this.#emit(new ProtectionChosenEvent(this.checked, bought))
  }

  /** Each event is told once, however many elements show the offer. */
  #emit(event: Event): void {
    const [host] = this.#hosts
    host?.dispatchEvent(event)
    this.#show()
  }

  #show(): void {
    for (const host of this.#hosts) host.requestUpdate()
  }
}
