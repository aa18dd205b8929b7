import { initialState, Task, TaskStatus } from '@lit/task'
import { html, LitElement, nothing, type PropertyValues } from 'lit'
import { property, state } from 'lit/decorators.js'
import { ResponseError } from '../contract/client.ts'
import { tracking, type TrackedOrder } from '../contract/tracking.ts'
import { en, type TrackingWords } from '../messages/en/tracking.ts'
import { connect } from '../proxy.ts'
import { themeStyles } from '../theme.styles.ts'
import { fill, languageOf } from '../words.ts'
import { OrderSettledEvent, OrderTrackedEvent, TrackingUnavailableEvent } from './events.ts'
import { readForm, renderForm, type FormState, type Way } from './form.ts'
import { givenProof, giveProof, keepAnswer, lastAnswer, proofOf, takeProofFromAddress, type Proof } from './lookups.ts'
import { renderOrder, standOf } from './order.ts'
import { sleep, untilSettled } from './settling.ts'
import { styles } from './tracking.styles.ts'

/**
 * Where an order is, package by package, and what happened to it so far. Asks for the proof when the page gives none.
 *
 * @element storefront-tracking
 * @slot - The shop's own words; they stand here until the first answer, and while there can be none.
 * @fires {OrderTrackedEvent} storefront-tracked - The order on screen is another than before.
 * @fires {OrderSettledEvent} storefront-settled - All that the carriers had to tell is on screen.
 * @fires {TrackingUnavailableEvent} storefront-unavailable - The proxy, or the service behind it, cannot be reached.
 * @csspart form - The look-up form; in it `ways`, `way`, `field`, `label`, `input`, `error` and `submit`.
 * @csspart order - The head of an order; in it `title`, `facts`, `protected` and `sum`.
 * @csspart package - The card of a package; in it `package-name`, `status`, `estimate`, `steps`, `meaning`, `claim`, `items` and `foot`.
 * @csspart step - One step of the bar; also `step-done` or `step-current`.
 * @csspart timeline - What happened, by days; in it `day`, `event`, `event-time`, `event-text` and `event-place`.
 * @csspart untracked - The card of what was sent without tracking.
 * @csspart unshipped - The card of what is still to ship.
 * @csspart notice - A quiet line about the connection.
 * @cssprop [--storefront-accent=currentColor] - Colour of the steps taken, the main button and the focus ring.
 * @cssprop [--storefront-on-accent=Canvas] - Colour on top of the accent.
 */
export class StorefrontTracking extends LitElement {
  static override styles = [themeStyles, styles]

  /** Where the proxy answers, unless the element's attribute says otherwise. */
  static proxy = ''

  /** Where the proxy answers. */
  @property() proxy = ''

  /** The key of a tracking link. */
  @property({ attribute: 'order-key' }) orderKey = ''

  /** The order number, as printed in the confirmation; proves nothing without `email`. */
  @property({ attribute: 'order-number' }) orderNumber = ''

  /** The address that the order was placed with. */
  @property() email = ''

  /** A carrier's tracking number; shows where the package is and nothing of the order. */
  @property({ attribute: 'tracking-number' }) trackingNumber = ''

  /** Reads `key`, `order_number`, `email` or `tracking_number` from the page's address, and cleans it. */
  @property({ type: Boolean, attribute: 'from-url' }) fromUrl = false

  /** Where the shop takes claims. */
  @property({ attribute: 'claim-url' }) claimUrl = ''

  /** Words that take the place of ours. */
  @property({ attribute: false }) messages: Partial<TrackingWords> = {}

  @state() private given?: Proof
  @state() private typed = false
  @state() private way: Way = 'order'
  @state() private mistakes: FormState['mistakes'] = {}
  @state() private isAway = document.hidden
  @state() private copied = ''
  @state() private announcement = ''

  static override get observedAttributes() {
    return [...super.observedAttributes, 'lang']
  }

  /** The order on screen, if any. */
  get tracked(): TrackedOrder | undefined {
    return lastAnswer(this.#question)
  }

  /** Asks again; what is on screen stays there meanwhile. */
  async refresh() {
    await this.#tracking.run()
  }

  /** Asks for the order. The answer is the page's (see lookups.ts); whether and why it is missing stands here. */
  #tracking = new Task(this, {
    args: () => [this.#question] as const,
    task: async ([question], { signal }) => {
      const proof = this.#proof
      if (!proof) return initialState
      const { trackOrder } = connect(tracking, this.#baseUrl)
      const held = lastAnswer(question)
      const ask = () => trackOrder(proof, { signal })
      // A ticket is no try at guessing; once it has run out, the proof is given again.
      const order = await (held ? trackOrder({ ticket: held.ticket }, { signal }).catch((problem: unknown) => (isOutage(problem) ? Promise.reject(problem) : ask())) : ask())
      signal.throwIfAborted()
      keepAnswer(question, order)
      this.#handleAnswer(question, order, held)
      return question
    },
    onError: (problem) => {
      if (isOutage(problem) && !this.#outages++) this.dispatchEvent(new TrackingUnavailableEvent(problem))
    },
  })

  #outages = 0
  /** The questions for which scans were waited for, and for which all was told. */
  #waited = ''
  #settled = ''
  #listening?: AbortController

  constructor() {
    super()
    // Waits until the carriers' scans are there; then the order is asked for once more.
    new Task(this, {
      args: () => [this.#isWatched && !this.tracked?.all_settled && this.#waited !== this.#question && this.tracked?.ticket] as const,
      task: async ([ticket], { signal }) => {
        if (!ticket) return initialState
        const { trackEnrichment } = connect(tracking, this.#baseUrl)
        await untilSettled((wait) => trackEnrichment({ ticket, wait }, { signal }), signal)
        return ticket
      },
      onComplete: () => {
        this.#waited = this.#question
        void this.refresh()
      },
    })

    // Comes back by itself: first after five seconds, at last once a minute.
    new Task(this, {
      args: () => [this.#isWatched && isOutage(this.#problem) && this.#problem] as const,
      task: async ([outage], { signal }) => {
        if (!outage) return initialState
        await sleep(Math.min(60, 5 * 2 ** (this.#outages - 1)) * 1_000, signal)
        return outage
      },
      onComplete: () => void this.refresh(),
    })
  }

  get #baseUrl() {
    return this.proxy || (this.constructor as typeof StorefrontTracking).proxy
  }

  get #proof(): Proof | undefined {
    return this.given ?? proofOf({ key: this.orderKey, order_number: this.orderNumber, email: this.email, tracking_number: this.trackingNumber })
  }

  get #question() {
    return this.#proof ? JSON.stringify([this.#baseUrl, this.#proof]) : ''
  }

  get #isWatched() {
    return this.isConnected && !this.isAway
  }

  get #isBusy() {
    return this.#tracking.status === TaskStatus.PENDING
  }

  /** Why there is no answer, or no newer one; an outage stays named while it is asked again. */
  get #problem() {
    const { error } = this.#tracking
    return this.#isBusy && !isOutage(error) ? undefined : error
  }

  get #words(): TrackingWords {
    return { ...en, ...this.messages }
  }

  override connectedCallback() {
    super.connectedCallback()
    this.given ??= givenProof()
    this.#listening = new AbortController()
    const { signal } = this.#listening
    document.addEventListener('visibilitychange', this.#handleReturn, { signal })
    for (const type of ['focus', 'online', 'pageshow']) window.addEventListener(type, this.#handleReturn, { signal })
    window.addEventListener('hashchange', this.#readAddress, { signal })
    this.#readAddress()
    if (this.hasUpdated) void this.refresh()
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    this.#listening?.abort()
    this.#tracking.abort()
    // What waits by the clock sees that nobody watches.
    this.requestUpdate()
  }

  override attributeChangedCallback(name: string, before: string | null, after: string | null) {
    super.attributeChangedCallback(name, before, after)
    if (name === 'lang') this.requestUpdate()
  }

  override willUpdate(changed: PropertyValues<this>) {
    const names = ['orderKey', 'orderNumber', 'email', 'trackingNumber'] as const
    if (this.hasUpdated && names.some((name) => changed.has(name))) this.given = undefined
  }

  override render() {
    const order = this.tracked
    return html`<div class="root" part="root" aria-busy=${this.#isBusy}>
      ${order ? this.#renderOrder(order) : this.#renderSearch()}
      <p class="quiet notice" part="notice" role="status">${this.#renderNotice(order)}</p>
    </div>`
  }

  #renderOrder(order: TrackedOrder) {
    const words = this.#words
    return html`
      ${renderOrder(order, { words, lang: languageOf(this), claimUrl: this.claimUrl, copied: this.copied, copy: this.#handleCopy })}
      <div class="actions" part="actions">
        <button type="button" part="refresh" aria-disabled=${this.#isBusy} @click=${this.#handleRefresh}>${this.#isBusy ? words.refreshing : words.refresh}</button>
        ${this.given ? html`<button type="button" class="link" part="another" @click=${this.#handleAnother}>${words.another}</button>` : nothing}
      </div>
    `
  }

  /** The form where the shopper has to say something, the shop's own words where nothing can be said. */
  #renderSearch() {
    const problem = this.#problem
    const isOut = isOutage(problem)
    const isForm = !isOff(problem) && (!this.#proof || this.typed || (problem && !isOut))
    return html`
      ${isForm
        ? renderForm({
            words: this.#words,
            lang: languageOf(this),
            way: this.way,
            known: { order_number: this.orderNumber, email: this.email, tracking_number: this.trackingNumber },
            mistakes: this.mistakes,
            problem: isOut ? undefined : problem,
            busy: this.#isBusy,
            choose: (way) => {
              this.way = way
              this.mistakes = {}
            },
            submit: this.#handleSubmit,
          })
        : nothing}
      ${isForm && !isOut ? nothing : html`<slot></slot>`}
    `
  }

  #renderNotice(order?: TrackedOrder) {
    const words = this.#words
    if (isOutage(this.#problem)) return order ? words.stale : words.unavailable
    if (order) return this.announcement
    return this.#isBusy && !this.typed ? words.finding : nothing
  }

  #handleAnswer(question: string, order: TrackedOrder, held?: TrackedOrder) {
    this.#outages = 0
    if (!isSame(order, held)) {
      if (held) this.announcement = fill(this.#words.new_update, { status: standOf(order, this.#words) })
      this.dispatchEvent(new OrderTrackedEvent(order))
    }
    if ((order.all_settled || this.#waited === question) && this.#settled !== question) {
      this.#settled = question
      this.dispatchEvent(new OrderSettledEvent(order))
    }
  }

  #readAddress = () => {
    const proof = this.fromUrl && takeProofFromAddress()
    if (proof) this.given = giveProof(proof)
  }

  #handleReturn = () => {
    this.isAway = document.hidden
    if (!this.isAway && isOutage(this.#problem) && !this.#isBusy) void this.refresh()
  }

  #handleSubmit = async (event: SubmitEvent) => {
    event.preventDefault()
    const { proof, mistakes } = readForm(event.target as HTMLFormElement, this.#words)
    this.mistakes = mistakes
    const wrong = Object.keys(mistakes)[0]
    if (wrong) return this.#focus(`#${wrong}`)
    this.typed = true
    this.given = giveProof(proof)
    await this.refresh()
    if (this.tracked) await this.#focus('h2')
  }

  #handleRefresh = async () => {
    const before = this.tracked
    this.announcement = ''
    this.#waited = ''
    await this.refresh()
    if (isSame(this.tracked, before)) this.announcement = this.#words.nothing_new
  }

  #handleAnother = () => {
    this.given = giveProof(undefined)
    this.orderKey = this.orderNumber = this.email = this.trackingNumber = this.announcement = ''
    this.typed = false
    void this.#focus('form input')
  }

  #handleCopy = async (trackingNumber: string) => {
    await navigator.clipboard.writeText(trackingNumber).catch(() => {})
    this.copied = trackingNumber
    this.announcement = this.#words.copied
  }

  async #focus(selector: string) {
    await this.updateComplete
    this.renderRoot.querySelector<HTMLElement>(selector)?.focus()
  }
}

/** Nobody answered, or only to say that the service cannot be reached: asking again may help. */
const isOutage = (problem: unknown) => (problem instanceof ResponseError ? problem.status >= 500 : problem instanceof TypeError)

/** Tracking is not switched on here, or not for this page: asking again does not help, nor does another proof. */
const isOff = (problem: unknown) => problem instanceof ResponseError && (problem.status === 403 || problem.problem.code === 'not-configured')

/** Whether two answers show the same; a ticket is new in each. */
const isSame = (a: TrackedOrder | undefined, b: TrackedOrder | undefined) => JSON.stringify({ ...a, ticket: '' }) === JSON.stringify({ ...b, ticket: '' })

declare global {
  interface HTMLElementTagNameMap {
    'storefront-tracking': StorefrontTracking
  }
  interface HTMLElementEventMap {
    'storefront-tracked': OrderTrackedEvent
    'storefront-settled': OrderSettledEvent
  }
}
