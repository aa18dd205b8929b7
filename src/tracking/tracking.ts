import { initialState, Task, TaskStatus } from '@lit/task'
import { html, LitElement, nothing, type PropertyValues } from 'lit'
import { property } from 'lit/decorators.js'
import { ResponseError } from '../contract/client.ts'
import { tracking, type TrackedOrder } from '../contract/tracking.ts'
import { en, type TrackingWords } from '../messages/en/tracking.ts'
import { connect } from '../proxy.ts'
import { themeStyles } from '../theme.styles.ts'
import { fill, languageOf } from '../words.ts'
import { OrderSettledEvent, OrderTrackedEvent, TrackingUnavailableEvent } from './events.ts'
import { readForm, renderForm, type Mistakes } from './form.ts'
import { lookups, proofOf, takeProofFromAddress, type Proof } from './lookups.ts'
import { renderOrder } from './order.ts'
import { sleep, untilSettled } from './settling.ts'
import { styles } from './tracking.styles.ts'

/** The attributes that prove that somebody may know. */
const proofs = ['orderKey', 'orderNumber', 'email', 'trackingNumber'] as const

/**
 * Where an order is, package by package, and what happened to it so far. Asks for the proof when the page gives none.
 *
 * @element storefront-tracking
 * @slot - The shop's own words; they stand here until the first answer, and while there can be none.
 * @fires {OrderTrackedEvent} storefront-tracked - The order on screen is another than before.
 * @fires {OrderSettledEvent} storefront-settled - All that the carriers had to tell is on screen.
 * @fires {TrackingUnavailableEvent} storefront-unavailable - The proxy, or the service behind it, cannot be reached.
 * @csspart form - The look-up form; in it `field`, `input`, `or`, `error` and `submit`.
 * @csspart order - The head of an order; in it `title`, `protected`, `facts` and `sum`.
 * @csspart package - A card; also named by how its package stands, such as `late` or `unshipped`. In it `name`, `status`, `estimate`,
 *   `steps`, `meaning`, `links`, `items` and `history`.
 * @csspart step - One step of the bar; also `done` or `current`.
 * @csspart timeline - What happened to a package; in it `day`, `event`, `time` and `place`.
 * @csspart notice - The line that tells what changed, or that there is no connection.
 * @cssprop [--storefront-accent=currentColor] - Colour of the steps taken and of the main button.
 * @cssprop [--storefront-on-accent=Canvas] - Colour on top of the accent.
 */
export class StorefrontTracking extends LitElement {
  static override styles = [themeStyles, styles]

  /** Where the proxy answers, unless the element's attribute says otherwise. */
  static proxy = ''

  /** Where the proxy answers. */
  @property() proxy?: string

  /** The key of a tracking link. */
  @property({ attribute: 'order-key' }) orderKey?: string

  /** The order number, as printed in the confirmation; proves nothing without `email`. */
  @property({ attribute: 'order-number' }) orderNumber?: string

  /** The address that the order was placed with. */
  @property() email?: string

  /** A carrier's tracking number; shows where the package is and nothing of the order. */
  @property({ attribute: 'tracking-number' }) trackingNumber?: string

  /** Reads `key`, `order_number`, `email` or `tracking_number` from the page's address, and cleans it. */
  @property({ type: Boolean, attribute: 'from-url' }) fromUrl?: boolean

  /** Where the shop takes claims. */
  @property({ attribute: 'claim-url' }) claimUrl?: string

  /** Words that take the place of ours. */
  @property({ attribute: false }) messages?: Partial<TrackingWords>

  /** The order on screen, if any. */
  get tracked(): TrackedOrder | undefined {
    return lookups.answers.get(this.#question)
  }

  /** Asks again; what is on screen stays there meanwhile. */
  async refresh() {
    await this.#tracking.run()
  }

  /** Asks for the order. The answer is the page's (see `lookups`); whether and why it is missing stands here. */
  #tracking = new Task(this, {
    args: () => [this.#question] as const,
    task: async ([question], { signal }) => {
      const proof = this.#proof
      if (!proof) return initialState
      const held = this.tracked
      const { trackOrder } = this.#api
      // A ticket is no try at guessing; once it has run out, the proof is given again.
      const byTicket =
        held && trackOrder({ ticket: held.ticket }, { signal }).catch((problem: unknown) => (isOutage(problem) ? Promise.reject(problem as Error) : undefined))
      const order = (await byTicket) ?? (await trackOrder(proof, { signal }))
      signal.throwIfAborted()
      lookups.answers.set(question, order)
      void this.#tell(question, order, held)
      this.#outages = 0
      return order
    },
    onError: (problem) => {
      if ((isOutage(problem) || isOff(problem)) && !this.#outages++) this.dispatchEvent(new TrackingUnavailableEvent(problem))
    },
  })

  /** What the shopper gave to this element, in the form or by the page's address; it wins over the attributes. */
  #given?: Proof
  #isTyped = false
  #mistakes: Mistakes = {}
  #announcement = ''
  #outages = 0
  /** The questions for which scans were waited for, and for which all was told. */
  #waited = ''
  #settled = ''
  #listening?: AbortController

  constructor() {
    super()
    // Waits for the proxy to come back, first five seconds, at last a minute; or for the carriers' scans. Then the order is asked for again.
    new Task(this, {
      args: () => [this.#isWatched && (isOutage(this.#problem) ? this.#problem : this.#unsettled)] as const,
      task: async ([awaited], { signal }) => {
        if (!awaited) return initialState
        if (typeof awaited !== 'string') return sleep(Math.min(60_000, 2_500 * 2 ** this.#outages), signal)
        await untilSettled((wait) => this.#api.trackEnrichment({ ticket: awaited, wait }, { signal }), signal)
        this.#waited = this.#question
      },
      onComplete: () => void this.refresh(),
    })
  }

  get #baseUrl() {
    return this.proxy || (this.constructor as typeof StorefrontTracking).proxy
  }

  get #api() {
    return connect(tracking, this.#baseUrl)
  }

  get #attributes(): Proof {
    return { key: this.orderKey, order_number: this.orderNumber, email: this.email, tracking_number: this.trackingNumber }
  }

  get #proof() {
    return this.#given ?? proofOf(this.#attributes) ?? lookups.given
  }

  get #question() {
    return this.#proof ? JSON.stringify([this.#baseUrl, this.#proof]) : ''
  }

  get #words(): TrackingWords {
    return { ...en, ...this.messages }
  }

  /** The ticket of an order whose scans nobody has waited for yet. */
  get #unsettled() {
    const order = this.tracked
    return this.#waited !== this.#question && !order?.all_settled && order?.ticket
  }

  get #isWatched() {
    return this.isConnected && !document.hidden
  }

  get #isBusy() {
    return this.#tracking.status === TaskStatus.PENDING
  }

  /** Why there is no answer, or no newer one; an outage stays named while it is asked again. */
  get #problem() {
    const { error } = this.#tracking
    return this.#isBusy && !isOutage(error) ? undefined : error
  }

  override connectedCallback() {
    super.connectedCallback()
    this.#listening = new AbortController()
    for (const type of ['focus', 'online', 'hashchange', 'visibilitychange'])
      window.addEventListener(type, this.#handleReturn, { signal: this.#listening.signal, capture: true })
    this.#handleReturn()
    if (this.hasUpdated) void this.refresh()
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    this.#listening?.abort()
    this.#tracking.abort()
    // What waits by the clock sees that nobody watches.
    this.requestUpdate()
  }

  override willUpdate(changed: PropertyValues<this>) {
    if (this.hasUpdated && proofs.some((name) => changed.has(name))) this.#given = undefined
  }

  override render() {
    const words = this.#words
    const lang = languageOf(this)
    const order = this.tracked
    const problem = this.#problem
    const isOut = isOutage(problem)
    // The form stands where the shopper has to say something, the shop's own words where nothing can be said.
    const isForm = !order && !isOff(problem) && (!this.#proof || this.#isTyped || (problem && !isOut))
    return html`<div part="root" aria-busy=${this.#isBusy}>
      ${order ? renderOrder(order, { words, lang, claimUrl: this.claimUrl, copy: this.#handleCopy }) : nothing}
      ${isForm ? renderForm(words, this.#attributes, this.#mistakes, problem && !isOut ? sentenceFor(problem as ResponseError, words) : '', this.#isBusy, this.#handleSubmit) : nothing}
      ${order || (isForm && !isOut) ? nothing : html`<slot></slot>${this.#isBusy ? html`<p class="quiet">${words.finding}</p>` : nothing}`}
      <div part="actions">
        ${order ? html`<button part="refresh" aria-disabled=${this.#isBusy} @click=${this.#handleRefresh}>${words.refresh}</button>` : nothing}
        ${order && this.#proof === lookups.given ? html`<button part="link another" @click=${this.#handleAnother}>${words.another}</button>` : nothing}
        <span class="quiet" part="notice" role="status">${isOut ? words.unavailable : order ? this.#announcement : nothing}</span>
      </div>
    </div>`
  }

  /** Says what is new, once it is on screen. */
  async #tell(question: string, order: TrackedOrder, held?: TrackedOrder) {
    const isNew = !isSame(order, held)
    // The form goes with the first answer, and the focus in it would go with the form.
    const inForm = !held && this.shadowRoot!.activeElement
    this.#announcement = held || this.#outages ? this.#words[isNew ? 'new_update' : 'nothing_new'] : ''
    this.requestUpdate()
    await (inForm ? this.#focus('h2') : this.updateComplete)
    if (isNew) this.dispatchEvent(new OrderTrackedEvent(order))
    if ((order.all_settled || this.#waited === question) && this.#settled !== question) {
      this.#settled = question
      this.dispatchEvent(new OrderSettledEvent(order))
    }
  }

  #handleReturn = () => {
    const proof = this.fromUrl && takeProofFromAddress()
    if (proof) this.#given = lookups.given = proof
    if (isOutage(this.#problem) && this.#isWatched && !this.#isBusy) void this.refresh()
    this.requestUpdate()
  }

  #handleSubmit = async (event: SubmitEvent) => {
    event.preventDefault()
    const { proof, mistakes } = readForm(event.target as HTMLFormElement, this.#words)
    this.#mistakes = mistakes
    if (proof) {
      this.#isTyped = true
      this.#given = lookups.given = proof
      await this.refresh()
    }
    await this.#focus(this.tracked ? 'h2' : '[aria-invalid]')
  }

  #handleRefresh = () => {
    this.#waited = ''
    void this.refresh()
  }

  #handleAnother = async () => {
    for (const name of proofs) this[name] = undefined
    this.#given = lookups.given = undefined
    this.#isTyped = false
    await this.#focus('input')
  }

  #handleCopy = async (event: Event) => {
    await navigator.clipboard.writeText((event.currentTarget as HTMLButtonElement).value)
    this.#announcement = this.#words.copied
    this.requestUpdate()
  }

  async #focus(selector: string) {
    this.requestUpdate()
    await this.updateComplete
    this.renderRoot.querySelector<HTMLElement>(selector)?.focus()
  }
}

/** Nobody answered, or only to say that the service cannot be reached: asking again may help. */
const isOutage = (problem: unknown) => (problem instanceof ResponseError ? problem.status >= 500 : problem instanceof TypeError)

/** Tracking is not switched on here, or not for this page's origin: neither asking again helps nor another proof. */
const isOff = (problem: unknown) => problem instanceof ResponseError && (problem.status === 403 || problem.problem.code === 'not-configured')

/** What to tell the shopper; every miss reads the same (A78). */
const sentenceFor = ({ status, problem }: ResponseError, words: TrackingWords) =>
  status === 429 ? fill(words.rate_limited, { minutes: Math.ceil((problem.retry_after ?? 60) / 60) }) : words.not_found

/** Whether two answers show the same; a ticket is new in each. */
const isSame = (a?: TrackedOrder, b?: TrackedOrder) => JSON.stringify({ ...a, ticket: '' }) === JSON.stringify({ ...b, ticket: '' })

declare global {
  interface HTMLElementTagNameMap {
    'storefront-tracking': StorefrontTracking
  }
  interface HTMLElementEventMap {
    'storefront-tracked': OrderTrackedEvent
    'storefront-settled': OrderSettledEvent
  }
}
