import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit'
import type { ResponseError } from '../contract/client.ts'
import type { OrderAction } from '../contract/order-protection.ts'
import type { TrackedOrder } from '../contract/tracking.ts'
import { messages as en } from '../i18n/english/tracking.ts'
import { speechOf, type Messages } from '../i18n/localize.ts'
import { retryImport } from '../page/lazy.ts'
import { loadAnalytics } from '../page/load-analytics.ts'
import { pageAddress, proxyOf } from '../proxy.ts'
import { panelStyles } from '../panel.styles.ts'
import { themeStyles } from '../theme.styles.ts'
import { OrderSettledEvent, OrderTrackedEvent, TrackingUnavailableEvent } from './events.ts'
import type { Mistakes } from './extras/form.ts'
import { loadedExtras, loadExtras } from './load-extras.ts'
import { orderLoopOf, type OrderLoop } from './order-loop.ts'
import { orderStoreOf, type OrderStore } from './order/order-store.ts'
import { keepTicket, keptProof, proofOf, takeProofFromAddress, type Proof } from './order/proof.ts'
import { renderScreen } from './screen.ts'
import { styles } from './tracking.styles.ts'
import { isGivenUp, type OrderHandlers, type TrackingWords } from './views/order-view.ts'

/** The attributes that prove that somebody may know. */
const proofs = ['orderKey', 'orderNumber', 'email', 'trackingNumber'] as const

/** The form that asks for a proof, once it is needed. */
let formPart: typeof import('./extras/form.ts') | undefined

/**
 * Where an order is, package by package, and what happened to it so far. Asks for the proof when the page gives none.
 *
 * @element storefront-tracking
 * @attr {boolean} [analytics=false] - Whether the element fires `storefront-analytics`.
 * @slot - The shop's own words, shown until the first answer, and while there can be none.
 * @slot header - Above the order.
 * @slot delivery-note - Below what the status of the first package means.
 * @slot support - In the place of the link to `contact-url`, where something is wrong with the first package.
 * @slot recommendations - Below the order.
 * @slot empty - Below the form.
 * @slot carrier-ups - In the place of a carrier's name, such as a logo; each carrier has one, named after it in small letters, with a dash for all others.
 * @fires {OrderTrackedEvent} storefront-tracked - The order on screen changed.
 * @fires {OrderSettledEvent} storefront-settled - All answers of the carriers are on screen.
 * @fires {StorefrontAnalyticsEvent} storefront-analytics - With `analytics`: an order was opened.
 * @fires {TrackingUnavailableEvent} storefront-unavailable - The proxy, or the service behind it, cannot be reached.
 * @csspart form - The look-up form; in it `field`, `input`, `or`, `error` and `submit`.
 * @csspart order - The head of an order; in it `title`, `protected`, `facts` and `sum`.
 * @csspart package - A card; also named by the phase of its package, such as `late`, or `unshipped`. In it `hero`, `body`, `meaning`, `help`, `links`,
 *   `number`, `items`, `route` and `history`.
 * @csspart hero - The answer at a glance: an `icon`, which is a badge on the picture `thumb` if there are several packages, and in `answer` the `name`, the `status`, the `headline`, and the date of its day, `exact`.
 * @csspart steps - How far a package has come: a list of `step`, one of them `present`. In the last one the `estimate`.
 * @csspart route - The towns that a package passed, and the one it goes to; each is a `town`.
 * @csspart number - The tracking number with the carrier's `mark` and the button `copy`.
 * @csspart primary - The main button: `submit`, `protect` or `unprotect`.
 * @csspart quiet - That a package was not scanned for longer than usual.
 * @csspart money - That an order is not paid yet, was refunded or cancelled; also named by its status, such as `refunded`. In it `status` and `meaning`.
 * @csspart outcome - The outcome of a claim about the order; also `awaiting`, `resolved` or `refused`. In it `facts`, `status`, `meaning`, `items` and
 *   `replacement`, which leads to the order that was sent instead.
 * @csspart protection - The state of the order's protection; also named by it, such as `protected` or `removing`. In it `status`, `meaning`, `fault`,
 *   `links`, the buttons `protect` and `ask`, and `confirm`, in which `unprotect` and `keep` stand.
 * @csspart timeline - What happened to a package; in it `day`, `event`, `date`, `time` and `place`.
 * @csspart more-packages - The button that shows more packages.
 * @csspart more - What else can be done with the order, once it is opened; in it `calendar`, `share` and `print`.
 * @csspart notice - The line that says what changed, or that there is no connection.
 * @cssprop [--storefront-accent=currentColor] - Colour of the steps taken and of the main button.
 * @cssprop [--storefront-on-accent=Canvas] - Colour on top of the accent.
 * @cssprop [--storefront-surface=none] - Ground of cards; set it with their text.
 * @cssprop [--storefront-on-surface=inherit] - Text of cards.
 * @cssprop [--storefront-line] - Edges; by default a light tint of the text.
 * @cssprop [--storefront-soft] - Grounds of less weight; by default a lighter tint of the text.
 * @cssprop [--storefront-muted] - Texts of less weight; by default the text, lighter as far as it stays readable.
 * @cssprop [--storefront-good] - What went well; by default a green as dark or light as the text.
 * @cssprop [--storefront-warning] - What needs attention; by default an amber as dark or light as the text.
 * @cssprop [--storefront-problem] - Errors and what went wrong; by default a red as dark or light as the text.
 * @cssprop [--storefront-radius=0.75em] - Corners of cards.
 * @cssprop [--storefront-control-radius=0.5em] - Corners of buttons and fields.
 * @cssprop [--storefront-gap=1em] - Space between parts.
 * @cssprop [--storefront-heading-font=inherit] - Font of headings.
 * @cssprop [--storefront-heading-weight=650] - Weight of headings.
 * @cssprop [--storefront-type-scale=1.25] - How much each step of headings is larger than the one before.
 * @cssprop [--storefront-tracking-space=clamp(32em, 60em - 60cqi, 44em)] - Height held until the first answer.
 */
export class StorefrontTracking extends LitElement {
  static override properties = {
    proxy: {},
    orderKey: { attribute: 'order-key' },
    orderNumber: { attribute: 'order-number' },
    email: {},
    trackingNumber: { attribute: 'tracking-number' },
    fromUrl: { type: Boolean, attribute: 'from-url' },
    claimUrl: { attribute: 'claim-url' },
    contactUrl: { attribute: 'contact-url' },
    messages: { attribute: false },
  }
  static override styles = [themeStyles, panelStyles, ...styles]

  /** The address of the proxy for all elements of this kind that set none of their own. */
  static proxy = ''

  /** Where the proxy answers. As an attribute it takes the origin of the page or of the script, or one that a script has named. */
  proxy?: string

  /** The key of a tracking link. */
  orderKey?: string

  /** The order number, as printed in the confirmation; proves nothing without `email`. */
  orderNumber?: string

  /** The address that the order was placed with. */
  email?: string

  /** A carrier's tracking number; shows where the package is and nothing of the order. */
  trackingNumber?: string

  /** Reads `key`, `order_number`, `email` or `tracking_number` from the page's address, and cleans it. */
  fromUrl?: boolean

  /** Where the shop takes claims: `http`, `https` or relative. */
  claimUrl?: string

  /** Where shoppers write to the shop: `http`, `https` or relative. */
  contactUrl?: string

  /** Texts that replace the element's own. */
  messages?: Partial<Messages<'tracking'>>

  /** The order on screen, if any. */
  get tracked(): TrackedOrder | undefined {
    return this.#loop?.state.order
  }

  /** Asks again; the order on screen stays there meanwhile. */
  async refresh() {
    await this.#loop?.refresh()
  }

  #store?: OrderStore | undefined
  #unsubscribe?: () => void
  /** The loop of the order that this element shows. */
  #loop?: OrderLoop | undefined
  /** The part of the loop's state of which events were fired. */
  #reported = { revision: 0, isSettled: false, isUnavailable: false, ticket: '' }

  /** The proof that the shopper gave to this element, in the form or by the page's address; it wins over the attributes. */
  #given?: Proof | undefined
  #isTyped = false
  #mistakes: Mistakes = {}
  /** Whether the title gets the focus with the next update, because the place of the focus goes. */
  #focusesTitle = false
  #listening?: AbortController

  #handlers: OrderHandlers = {
    say: (text) => this.#loop!.dispatch({ type: 'said', text }),
    toggle: (id, isOpen) => this.#loop!.toggle(id, isOpen),
    extend: () => this.#loop!.dispatch({ type: 'extended' }),
    leaveFor: (key) => {
      this.addEventListener('storefront-tracked', () => void this.#focus('h2'), { once: true })
      if (key) this.orderKey = key
    },
    confirm: (isAsking) => {
      this.#loop!.dispatch({ type: 'protection-changed', change: isAsking ? { isAsking } : {} })
      void this.#focusUnlessElsewhere(isAsking ? '#confirm' : '[part~=ask]')
    },
    changeProtection: (action) => void this.#changeProtection(action),
    more: () => void loadExtras().then(() => this.requestUpdate()),
  }

  get #baseUrl() {
    return proxyOf(this)
  }

  get #attributes(): Proof {
    return { key: this.orderKey, order_number: this.orderNumber, email: this.email, tracking_number: this.trackingNumber }
  }

  get #proof() {
    return this.#given ?? proofOf(this.#attributes) ?? this.#store?.state.given
  }

  override connectedCallback() {
    super.connectedCallback()
    loadAnalytics(this)
    const { signal } = (this.#listening = new AbortController())
    for (const type of ['focus', 'hashchange', 'popstate']) window.addEventListener(type, this.#handleReturn, { signal })
    this.requestUpdate()
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    this.#listening?.abort()
    this.#loop?.leave(this)
    this.#unsubscribe?.()
    this.#loop = this.#store = undefined
  }

  override willUpdate(changed: PropertyValues<this>) {
    if (this.hasUpdated && proofs.some((name) => changed.has(name))) this.#given = undefined
    const { proof, state } = this.#loop ?? {}
    // The page was loaded anew after its ticket had run out.
    if (state?.misses && proof?.ticket && !state.order) this.#forget()
    void this.#follow()
    const { adoptedStyleSheets } = this.shadowRoot!
    for (const { styleSheet } of [formPart?.formStyles ?? [], loadedExtras()?.extrasStyles ?? []].flat())
      if (!adoptedStyleSheets.includes(styleSheet!)) adoptedStyleSheets.push(styleSheet!)
    // The form goes with the first answer, and the focus in it would go with the form.
    if (this.tracked && !this.renderRoot.querySelector('[part=order]') && this.shadowRoot!.activeElement) this.#focusesTitle = true
  }

  override updated() {
    if (this.#focusesTitle) this.renderRoot.querySelector('h2')?.focus()
    this.#focusesTitle = false
    this.#report()
  }

  override render(): TemplateResult {
    const speech = speechOf(this, 'tracking')
    // Words of another language are on their way.
    if (!speech || !this.#store) return html`<div part="root" data-empty><slot></slot></div>`
    const { lang } = speech
    const words: TrackingWords = { ...en, ...speech.words, ...this.messages }
    const state = this.#loop?.state
    const proof = this.#proof
    const view = state && {
      state,
      words,
      lang,
      // A cancelled or refunded order can have no claim.
      claimUrl: state.order && isGivenUp(state.order) ? '' : pageAddress(this.claimUrl),
      contactUrl: pageAddress(this.contactUrl),
      readsAddress: !!this.fromUrl,
      hasKey: !!proof?.key,
      extras: loadedExtras(),
      handlers: this.#handlers,
    }
    const renderForm = (problem: unknown, isBusy: boolean) => {
      if (!formPart) void this.#loadForm()
      return formPart?.renderForm({
        words,
        lang,
        known: this.#given ?? this.#attributes,
        found: this.#store!.state.found,
        mistakes: this.#mistakes,
        problem: problem as ResponseError | undefined,
        isBusy,
        handleSubmit: this.#handleSubmit,
      })
    }
    return renderScreen(view, proof, this.#isTyped, renderForm, proof === this.#store.state.given && this.#handleAnother)
  }

  /** Shows the order of the present proof. Resolves with the answer of an order that was not shown before. */
  #follow(): Promise<void> | undefined {
    const baseUrl = this.isConnected ? this.#baseUrl : ''
    const store = baseUrl ? orderStoreOf(baseUrl) : undefined
    if (store !== this.#store) {
      this.#unsubscribe?.()
      this.#store = store
      this.#readPage()
      this.#unsubscribe = store?.subscribe(() => this.requestUpdate())
    }
    const proof = this.#proof
    const loop = store && proof && orderLoopOf(store, baseUrl, proof)
    if (loop === this.#loop) return undefined
    this.#loop?.leave(this)
    this.#loop = loop
    this.#reported = { revision: loop?.state.revision ?? 0, isSettled: false, isUnavailable: false, ticket: '' }
    return loop?.join(this)
  }

  /** Fires the events of what is on screen now, each once. */
  #report() {
    const loop = this.#loop
    if (!loop) return
    const { order, problem, outages, revision, isSettled } = loop.state
    const reported = this.#reported
    this.#reported = { revision, isSettled, isUnavailable: outages > 0, ticket: order?.ticket ?? '' }
    if (outages && !reported.isUnavailable) this.dispatchEvent(new TrackingUnavailableEvent(problem))
    if (!order) return
    if (order.ticket !== reported.ticket && this.#proof === this.#store!.state.given) keepTicket(order.ticket, loop.baseUrl)
    if (revision !== reported.revision) this.dispatchEvent(new OrderTrackedEvent(order))
    if (isSettled && !reported.isSettled) this.dispatchEvent(new OrderSettledEvent(order))
  }

  #give(proof: Proof) {
    this.#given = proof
    this.#store?.dispatch({ type: 'given', proof })
  }

  #forget() {
    this.#given = undefined
    this.#store?.dispatch({ type: 'forgotten' })
    keepTicket()
  }

  #handleReturn = ({ type }: Event) => {
    this.#readPage(type === 'popstate')
    this.requestUpdate()
  }

  /** Takes a proof from the page's address or from the tab's history, if there is one. */
  #readPage(isBack = false) {
    const store = this.#store
    if (!store) return
    const found = this.fromUrl ? takeProofFromAddress() : undefined
    if (found) store.dispatch({ type: 'found', found })
    const kept = keptProof(this.#baseUrl)
    // Back from the order that was sent instead.
    const proof = this.fromUrl && ((found && proofOf(found)) ?? (isBack && kept))
    if (proof) this.#give(proof)
    else if (kept && !store.state.given) store.dispatch({ type: 'given', proof: kept })
  }

  /** Loads the form. If it cannot be loaded, the shop's own words stand there until somebody comes back to the page. */
  async #loadForm() {
    formPart = await retryImport(() => import('./extras/form.ts')).catch(() => undefined)
    if (formPart) this.requestUpdate()
  }

  #handleSubmit = async (event: SubmitEvent) => {
    event.preventDefault()
    const { proof, mistakes } = formPart!.readForm(event.target as HTMLFormElement)
    this.#mistakes = mistakes
    if (proof) {
      this.#isTyped = true
      this.#give(proof)
      await (this.#follow() ?? this.refresh())
    }
    await this.#focus(this.tracked ? 'h2' : '[aria-invalid]')
  }

  #handleAnother = async () => {
    for (const name of proofs) this[name] = undefined
    this.#forget()
    this.#isTyped = false
    await this.#loadForm()
    await this.#focus('input')
  }

  async #changeProtection(action: OrderAction) {
    const loop = this.#loop!
    const result = await loadedExtras()!.changeProtection(action, loop)
    if (result === 'done' || result === 'protect_refused' || result === 'unprotect_refused') await this.#focusUnlessElsewhere('#protection')
  }

  async #focus(selector: string) {
    this.requestUpdate()
    await this.updateComplete
    this.renderRoot.querySelector<HTMLElement>(selector)?.focus()
  }

  /** Moves the focus on, unless the shopper has moved it elsewhere on the page meanwhile. */
  async #focusUnlessElsewhere(selector: string) {
    const { activeElement } = this.getRootNode() as Document | ShadowRoot
    if (!activeElement || activeElement === this || activeElement === document.body) await this.#focus(selector)
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'storefront-tracking': StorefrontTracking
  }
}
