import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit'
import { messages as en } from '../i18n/english/protection.ts'
import { formatMoney, type Money } from '../money.ts'
import { retryImport } from '../page/lazy.ts'
import { proxyOf } from '../proxy.ts'
import { themeStyles } from '../theme.styles.ts'
import { fill, speechOf, type Messages } from '../i18n/localize.ts'
import type { Agreement } from './consent.ts'
import type { ProtectionQuotedEvent, ProtectionUnavailableEvent } from './events.ts'
import type { ProtectionChosenEvent } from './choice.events.ts'
import type { FormControl } from './form-control.ts'
import { shownQuote, type CartKind } from './offer-store.ts'
import { offerOf, type Offer } from './offer.ts'
import { protectionStyles } from './protection.styles.ts'
import type { EarlyRequest } from './quote.ts'

const nothing: Money = { cents: 0, currency: 'USD' }

/** A click that a script makes, on the switch or on its label, is nobody's decision: answered with false, it does nothing and changes nothing. */
const isMeant = ({ isTrusted }: Event) => isTrusted

/**
 * Offers shipment protection for what ships in the cart: off until the shopper switches it on, with the price in sight. All elements
 * of a page show the same offer. Until the element is defined, reserve its height: docs/install/html.md has the rules for every layout and width.
 *
 * @element storefront-protection
 * @attr {'full' | 'compact'} [layout=full] - With the description below the name, or all in one line.
 * @attr {'comfortable' | 'cosy' | 'tight'} [density=comfortable] - How much room there is around it.
 * @attr {number} lost-after-days - After how many days without a scan a parcel counts as lost, for the dialog.
 * @attr {number} claim-within-days - Within how many days of delivery theft and damage are to be reported, for the dialog.
 * @attr {number} covers-up-to - The most that is paid for an order, in the smallest unit of the currency, for the dialog.
 * @slot - The shop's own words, shown until there is a price and whenever none can be had.
 * @slot coverage - What is covered, for the dialog; may be `hidden`, so that nobody sees it before.
 * @slot exclusions - What is not covered, for the dialog.
 * @slot provider - Who covers it, for the dialog.
 * @slot terms - Links to the terms, for the dialog.
 * @fires change - The shopper moved the switch; as from a native control, and not bubbling.
 * @fires {ProtectionChosenEvent} storefront-chosen - What the cart should hold changed; fired once for the page.
 * @fires {ProtectionQuotedEvent} storefront-quoted - A price came; fired once for the page.
 * @fires {ProtectionUnavailableEvent} storefront-unavailable - Nothing can be offered; fired once for the page.
 * @csspart offer - The box with all that follows.
 * @csspart switch - The switch or the checkbox itself.
 * @csspart choices - The two buttons of `look="buttons"`.
 * @csspart choice - Each of them.
 * @csspart label - The name of what is offered, as the cart's line has it.
 * @csspart shield - The drawing beside the name.
 * @csspart more - The button that opens the dialog.
 * @csspart price - What it costs.
 * @csspart description - What it covers, or what became of the shopper's choice.
 * @csspart aside - What stands there instead: the slot, or the status when a choice could not be kept.
 * @csspart status - What is announced.
 * @csspart dialog - The dialog that tells what is covered.
 * @csspart benefit - A card of the dialog: one thing that is covered.
 * @csspart limit - The most that is paid for an order.
 * @csspart close - The button that closes it.
 * @cssprop [--storefront-protection-height=calc(clamp(3.625em, (26em - 100vw) * 9, 5em) + max(2.75em, 44px))] - Height reserved from the first paint on, in every state; less by default with the compact layout.
 * @cssprop [--storefront-accent=currentColor] - Colour of the switch when on.
 * @cssprop [--storefront-on-accent=transparent] - Colour of its knob.
 * @cssprop [--storefront-surface=none] - Ground of the card; also of the dialog, unless that has its own.
 * @cssprop [--storefront-on-surface=inherit] - Text of the card; also of the dialog, unless that has its own.
 * @cssprop [--storefront-dialog-surface=Canvas] - Ground of the dialog.
 * @cssprop [--storefront-on-dialog-surface=CanvasText] - Text of the dialog.
 */
export class StorefrontProtection extends LitElement {
  static override properties = {
    proxy: {},
    cart: {},
    amount: { type: Number },
    currency: {},
    lines: {},
    pickup: { type: Boolean },
    maxRise: { type: Number, attribute: 'max-rise' },
    look: {},
    name: {},
    line: { attribute: false },
    messages: { attribute: false },
  }
  static override styles = [themeStyles, protectionStyles]
  static override shadowRootOptions = { ...LitElement.shadowRootOptions, delegatesFocus: true }
  static formAssociated = true

  /** Where the proxy answers unless an element's attribute says otherwise. */
  static proxy = ''

  /** Where the proxy answers. As an attribute it takes the origin of the page or of the script, or one that a script has named. */
  proxy?: string

  /** Who keeps the cart; found out where it is not said. */
  cart?: CartKind

  /** What ships, in the smallest unit of the currency; for Shopify a first hint, otherwise what the offer goes by. */
  amount?: number

  /** Currency of the amount, as "USD". */
  currency?: string

  /**
   * How many protection lines the page knows the cart to hold. With "0", an amount and a currency, the cart is not read before somebody
   * does something; otherwise at once.
   */
  lines?: string

  /** The shopper collects what they buy, so nothing ships. */
  pickup = false

  /** By how many percent the price may rise after the shopper agreed before they are asked again, if not 20. */
  maxRise?: number

  /** What the control looks like, and is called: a `switch`, a `checkbox`, or two equal `buttons`, to protect and to continue without. */
  look?: 'switch' | 'checkbox' | 'buttons'

  /** Name of the form field, if not `protection_quote`. */
  name?: string

  /** The protection line that the page's own cart holds, if any; for `cart="events"`. */
  line?: unknown

  /** Texts to use instead of the element's own. */
  messages?: Partial<Messages<'protection'>>

  /** A price that was requested before this code was there; used if it is the one needed. */
  declare earlyRequest?: EarlyRequest

  /** Whether the shopper wants protection. Setting it does nothing, since nobody but the shopper decides. */
  get checked(): boolean {
    return !!this.#offer?.store.state.checked
  }
  set checked(_: boolean) {
    // Without a setter, frameworks that set properties by the names of attributes would throw.
  }

  /** What kind of control it is; this and what follows is there once the offer follows the cart. */
  declare readonly type?: FormControl['type']

  /** The token that was chosen, with which a form is sent; empty while there is none. */
  declare readonly value?: FormControl['value']

  /** Whether it is switched off, as by its attribute. */
  declare disabled?: FormControl['disabled']

  /** The form that it belongs to. */
  declare readonly form?: FormControl['form']

  /** The labels that are for it. */
  declare readonly labels?: FormControl['labels']

  /** What is wrong with it, which is never anything: nothing of ours keeps a form from being sent. */
  declare readonly validity?: FormControl['validity']

  /** The same in words. */
  declare readonly validationMessage?: FormControl['validationMessage']

  /** Whether its form looks at its validity. */
  declare readonly willValidate?: FormControl['willValidate']

  /** Whether nothing is wrong with it. */
  declare checkValidity?: FormControl['checkValidity']

  /** The same, and tells the shopper otherwise. */
  declare reportValidity?: FormControl['reportValidity']

  #offer?: Offer
  /** What is on show, should the shopper agree to it. */
  #shown?: Pick<Agreement, 'price' | 'lang'> & { texts: string[] }
  #internals = this.attachInternals()

  override connectedCallback() {
    super.connectedCallback()
    this.requestUpdate()
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    this.#leave()
  }

  #leave() {
    this.#offer?.hosts.delete(this)
    this.#offer = undefined
  }

  /** A form that is reset takes the choice back. */
  formResetCallback() {
    this.#offer?.act({ type: 'switched', checked: false })
  }

  /** A fieldset around it was switched off or on. */
  formDisabledCallback() {
    this.requestUpdate()
  }

  /** The browser brings a form back as it was left; that is nobody's decision. */
  formStateRestoreCallback(state: unknown) {
    this.#offer?.act({ type: 'formRestored', wasOn: !!state })
  }

  protected override willUpdate(changed: PropertyValues<this>) {
    if (!this.isConnected) return
    const proxy = proxyOf(this)
    if (!proxy) return this.#leave()
    const offer = offerOf(proxy, this.cart ?? ('Shopify' in window ? 'shopify' : this.#internals.form ? 'form' : 'events'))
    if (offer === this.#offer && !changed.size) return
    this.#leave()
    this.#offer = offer
    offer.hosts.add(this)
    const { amount: cents, currency, lines, line, pickup, maxRise, earlyRequest } = this
    offer.take({ amount: cents && currency ? { cents, currency } : undefined, lines, line, pickup, maxRise }, earlyRequest)
    this.earlyRequest = undefined
  }

  protected override updated() {
    const { checked } = this
    const input = this.renderRoot.querySelector('input')
    if (input) {
      // Not a binding: the shopper moves the switch too, and a binding only writes what differs from its own last value.
      input.checked = checked
      input.disabled = this.matches(':disabled') || !(this.#shown || this.#offer?.store.state.answered)
    }
    this.toggleAttribute('checked', checked)
    this.#offer?.following?.updateHost(this, this.#internals)
  }

  override render(): TemplateResult {
    const offer = this.#offer
    const speech = speechOf(this, 'protection')
    const state = offer?.store.state
    const words = { ...offer?.following?.notices, ...en, ...speech?.words, ...this.messages }
    const lang = speech?.lang ?? 'en'
    // Words and price come at once.
    const quote = speech && state && shownQuote(state)
    this.#shown = quote && { price: quote.price, lang: speech.spoken ?? 'en', texts: [words.label, words.description] }
    // The first money that a page writes takes some milliseconds, which pass while the price is on its way.
    const say = (money = nothing) => formatMoney(money, lang)
    const price = say(quote?.price)
    const news = speech && state?.news
    const notice = news && fill(words[news.message] ?? '', { price: say(news.price), old: say(news.old) })
    const { pending, checked, answered } = state ?? {}
    const offered = speech && (quote || (pending && !answered && this.look !== 'buttons' && !this.#hasOwnWords()))
    // The price comes as a new text each time, since browsers take a text that changes its width at the end of a line for a shift.
    return html`
      <div id="stack" class=${(offered ? 'offered' : '') + (notice ? ' noticed' : '')}>
        <div part="aside" id="aside">
          <slot></slot>
          <p part="status" id="status" role="status" class="quiet">${notice && `${words.label} – ${notice}`}</p>
        </div>
        <div
          part="offer"
          id="offer"
          class=${checked && this.look !== 'buttons' ? 'card on' : 'card'}
          aria-busy=${!!pending}
          .onclick=${isMeant}
          @pointerover=${offer?.wake}
          @focusin=${offer?.wake}
        >
          <svg part="shield" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M12 2.75c2.4 1.9 4.9 2.7 7.75 2.9v5.6c0 4.7-3 8.1-7.75 10-4.75-1.9-7.75-5.3-7.75-10v-5.6c2.85-.2 5.35-1 7.75-2.9Z"></path>
            <path class="tick" d="m8.5 12 2.5 2.5 4.75-5"></path>
          </svg>
          <label part="label" id="name" for="switch">${words.label}</label>
          <b part="price" id="price" class="money" .textContent=${quote ? price : ''}></b>
          <span part="description" class="quiet" id="description"><span>${words.description}</span><span>${notice}</span></span>
          ${this.look === 'buttons' ? this.#renderChoices(words, price) : this.#renderSwitch()}
          <button part="more" id="more" class="link" type="button" aria-haspopup="dialog" @click=${this.#handleMore}>${words.more}</button>
        </div>
      </div>
    `
  }

  #renderSwitch() {
    return html`<input
      part="switch"
      id="switch"
      type="checkbox"
      autocomplete="off"
      role=${this.look === 'checkbox' ? 'checkbox' : 'switch'}
      aria-describedby="price description"
      @input=${(event: Event) => event.stopPropagation()}
      @change=${this.#handleChange}
    />`
  }

  #renderChoices({ protect, without }: typeof en, price: string) {
    const { checked, declined } = this.#offer?.store.state ?? {}
    const renderChoice = (text: string, chooses: boolean, isChosen = false) =>
      html`<button
        part="choice"
        type="button"
        aria-describedby="description"
        aria-pressed=${isChosen}
        @click=${(event: Event) => isMeant(event) && !isChosen && this.#choose(chooses)}
      >
        ${text}
      </button>`
    return html`<div part="choices" id="choices" role="group" aria-labelledby="name">
      ${renderChoice(fill(protect, { price }), true, checked)} ${renderChoice(without, false, declined)}
    </div>`
  }

  /** Whether the shop has words to show while there is no price. */
  #hasOwnWords(): boolean {
    return Array.from(this.childNodes).some((node) => !(node as Element).slot && node.textContent!.trim())
  }

  #handleChange(event: Event) {
    if (event.isTrusted) this.#choose((event.target as HTMLInputElement).checked)
    else this.requestUpdate()
  }

  #choose(checked: boolean) {
    this.#offer?.act({ type: 'switched', checked, declined: !checked, agreement: checked ? this.#agreement() : undefined })
    this.dispatchEvent(new Event('change'))
  }

  #agreement(): Agreement | undefined {
    if (!this.#shown) return undefined
    const { texts, ...shown } = this.#shown
    const slots = Array.from(this.querySelectorAll(':scope > [slot]'), ({ textContent }) => textContent.trim())
    const isOwn = slots.length || Object.keys(this.messages ?? {}).length
    return { at: new Date().toISOString(), ...shown, texts: isOwn ? [...texts, ...slots].join('\n') : undefined }
  }

  #handleMore() {
    retryImport(() => import('./coverage-dialog.ts')).then(
      ({ openCoverage }) => openCoverage(this, this.#shown?.price.currency ?? this.currency),
      // The words of the offer stand there all the same; nothing else is lost.
      () => this.#offer?.store.dispatch({ type: 'announced', news: { message: 'moreLater' } }),
    )
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
