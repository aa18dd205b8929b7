import type { Quote } from '../contract/protection.ts'
import { sameMoney, type Money } from '../money.ts'
import type { Cart, CartContent, Told } from './carts/cart.ts'
import { createEventsCart } from './carts/page-events.ts'
import { createFormCart } from './carts/form.ts'
import { createShopifyCart } from './carts/shopify.ts'
import { Choice } from './choice.ts'
import { withoutConsent } from './consent.ts'
import { actAsControl } from './form-control.ts'
import { countInput, noteInput } from './input.ts'
import type { CartKind, OfferHost, OfferState } from './offer-state.ts'
import { addressOf, answers, forgetQuote } from './quote.ts'
import { holds, reconcile, rightLine } from './reconcile.ts'

const createCart: Record<CartKind, () => Cart> = { shopify: createShopifyCart, form: createFormCart, events: createEventsCart }

/** A cart that is not right after so many changes in a row is being changed by somebody else: it is left alone until there is news of it. */
const mostWrites = 3

/** How a cart says that it does not sell something; whatever else it answers is about this moment. */
const refusals = [400, 404, 422]

/** The one place that makes the cart follow the shopper's choice, and the offer follow the cart. */
export class CartSync {
  #cart
  #choice: Choice
  /** Tells our line even where its properties were lost. */
  #variant?: number | string

  #due = false
  #running = false
  #interrupt?: (value?: undefined) => void
  #timer?: ReturnType<typeof setTimeout>

  constructor(
    private offer: OfferState,
    sign?: Event,
  ) {
    if (sign) noteInput(sign)
    this.#choice = new Choice(offer, () => this.check())
    this.#cart = createCart[offer.kind]()
    const soon = () => {
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => this.check(), 40)
    }
    this.#cart.watch(soon)
    for (const name of ['focus', 'online', 'visibilitychange']) window.addEventListener(name, soon)
    window.addEventListener('pageshow', ({ persisted }) => persisted && soon())
  }

  /** Whether the cart holds protection, as last read. */
  get held(): boolean {
    return this.#choice.held
  }

  /** Whether that quote may be shown and chosen. */
  offers(quote: Quote): boolean {
    return this.#choice.offers(quote)
  }

  /** Makes an element follow in what only matters once the cart was read: its room, what travels with its form, and the focus. */
  reflect(host: OfferHost, internals: ElementInternals, quote: Quote | undefined): void {
    host.toggleAttribute('collapsed', this.#choice.collapsed)
    actAsControl(host, internals, () => {
      const { quote } = this.offer
      return (quote && this.offer.offers(quote) && this.#choice.bought(quote)?.token) || ''
    })
    this.#cart.carry?.(internals, quote && this.#choice.bought(quote), host.name)
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

  /** Reads the cart anew and makes it right; any number of calls end in one run. */
  check(): void {
    this.#due = true
    this.#interrupt?.()
    if (!this.#running) void this.#settle()
  }

  async #settle(): Promise<void> {
    const { offer } = this
    this.#running = true
    try {
      await this.#run()
      offer.failed = false
    } catch (error) {
      // A page that is merely offline stays as it is while nobody asks it for anything.
      if (navigator.onLine !== false || offer.decided) {
        offer.fail(error)
        this.#choice.fail()
      }
    }
    this.#running = false
    offer.show()
    if (this.#due) this.check()
  }

  async #run(): Promise<void> {
    const { offer } = this
    let written: CartContent | undefined
    let writes = 0
    let deeds = countInput()
    while (written || this.#due) {
      if (!written) this.#due = false
      const told = this.#told()
      const content = written ?? (await this.#cart.read(told))
      this.#choice.adopt(content)
      // What our own write left is no reason to repeat a question that has just failed.
      if (content.shippable) this.#ask(content, content.shippable, !written)
      else offer.drop()
      written = undefined
      const quote = await this.#answered(content)
      if (this.#due) continue
      this.#choice.decide(quote)
      const wanted = offer.checked && (!quote || this.#choice.sells(quote))
      const bought = quote && this.#choice.bought(quote)
      const changes = this.#cart.write ? reconcile(content, wanted, bought) : []
      // From now on it may be in an order, be it by a form or by what the page does.
      if (bought && (changes.length || !this.#cart.write)) forgetQuote(addressOf(offer.proxy, bought.amount))
      if (!changes.length) {
        this.#choice.confirm(quote)
        continue
      }
      // It was the shopper who wanted something else, be it again and again while the cart was slow.
      if (deeds !== (deeds = countInput())) writes = 0
      if (writes++ === mostWrites) throw Object.assign(new Error('The cart does not keep what is put into it'), { status: 422 })
      this.#choice.held = false
      written = await this.#cart.write!(content, changes, this.#told()).catch((error: unknown) => {
        const { status = 500 } = error as { status?: number }
        // The shop does not sell this variant; another may do.
        if (bought && refusals.includes(status)) this.#choice.refuse(bought)
        if (status < 500 || writes === mostWrites) throw error
        // What failed may have been done: the cart tells.
        this.#due = true
        return undefined
      })
    }
  }

  #told(): Told {
    return { ...this.offer.hint, variant: this.#variant }
  }

  /** Asks for the price of what ships, unless the cart itself tells it: what was bought in another tab is shown and kept at its price. */
  #ask(content: CartContent, amount: Money, again: boolean): void {
    const { offer } = this
    const line = rightLine(content)
    if (line?.terms && !(offer.quote && holds(offer.quote, amount) && sameMoney(offer.quote.price, line.terms.price))) {
      const { token, terms, variant } = line
      const address = addressOf(offer.proxy, amount)
      forgetQuote(address)
      answers[address] = { ...terms, token: withoutConsent(token!), ...(variant !== undefined && { variant: { id: variant } }) }
      offer.question = undefined
    }
    offer.ask(amount, again)
  }

  /** The answer to the question that stands, as far as the cart has to wait for it; none if there is something newer to look at. */
  async #answered({ shippable, lines }: CartContent): Promise<Quote | undefined> {
    const { offer } = this
    if (!offer.checked || !shippable) return
    const quote = await Promise.race([offer.answer!.catch(() => undefined), new Promise<undefined>((resolve) => (this.#interrupt = resolve))])
    this.#variant = quote?.variant?.id ?? this.#variant
    if (quote && lines.some(({ token, price }) => token && price && withoutConsent(token) === quote.token && !sameMoney(price, quote.price))) {
      this.#choice.refuse(quote)
      offer.stepAside(Object.assign(new Error('The shop sells protection at another price than quoted'), { status: 422 }))
    }
    return quote
  }
}
