import type { Quote } from '../contract/protection.ts'
import { en } from '../messages/en/protection-keeping.ts'
import { formatMoney, sameMoney, type Money } from '../money.ts'
import { fill } from '../words.ts'
import type { CartContent } from './carts/cart.ts'
import { createPageCart } from './carts/page.ts'
import { createShopifyCart } from './carts/shopify.ts'
import { afterInput, noteInput } from './input.ts'
import { ProtectionChosenEvent } from './keeping.events.ts'
import type { Offer, OfferHost } from './offer.ts'
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

  /** What the shopper chose could not be had, and they were told. */
  #lost: boolean
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
    this.#lost = offer.checked && offer.failed
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

  /** Makes an element follow in what only matters once the cart was read: its room, what travels with its form, and the focus. */
  reflect(host: OfferHost, internals: ElementInternals, quote: Quote | undefined): void {
    host.toggleAttribute('collapsed', this.collapsed)
    internals.setFormValue(quote ? this.#toFormData(quote, host.name) : null)
    const root = host.shadowRoot!
    const [input, status] = [root.querySelector('input')!, root.querySelector<HTMLElement>('[role=status]')!]
    const [from, to] = quote ? [status, input] : [input, status]
    // Browsers take the focus from what they hide, so it waits at the status until the switch is back, if nobody moves it.
    if (root.activeElement === from) {
      status.tabIndex = -1
      to.focus()
    }
    if (quote) status.removeAttribute('tabindex')
  }

  /** What travels with a form: nothing unless the quote on show covers exactly what the cart holds now. */
  #toFormData(quote: Quote, name = 'protection_quote'): FormData | null {
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
      this.#lost ||= this.offer.checked && !this.held
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
      this.#decide(quote)
      const wanted = offer.checked && (!quote || this.#sells(quote))
      const changes = this.#cart.write ? reconcile(content, wanted, quote) : []
      if (!changes.length) {
        this.#confirm(quote)
        continue
      }
      if (++writes > 4) throw new Error('The cart does not keep what is put into it')
      this.held = false
      written = await this.#cart.write!(changes, { ...told, variant: this.#variant })
    }
  }

  /** Follows what the cart shows, unless the shopper has just decided otherwise. */
  #adopt(content: CartContent): void {
    const { offer } = this
    const { empty, shippable, lines } = content
    const [line] = lines
    const present = !!line
    const before = this.#content?.shippable
    // News of why it is off end with the price that they are about.
    if (!offer.checked && !(before && shippable && sameMoney(before, shippable))) offer.news = undefined
    if (empty || present === offer.checked) offer.decided = false
    if (empty) offer.checked = false
    // A line that somebody put in turns protection on, one that somebody took out turns it off.
    else if (!offer.decided && present !== offer.checked && (present || this.held)) {
      offer.checked = present
      offer.agreed = line?.token ? line.price : undefined
      offer.news = undefined
      if (!present) this.#tell('taken')
    }
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

  /** Tells the page what its cart should hold, and the shopper if that is not what they chose. */
  #decide(quote: Quote | undefined): void {
    const { offer } = this
    const { agreed } = offer
    let bought = quote && this.#buys(quote) ? quote : undefined
    // What was lost comes back by itself only at a price that was agreed to.
    if (bought && this.#lost && !(agreed && agreed.currency === bought.price.currency && agreed.cents >= bought.price.cents)) {
      offer.checked = false
      offer.decided = true
      this.#tell('raised', bought.price)
      bought = undefined
    }
    const { checked } = offer
    if (!checked) this.#lost = false
    else if (bought && !offer.failed && this.#lost) offer.news = undefined
    else if (!bought && !this.held) {
      this.#lost = true
      offer.news = ({ withdrawn }) => withdrawn
    }
    offer.show()
    const chosen = checked ? `on ${bought?.token}` : undefined
    if (chosen === this.#chosen) return
    this.#chosen = chosen
    offer.emit(new ProtectionChosenEvent(checked, bought))
  }

  /** Tells the shopper, now that the cart is right, what they pay, if that is news. */
  #confirm(quote: Quote | undefined): void {
    if (!quote || !this.#buys(quote)) return
    const { offer } = this
    const { price } = quote
    if (this.#lost) this.#tell('restored', price)
    else if (offer.agreed && !sameMoney(offer.agreed, price)) this.#tell('changed', price)
    this.#lost = false
    offer.agreed = price
    offer.show()
  }

  #tell(name: keyof typeof en, price?: Money): void {
    this.offer.news = (words, lang) => fill({ ...en, ...words }[name], { price: price ? formatMoney(price, lang) : '' })
  }
}
