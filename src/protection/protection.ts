import { LitElement, type PropertyValues, type TemplateResult } from 'lit'
import { retryImport } from '../page/lazy.ts'
import { loadAnalytics } from '../page/load-analytics.ts'
import { proxyOf } from '../proxy.ts'
import { themeStyles } from '../theme.styles.ts'
import type { Messages } from '../i18n/localize.ts'
import { agreementTo } from './agreement.ts'
import type { ProtectionQuotedEvent, ProtectionUnavailableEvent } from './events.ts'
import type { ProtectionChosenEvent } from './choice.events.ts'
import type { FormControl } from './form-control.ts'
import type { CartKind } from './offer-store.ts'
import type { Look } from './control.ts'
import { controlStyles } from './control.styles.ts'
import { layoutStyles } from './layout.styles.ts'
import { offerOf, type Offer } from './offer.ts'
import { offerStyles } from './offer.styles.ts'
import { renderOffer, viewOf, type OfferView } from './offer-view.ts'
import { takeFromPage, type EarlyRequest } from './quote.ts'
import type { Quote } from '../contract/protection.ts'

/**
 * Offers shipment protection for what ships in the cart: off until the shopper switches it on, with the price in sight. All elements
 * of a page show the same offer. Until the element is defined, reserve its height: docs/install/html.md has the rules for every layout and width.
 *
 * @element storefront-protection
 * @attr {'full' | 'compact'} [layout=full] - With the description below the name, or all in one line.
 * @attr {'comfortable' | 'cosy' | 'tight'} [density=comfortable] - How much room there is around it.
 * @attr {boolean} [analytics=false] - Whether the element fires `storefront-analytics`.
 * @attr {number} lost-after-days - After how many days without a scan a parcel counts as lost, for the dialog.
 * @attr {number} claim-within-days - Within how many days of delivery theft and damage are to be reported, for the dialog.
 * @attr {number} covers-up-to - The most that is paid for an order, in the smallest unit of the currency, for the dialog.
 * @slot - The shop's own words, shown until there is a price and whenever none can be had.
 * @slot coverage - What is covered, for the dialog; may be `hidden`, so that only the dialog shows it.
 * @slot exclusions - What is not covered, for the dialog.
 * @slot provider - Who covers it, for the dialog.
 * @slot terms - Links to the terms, for the dialog.
 * @fires change - The shopper moved the switch; as from a native control, and not bubbling.
 * @fires {ProtectionChosenEvent} storefront-chosen - What the cart should hold changed; fired once for the page.
 * @fires {ProtectionQuotedEvent} storefront-quoted - A price came; fired once for the page.
 * @fires {ProtectionUnavailableEvent} storefront-unavailable - Nothing can be offered; fired once for the page.
 * @fires {StorefrontAnalyticsEvent} storefront-analytics - With `analytics`: the offer was shown, chosen or taken off; `name` says which.
 * @csspart offer - The box with all that follows.
 * @csspart switch - The switch or the checkbox itself. Its track with the knob is `::part(switch)::before`, the tick of the checkbox `::part(switch)::after`.
 * @csspart choices - The two buttons of `look="buttons"`.
 * @csspart choice - Each of them. The tick of the chosen one is `::part(choice)::before`.
 * @csspart label - The name of what is offered, as the cart's line has it.
 * @csspart shield - The drawing beside the name, with its tile.
 * @csspart more - The button that opens the dialog.
 * @csspart state - Whether the cart has it, in a word.
 * @csspart price - What it costs. Its place while it is not known is `::part(price)::before`.
 * @csspart description - What it covers, or what became of the shopper's choice.
 * @csspart aside - What stands there instead: the slot, or the status when a choice could not be kept.
 * @csspart status - What is announced.
 * @csspart dialog - The dialog with the cover and its limits.
 * @csspart benefit - A card of the dialog: one thing that is covered.
 * @csspart limit - The most that is paid for an order.
 * @csspart close - The button that closes it.
 * @cssprop [--storefront-protection-height=6.125em] - Height reserved from the first paint on, in every state. By default 7.25em where the card is narrower than 25.5em, 8.625em where it is narrower than 21em, 9.375em where it is narrower than 15.5em, and less with the compact layout.
 * @cssprop [--storefront-good=green] - Colour of the switch, the card and the word once protection is on; by default a green as dark or light as the text.
 * @cssprop [--storefront-accent=currentColor] - Colour of the tile of the shield and of the link.
 * @cssprop [--storefront-on-accent=transparent] - Colour of its knob, and of the shield, which is black or white by default.
 * @cssprop [--storefront-surface=none] - Ground of the card; also of the dialog, unless that has its own.
 * @cssprop [--storefront-on-surface=inherit] - Text of the card; also of the dialog, unless that has its own.
 * @cssprop [--storefront-line] - Edges; by default a light tint of the text.
 * @cssprop [--storefront-soft] - Grounds of less weight; by default a lighter tint of the text.
 * @cssprop [--storefront-muted] - Texts of less weight; by default the text, lighter as far as it stays readable.
 * @cssprop [--storefront-radius=0.75em] - Corners of cards.
 * @cssprop [--storefront-control-radius=0.5em] - Corners of buttons and fields.
 * @cssprop [--storefront-heading-font=inherit] - Font of the headings of the dialog.
 * @cssprop [--storefront-heading-weight=650] - Weight of the headings of the dialog.
 * @cssprop [--storefront-type-scale=1.25] - How much each step of headings is larger than the one before.
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
    quote: { type: Object },
    line: { attribute: false },
    messages: { attribute: false },
  }
  static override styles = [themeStyles, layoutStyles, offerStyles, controlStyles]
  static override shadowRootOptions = { ...LitElement.shadowRootOptions, delegatesFocus: true }
  static formAssociated = true

  /** The address of the proxy for all elements of this kind that set none of their own. */
  static proxy = ''

  /** Where the proxy answers. As an attribute it takes the origin of the page or of the script, or one that a script has named. */
  proxy?: string

  /** The kind of cart: `shopify`, `form` or `events`; if absent, the element detects it. */
  cart?: CartKind

  /** The value of what ships, in the smallest unit of the currency. For Shopify only until the cart is read. */
  amount?: number

  /** Currency of the amount, as "USD". */
  currency?: string

  /**
   * How many protection lines the page knows the cart to hold. With "0", an amount and a currency, the cart is not read before the first
   * action of the shopper; otherwise at once.
   */
  lines?: string

  /** The shopper collects what they buy, so nothing ships. */
  pickup = false

  /** By how many percent the price may rise after the shopper agreed before they are asked again, if not 20. */
  maxRise?: number

  /** What the control looks like, and is called: a `switch`, a `checkbox`, or two equal `buttons`, to protect and to continue without. */
  look?: Look

  /** Name of the form field, if not `protection_quote`. */
  name?: string

  /** The price for the amount, if the server of the page has requested it already: the proxy's answer, as JSON. The element then requests none. */
  quote?: Quote

  /** The protection line that the page's own cart holds, if any; for `cart="events"`. */
  line?: unknown

  /** Texts that replace the element's own. */
  messages?: Partial<Messages<'protection'>>

  /** A price that was requested before this code was there; used if it is the one needed. */
  declare earlyRequest?: EarlyRequest

  /** Whether the shopper wants protection. Setting it does nothing, since only the shopper decides. */
  get checked(): boolean {
    return !!this.#offer?.store.state.checked
  }
  set checked(_: boolean) {
    // Without a setter, frameworks that set properties by the names of attributes would throw.
  }

  /** Always `checkbox`. This and the members below exist once the offer follows the cart. */
  declare readonly type?: FormControl['type']

  /** The token that was chosen, with which a form is sent; empty while there is none. */
  declare readonly value?: FormControl['value']

  /** Whether it is switched off, as by its attribute. */
  declare disabled?: FormControl['disabled']

  /** The form that it belongs to. */
  declare readonly form?: FormControl['form']

  /** The labels that are for it. */
  declare readonly labels?: FormControl['labels']

  /** Always valid: the element never keeps a form from being sent. */
  declare readonly validity?: FormControl['validity']

  /** Always empty, because the element is always valid. */
  declare readonly validationMessage?: FormControl['validationMessage']

  /** Whether its form looks at its validity. */
  declare readonly willValidate?: FormControl['willValidate']

  /** Whether nothing is wrong with it. */
  declare checkValidity?: FormControl['checkValidity']

  /** The same as `checkValidity()`. */
  declare reportValidity?: FormControl['reportValidity']

  #offer?: Offer
  /** What is on show, and what the shopper agrees to. */
  #view?: OfferView
  #internals = this.attachInternals()

  override connectedCallback() {
    super.connectedCallback()
    loadAnalytics(this)
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

  /** The browser restores a form. The shopper has not decided anything. */
  formStateRestoreCallback(state: unknown) {
    this.#offer?.act({ type: 'formRestored', wasOn: !!state })
  }

  protected override willUpdate(changed: PropertyValues<this>) {
    this.#join(changed)
    this.#view = viewOf(this, this.#offer)
  }

  /** Joins the offer that its attributes name, and tells it what else they say. */
  #join(changed: PropertyValues<this>) {
    if (!this.isConnected) return
    const proxy = proxyOf(this)
    if (!proxy) return this.#leave()
    const offer = offerOf(proxy, this.cart ?? ('Shopify' in window ? 'shopify' : this.#internals.form ? 'form' : 'events'))
    if (offer === this.#offer && !changed.size) return
    this.#leave()
    this.#offer = offer
    offer.hosts.add(this)
    if (changed.has('quote')) takeFromPage(proxy, this.quote)
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
      input.disabled = this.matches(':disabled') || !(this.#view!.price || this.#offer?.store.state.answered)
    }
    this.toggleAttribute('checked', checked)
    this.#offer?.following?.updateHost(this, this.#internals)
  }

  override render(): TemplateResult {
    return renderOffer(this.#view!, this.look, this.#choose, this.#openCoverage, this.#offer?.wake)
  }

  readonly #choose = (checked: boolean) => {
    this.#offer?.act({ type: 'switched', checked, declined: !checked, agreement: checked ? agreementTo(this.#view!, this) : undefined })
    this.dispatchEvent(new Event('change'))
  }

  readonly #openCoverage = () => {
    retryImport(() => import('./coverage-dialog.ts')).then(
      ({ openCoverage }) => openCoverage(this, this.#view!.price?.currency ?? this.currency),
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
