import type { Quote } from '../contract/protection.ts'
import { formatMoney, sameMoney, type Money } from '../money.ts'
import { fill } from '../words.ts'
import type { CartContent } from './carts/cart.ts'
import { createPageCart } from './carts/page.ts'
import { createShopifyCart } from './carts/shopify.ts'
import { afterInput, noteInput } from './input.ts'
import { ProtectionChosenEvent } from './keeping.events.ts'
import type { Offer } from './offer.ts'
import { holds, reconcile } from './reconcile.ts'

/** The one place that makes the cart follow the shopper's choice, and the offer follow the cart. */
export class Keeping {
  /** Whether the cart holds protection, as last read. */
  held = false

  /** Whether the room that the offer takes was given back, which only the shopper's own doing may cause. */
  collapsed = false

  #cart
  #content?: CartContent

  /** The question whose answer is awaited or known, and the answers so far. */
  #followed?: Promise<Quote>
  #open = false
  #quotes = new Map<string, Quote>()
  /** Tells our line even where its properties were lost. */
  #variant?: number | string

  /** What the shopper has agreed to. */
  #agreed?: Quote
  /** What the page was told last. */
  #chosen?: string
  /** Tokens of quotes that the shop sells at another price. */
  #refused = new Set<string>()

  #due = false
  #running = false
  #interrupt?: (value?: undefined) => void
  #timer?: ReturnType<typeof setTimeout>

  constructor(
    private offer: Offer,
    sign?: Event,
  ) {
    if (sign) noteInput(sign)
    this.#cart = offer.isShopify ? createShopifyCart() : createPageCart()
    const soon = () => {
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => this.check(), 40)
    }
    this.#cart.watch(soon)
    for (const name of ['focus', 'online', 'visibilitychange']) window.addEventListener(name, soon)
    window.addEventListener('pageshow', ({ persisted }) => persisted && soon())
  }

  /** Whether that quote may be shown and chosen. */
  offers(quote: Quote): boolean {
    return this.#content?.shippable !== null && !this.#refused.has(quote.token)
  }

  /** What travels with a form: nothing unless the quote on show covers exactly what the cart holds now. */
  toFormData(quote: Quote, name = 'protection_quote'): FormData | null {
    if (!this.#buys(quote)) return null
    const { token, price, amount } = quote
    const fields = new FormData()
    const values = { '': token, _price_cents: price.cents, _amount_cents: amount.cents, _currency: price.currency }
    for (const [suffix, value] of Object.entries(values)) fields.set(name + suffix, String(value))
    return fields
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
      this.offer.failed = false
    } catch (error) {
      this.offer.fail(error)
      if (!this.held) this.#agreed = undefined
    }
    this.#running = false
    this.offer.show()
    if (this.#due) this.check()
  }

  async #run(): Promise<void> {
    const { offer } = this
    let written: CartContent | undefined
    let writes = 0
    while (written || this.#due) {
      if (!written) this.#due = false
      this.#follow()
      const told = { ...offer.hint, variant: this.#variant }
      const content = written ?? (await this.#cart.read(told))
      this.#adopt(content)
      // What our own write left is no reason to repeat a question that has just failed.
      if (content.shippable) this.#ask(content.shippable, !written)
      written = undefined
      const quote = await this.#answered(content)
      if (this.#due) continue
      this.#announce(quote)
      const wanted = offer.checked && (!quote || this.#sells(quote))
      const changes = this.#cart.write ? reconcile(content, wanted, quote) : []
      if (!changes.length) continue
      if (++writes > 4) throw new Error('The cart does not keep what is put into it')
      this.held = false
      written = await this.#cart.write!(changes, { ...told, variant: this.#variant })
    }
  }

  /** Follows what the cart shows, unless the shopper has just decided otherwise. */
  #adopt(content: CartContent): void {
    const { offer } = this
    const { empty, shippable, lines } = content
    const present = lines.length > 0
    if (empty || present === offer.checked) offer.decided = false
    if (empty) offer.checked = false
    // A line that somebody put in turns protection on, one that somebody took out turns it off.
    else if (!offer.decided && (present || this.held)) offer.checked = present
    this.held = present
    this.collapsed = !shippable && (this.collapsed || afterInput())
    this.#content = content
    offer.show()
  }

  /** Asks for the price of what ships, and anew where the answer that was had holds no longer. */
  #ask(amount: Money, again: boolean): void {
    const { offer } = this
    const quote = this.#quotes.get(amount.cents + amount.currency)
    const known = holds(quote, amount) ? quote : undefined
    if (again && !known && !this.#open) offer.question = undefined
    offer.ask(amount, undefined, known)
    this.#follow()
  }

  /** Remembers the answer to the question that stands. */
  #follow(): void {
    const { answer, question } = this.offer
    if (!answer || answer === this.#followed) return
    this.#followed = answer
    this.#open = true
    answer.then(
      (quote) => {
        this.#open = false
        this.#quotes.set(question!, quote)
        this.#variant = quote.variant?.id
        this.offer.calm = 5_000
      },
      () => (this.#open = false),
    )
  }

  /** The answer to the question that stands, as far as the cart has to wait for it; none if there is something newer to look at. */
  async #answered({ shippable, lines }: CartContent): Promise<Quote | undefined> {
    if (!this.offer.checked || !shippable) return
    const quote = await Promise.race([this.offer.answer!.catch(() => undefined), new Promise<undefined>((resolve) => (this.#interrupt = resolve))])
    if (quote && lines.some(({ token, price }) => token === quote.token && !sameMoney(price, quote.price))) {
      this.#refused.add(quote.token)
      this.offer.stepAside(new Error('The shop sells protection at another price than quoted'))
    }
    return quote
  }

  #sells(quote: Quote): boolean {
    return this.offer.sells(quote) && !this.#refused.has(quote.token)
  }

  #buys(quote: Quote): boolean {
    return this.offer.checked && this.#sells(quote) && !!this.#content && holds(quote, this.#content.shippable)
  }

  /** Tells the page what its cart should hold, and the shopper what became of what they agreed to: another price, or none. */
  #announce(quote: Quote | undefined): void {
    const { offer } = this
    const { checked } = offer
    const bought = quote && this.#buys(quote) ? quote : undefined
    if (!checked || (bought && !this.#agreed)) offer.news = undefined
    else if (!bought && !this.held) offer.news = ({ withdrawn }) => withdrawn
    else if (bought && bought.price.cents !== this.#agreed?.price.cents)
      offer.news = ({ changed }, lang) => fill(changed, { price: formatMoney(bought.price, lang) })
    this.#agreed = bought ?? (checked && this.held ? this.#agreed : undefined)
    offer.show()
    const chosen = checked ? `on ${bought?.token}` : undefined
    if (chosen === this.#chosen) return
    this.#chosen = chosen
    offer.emit(new ProtectionChosenEvent(checked, bought))
  }
}
