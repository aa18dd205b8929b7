import { Task, TaskStatus } from '@lit/task'
import { html, LitElement, type PropertyValues } from 'lit'
import { property } from 'lit/decorators.js'
import type { Quote } from '../contract/protection.ts'
import { en, type ProtectionWords } from '../messages/en/protection.ts'
import { formatMoney } from '../money.ts'
import { themeStyles } from '../theme.styles.ts'
import { languageOf } from '../words.ts'
import type { ProtectionQuotedEvent, ProtectionUnavailableEvent } from './events.ts'
import type { ProtectionChosenEvent } from './keeping.events.ts'
import { offerOf, type Offer } from './offer.ts'
import { protectionStyles } from './protection.styles.ts'
import type { Asked } from './quotes.ts'

/**
 * Offers shipment protection for what ships in the cart: off until the shopper switches it on, with the price in sight. All elements
 * of a page show the same offer. Until the element is defined, reserve its height: `storefront-protection { display: block; min-block-size: 5.25em }`.
 *
 * @element storefront-protection
 * @slot - The shop's own words, shown until there is a price and whenever none can be had.
 * @fires change - The shopper moved the switch; as from a native control, and not bubbling.
 * @fires {ProtectionChosenEvent} storefront-chosen - What the cart should hold changed; fired once for the page.
 * @fires {ProtectionQuotedEvent} storefront-quoted - A price came; fired once for the page.
 * @fires {ProtectionUnavailableEvent} storefront-unavailable - Nothing can be offered; fired once for the page.
 * @csspart offer - The box with all that follows.
 * @csspart switch - The switch itself.
 * @csspart label - The name of what is offered, as the cart's line has it.
 * @csspart price - What it costs.
 * @csspart description - What it covers, or what became of the shopper's choice.
 * @csspart aside - What stands there instead: the slot, or the status when a choice could not be kept.
 * @csspart status - What is announced.
 * @cssprop [--storefront-protection-height=5.25em] - Room kept from the first paint on, in every state.
 * @cssprop [--storefront-accent=currentColor] - Colour of the switch when on.
 * @cssprop [--storefront-on-accent=Canvas] - Colour of its knob.
 */
export class StorefrontProtection extends LitElement {
  static override styles = [themeStyles, protectionStyles]
  static override shadowRootOptions = { ...LitElement.shadowRootOptions, delegatesFocus: true }
  static formAssociated = true

  /** Where the proxy answers unless an element's attribute says otherwise. */
  static proxy = ''

  /** Where the proxy answers. */
  @property() proxy?: string

  /** Who keeps the cart: `shopify`, `form` or `events`; found out where it is not said. */
  @property() cart?: 'shopify' | 'form' | 'events'

  /** What ships, in the smallest unit of the currency; for Shopify a first hint, otherwise what the offer goes by. */
  @property({ type: Number }) amount?: number

  /** Currency of the amount, as "USD". */
  @property() currency?: string

  /**
   * How many protection lines the page knows the cart to hold. With "0", an amount and a currency, the cart is not read before somebody
   * does something; otherwise at once.
   */
  @property() lines?: string

  /** Name of the form field, if not `protection_quote`. */
  @property() name?: string

  /** The protection line that the page's own cart holds, if any; for `cart="events"`. */
  @property({ attribute: false }) line?: unknown

  /** Texts to use instead of the element's own. */
  @property({ attribute: false }) messages?: Partial<ProtectionWords>

  /** A quote that was asked for before this code was there; used if it is the one needed. */
  declare asked?: Asked

  /** Whether the shopper wants protection. */
  get checked(): boolean {
    return !!this.#offer?.checked
  }

  #offer?: Offer
  #internals = this.attachInternals()

  #price = new Task(this, {
    args: () => [this.#offer?.answer] as const,
    task: ([answer]) => answer,
  })

  override connectedCallback() {
    super.connectedCallback()
    this.requestUpdate()
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    this.#offer?.hosts.delete(this)
    this.#offer = undefined
  }

  protected override willUpdate(changed: PropertyValues<this>) {
    if (!this.isConnected) return
    const proxy = this.proxy || (this.constructor as typeof StorefrontProtection).proxy
    const offer = offerOf(proxy, this.cart ? this.cart === 'shopify' : 'Shopify' in window)
    if (offer === this.#offer && !changed.size) return
    if (!proxy) console.warn('<storefront-protection> needs the attribute proxy')
    this.#offer?.hosts.delete(this)
    this.#offer = offer
    offer.hosts.add(this)
    const { amount: cents, currency, lines, line, asked } = this
    offer.take({ amount: cents && currency ? { cents, currency } : undefined, lines, line, asked })
    this.asked = undefined
  }

  protected override updated() {
    const { checked } = this
    // Not a binding: the shopper moves the switch too, and a binding only writes what differs from its own last value.
    this.renderRoot.querySelector('input')!.checked = checked
    this.toggleAttribute('checked', checked)
    this.#offer?.keeping?.reflect(this, this.#internals, this.#quote)
  }

  /** The quote on show, if it may be. */
  get #quote(): Quote | undefined {
    const { value } = this.#price
    return value && this.#offer?.offers(value) ? value : undefined
  }

  override render() {
    const quote = this.#quote
    const words = { ...en, ...this.messages }
    const lang = languageOf(this)
    const news = this.#offer?.news?.(words, lang)
    // The price comes as a new text each time, since browsers take a text that changes its width at the end of a line for a shift.
    return html`
      <div id="stack" class=${quote ? 'priced' : ''}>
        <div part="aside">
          <slot></slot>
          <p part="status" role="status" class="quiet">${news}</p>
        </div>
        <label part="offer" aria-busy=${this.#price.status === TaskStatus.PENDING} @pointerover=${this.#offer?.wake} @focusin=${this.#offer?.wake}>
          <input
            part="switch"
            type="checkbox"
            role="switch"
            aria-labelledby="label"
            aria-describedby="price description"
            @input=${(event: Event) => event.stopPropagation()}
            @change=${this.#handleChange}
          />
          <b part="label" id="label">${words.label}</b>
          <b part="price" id="price" .textContent=${quote ? formatMoney(quote.price, lang) : ''}></b>
          <span part="description" class="quiet" id="description"><span>${words.description}</span><span>${news}</span></span>
        </label>
      </div>
    `
  }

  #handleChange(event: Event) {
    this.#offer?.choose((event.target as HTMLInputElement).checked, this.#quote?.price)
    this.dispatchEvent(new Event('change'))
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'storefront-protection': StorefrontProtection
  }
  interface HTMLElementEventMap {
    'storefront-chosen': ProtectionChosenEvent
    'storefront-quoted': ProtectionQuotedEvent
    'storefront-unavailable': ProtectionUnavailableEvent
  }
}
