import { sameMoney, type Money } from '../money.ts'
import type { Cart, CartContent, CartHints } from './carts/cart.ts'
import { CartError } from './carts/cart-error.ts'
import { createEventsCart } from './carts/page-events.ts'
import { createFormCart } from './carts/form.ts'
import { createShopifyCart } from './carts/shopify.ts'
import { boughtQuote, cartTransition, changesFor, isSoldAtOtherPrice, mayBePaid, type CartEvent } from './cart-transition.ts'
import { ProtectionChosenEvent } from './choice.events.ts'
import { withoutConsent } from './consent.ts'
import { forgetQuote, forgetQuotes } from './forget-quotes.ts'
import { afterInput, countInput } from './input.ts'
import type { CartKind, OfferState, OfferStore } from './offer-store.ts'
import type { QuoteRequests } from './quote-requests.ts'
import { addressOf } from './quote.ts'
import { isOffline } from '../page/offline.ts'
import { holds, rightLine } from './reconcile.ts'

const createCart: Record<CartKind, () => Cart> = { shopify: createShopifyCart, form: createFormCart, events: createEventsCart }

/** After so many changes in a row, other code is changing the cart too. The loop stops until the cart changes again. */
const mostWrites = 3

/** Statuses by which a cart refuses to sell a variant. Other failures are temporary. */
const refusals = [400, 404, 422]

/** The one place that makes the cart follow the shopper's choice, and the offer follow the cart. */
export class CartSync {
  readonly cart: Cart
  /** Whether the cart has to be read anew. */
  #due = false
  #running = false
  #interrupt?: () => void
  #timer?: ReturnType<typeof setTimeout>
  /** The choice of the last event to the page. */
  #chosen?: string

  constructor(
    private readonly store: OfferStore,
    private readonly quotes: QuoteRequests,
    private readonly emit: (event: Event) => void,
  ) {
    this.cart = createCart[store.state.kind]()
    this.cart.watch(() => this.checkSoon())
    window.addEventListener('pageshow', ({ persisted }) => persisted && this.checkSoon())
  }

  /** Reads the cart soon, because other code may have changed it. Several calls in a row end in one run. */
  checkSoon(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.check(), 40)
  }

  /** Reads the cart anew and makes it right. Any number of calls end in one run. */
  check(): void {
    this.#due = true
    this.#interrupt?.()
    if (!this.#running) void this.#follow()
  }

  #dispatch(event: CartEvent): OfferState {
    this.store.dispatch(event, cartTransition)
    return this.store.state
  }

  async #follow(): Promise<void> {
    this.#running = true
    try {
      await this.#run()
      this.#dispatch({ type: 'cartFollowed' })
    } catch (error) {
      // Without a connection the page stays as it is, unless the shopper has just decided something.
      if (!isOffline() || this.store.state.decided) {
        this.store.dispatch({ type: 'cartFailed', offline: isOffline() })
        this.quotes.report(error)
      }
    }
    this.#running = false
    if (this.#due) this.check()
  }

  async #run(): Promise<void> {
    let written: CartContent | undefined
    let writes = 0
    let inputs = countInput()
    while (written || this.#due) {
      if (!written) this.#due = false
      const content = written ?? (await this.cart.read(this.#hints()))
      // After our own change, a request that has just failed is not repeated.
      this.#read(content, !written)
      written = undefined
      await this.#priced()
      if (this.#due) continue
      const { state: before } = this.store
      if (isSoldAtOtherPrice(before)) {
        this.#dispatch({ type: 'variantRefused', quote: before.quote! })
        this.quotes.report(new CartError('The shop sells protection at another price than quoted'))
      }
      const state = this.#dispatch({ type: 'priceCompared', offline: isOffline(), now: Date.now() })
      this.#tellPage(state)
      const bought = boughtQuote(state, Date.now())
      const changes = this.cart.write ? changesFor(state, Date.now()) : []
      // From now on an order may contain it: the form is sent, or the page adds it.
      if (bought && (changes.length || !this.cart.write)) forgetQuote(addressOf(this.store.state.proxy, bought.amount))
      if (!changes.length) {
        this.#dispatch({ type: 'cartConfirmed', now: Date.now() })
        continue
      }
      // The shopper changed their mind in between, maybe several times while the cart was slow.
      if (inputs !== (inputs = countInput())) writes = 0
      if (writes++ === mostWrites) throw new CartError('The cart does not keep what is put into it')
      this.#dispatch({ type: 'writeStarted' })
      written = await this.cart.write!(content, changes, this.#hints()).catch((error: unknown) => {
        const { status = 500 } = error as { status?: number }
        // The shop does not sell this variant; another may do.
        if (bought && refusals.includes(status)) this.#dispatch({ type: 'variantRefused', quote: bought })
        if (status < 500 || writes === mostWrites) throw error
        // The change may have been made although the request failed: read the cart.
        this.#due = true
        return undefined
      })
    }
  }

  #hints(): CartHints {
    const { hint, variant } = this.store.state
    return { ...hint, variant }
  }

  /** Takes what the cart holds, and requests its price. */
  #read(content: CartContent, again: boolean): void {
    if (mayBePaid(this.store.state, content)) forgetQuotes(this.store.state.proxy)
    this.#dispatch({ type: 'cartRead', content, afterInput: afterInput(), now: Date.now() })
    const { shippable } = content
    if (!shippable) return this.quotes.abort()
    this.#takeFromLine(content, shippable)
    this.quotes.request(shippable, again)
  }

  /** Takes the price of a line that another tab added. The terms on the line contain it. */
  #takeFromLine(content: CartContent, amount: Money): void {
    const { quote } = this.store.state
    const { token, terms, variant } = rightLine(content) ?? {}
    if (!terms || (quote && holds(quote, amount) && sameMoney(quote.price, terms.price))) return
    forgetQuote(addressOf(this.store.state.proxy, amount))
    this.quotes.take(amount, { ...terms, token: withoutConsent(token!), ...(variant !== undefined && { variant: { id: variant } }) })
  }

  /** Waits for the price of what the cart holds, as far as the cart depends on it and there is nothing newer to look at. */
  async #priced(): Promise<void> {
    const { checked, cart } = this.store.state
    if (!checked || !cart?.shippable) return
    let stop = () => {}
    await new Promise<void>((resolve) => {
      this.#interrupt = resolve
      const look = () => this.store.state.pending || resolve()
      stop = this.store.subscribe(look)
      look()
    })
    stop()
  }

  /** Tells the page what its cart should hold, if that has changed. */
  #tellPage(state: OfferState): void {
    const { checked } = state
    const bought = boughtQuote(state, Date.now())
    const chosen = checked ? `on ${bought && withoutConsent(bought.token)}` : undefined
    if (chosen === this.#chosen) return
    this.#chosen = chosen
    const event = new ProtectionChosenEvent(checked, bought)
    this.emit(event)
    if (!event.taking) return
    this.#dispatch({ type: 'writeStarted' })
    const isNewest = () => this.#chosen === chosen
    void event.taking.catch(() => isNewest() && this.#dispatch({ type: 'turnedDown', on: !!bought })).then(() => isNewest() && this.check())
  }
}
