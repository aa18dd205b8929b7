import { initialState, Task, TaskStatus } from '@lit/task'
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit'
import type { ResponseError } from '../contract/client.ts'
import { tracking, type TrackedOrder } from '../contract/tracking.ts'
import { messages as en } from '../i18n/english/tracking.ts'
import { retryImport } from '../page/lazy.ts'
import { connect, pageAddress, proxyOf } from '../proxy.ts'
import { themeStyles } from '../theme.styles.ts'
import { fill, speechOf, type Messages } from '../i18n/localize.ts'
import { requestOrder, atOnce } from './request-order.ts'
import { OrderSettledEvent, OrderTrackedEvent, TrackingUnavailableEvent } from './events.ts'
import type { Mistakes } from './form.ts'
import { keepTicket, keptProof, orderStore, missesOf, needsExtras, pauses, proofOf, takeProofFromAddress, type Proof } from './order-store.ts'
import { renderOrder } from './order.ts'
import type { TrackingWords } from './surroundings.ts'
import { isMiss, isOff, isOutage } from './problems.ts'
import { pollEnrichment } from './poll-enrichment.ts'
import { sleep } from '../page/sleep.ts'
import { giveBackRoom, isTight, keepRoom, takeIn } from './still.ts'
import { styles } from './tracking.styles.ts'

/** The attributes that prove that somebody may know. */
const proofs = ['orderKey', 'orderNumber', 'email', 'trackingNumber'] as const

/** What asks for a proof, once one is needed. */
let formPart: typeof import('./form.ts') | undefined

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
 * @csspart quiet - That a package was not scanned for longer than usual.
 * @csspart money - That an order is not paid yet, was refunded or cancelled; also named by its status, such as `refunded`. In it `status` and `meaning`.
 * @csspart outcome - What a claim about the order has come to; also `awaiting`, `resolved` or `refused`. In it `facts`, `status`, `meaning`, `items` and
 *   `replacement`, which leads to the order that was sent instead.
 * @csspart protection - How the order's protection stands; also named by its state, such as `protected` or `removing`. In it `status`, `meaning`, `fault`,
 *   `links`, the buttons `protect` and `ask`, and `confirm`, in which `unprotect` and `keep` stand.
 * @csspart step - One step of the bar; also `done` or `current`.
 * @csspart timeline - What happened to a package; in it `day`, `event`, `time` and `place`.
 * @csspart more - What else can be done with the order, once it is opened; in it `calendar`, `share` and `print`.
 * @csspart notice - The line that tells what changed, or that there is no connection.
 * @cssprop [--storefront-accent=currentColor] - Colour of the steps taken and of the main button.
 * @cssprop [--storefront-on-accent=Canvas] - Colour on top of the accent.
 * @cssprop [--storefront-tracking-space=max(32em, 100vh)] - Height held from the beginning; no less than a screen, so that nothing below it is seen to move.
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
    messages: { attribute: false },
  }
  static override styles = [themeStyles, styles]

  /** Where the proxy answers, unless the element's attribute says otherwise. */
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

  /** Words that take the place of ours. */
  messages?: Partial<Messages<'tracking'>>

  /** The order on screen, if any. */
  get tracked(): TrackedOrder | undefined {
    return orderStore.answers.get(this.#question)
  }

  /** Asks again; what is on screen stays there meanwhile. */
  async refresh() {
    await this.#tracking.run()
  }

  /** Asks for the order. The answer is the page's (see `orderStore`); whether and why it is missing stands here. */
  #tracking = new Task(this, {
    args: () => [this.#question] as const,
    task: async ([question], { signal }) => {
      const proof = this.#proof
      // One that was taken off the page asks nobody, whatever changes around it.
      if (!proof || !this.#baseUrl || !this.isConnected) return initialState
      const held = this.tracked
      const order = await requestOrder(this.#api, proof, held, signal)
      if (order.packages.length > atOnce) void this.#loadAftercare()
      if (needsExtras(order)) {
        await this.#loadAftercare()
      }
      const isNew = !held || (await takeIn(order, held, signal))
      signal.throwIfAborted()
      keepRoom(this.renderRoot)
      orderStore.answers.set(question, order)
      this.#asOf = new Date()
      void this.#tell(question, order, held, isNew)
      this.#outages = 0
      return order
    },
    onError: (problem) => {
      if (isMiss(problem)) {
        orderStore.misses.set(this.#question, missesOf(this.#question) + 1)
        // The page was loaded anew too late.
        if (this.#proof?.ticket && !this.tracked) this.#forget()
      }
      if ((isOutage(problem) || isOff(problem)) && !this.#outages++) this.dispatchEvent(new TrackingUnavailableEvent(problem))
    },
  })

  /** What the shopper gave to this element, in the form or by the page's address; it wins over the attributes. */
  #given?: Proof
  #isTyped = false
  #mistakes: Mistakes = {}
  #announcement = ''
  #outages = 0
  /** When the order on screen was so. */
  #asOf?: Date
  /** How many events of each package show, unless there is less room. */
  #shown = 3
  /** The questions for which scans were waited for, and for which all was told. */
  #waited = ''
  #settled = ''
  #listening?: AbortController
  /** For which width room was kept. */
  #width?: number

  constructor() {
    super()
    // Waits for the proxy to come back, first five seconds, at last a minute; for an unknown order; for scans; or, three minutes at a time, for a
    // package that is out for delivery. Then the order is asked for again.
    new Task(this, {
      args: () => [this.#isWatched && (isOutage(this.#problem) || this.#pause ? this.#problem : this.#unsettled || this.#nearing)] as const,
      task: async ([awaited], { signal }) => {
        if (!awaited) return initialState
        if (typeof awaited !== 'string')
          return sleep(
            this.#pause ?? (this.#outages ? Math.min(60_000, 2_500 * 2 ** this.#outages) : 180_000 - (Date.now() - Number(this.#asOf ?? Date.now()))),
            signal,
          )
        await pollEnrichment((wait) => this.#api.trackEnrichment({ ticket: awaited, wait }, { signal }), signal)
        this.#waited = this.#question
      },
      onComplete: () => void this.refresh(),
    })
    // In a frame of its own, since it changes the height.
    new ResizeObserver(() => requestAnimationFrame(this.#handleResize)).observe(this)
  }

  get #baseUrl() {
    return proxyOf(this)
  }

  get #api() {
    return connect(tracking, this.#baseUrl)
  }

  get #attributes(): Proof {
    return { key: this.orderKey, order_number: this.orderNumber, email: this.email, tracking_number: this.trackingNumber }
  }

  get #proof() {
    return this.#given ?? proofOf(this.#attributes) ?? this.#common
  }

  /** What was given to this page, where it was for the same proxy. */
  get #common() {
    return orderStore.proxy === this.#baseUrl ? orderStore.given : undefined
  }

  #give(proof?: Proof) {
    this.#given = orderStore.given = proof
    orderStore.proxy = this.#baseUrl
  }

  get #question() {
    return this.#proof ? JSON.stringify([this.#baseUrl, this.#proof]) : ''
  }

  get #words(): TrackingWords {
    return { ...en, ...speechOf(this, 'tracking')?.words, ...this.messages }
  }

  /** The ticket of an order whose scans nobody has waited for yet. */
  get #unsettled() {
    const order = this.tracked
    return this.#waited !== this.#question && !order?.all_settled && order?.ticket
  }

  /** An order of which something should arrive today. */
  get #nearing() {
    const order = this.tracked
    return order?.packages.some(({ status }) => status === 'out_for_delivery') && order
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
    return !this.#proof || (this.#isBusy && !isOutage(error)) ? undefined : error
  }

  /** Milliseconds until the key of an order is tried again that nobody knows yet. */
  get #pause() {
    return this.#proof?.key && !this.tracked && isMiss(this.#problem) ? pauses[missesOf(this.#question)] : undefined
  }

  override connectedCallback() {
    super.connectedCallback()
    this.#listening = new AbortController()
    for (const type of ['focus', 'online', 'offline', 'hashchange', 'popstate', 'visibilitychange'])
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

  override updated() {
    // Beside the layout of this frame, and before it is painted. What does not show is one press away.
    requestAnimationFrame(async () => {
      while (this.#shown > 1 && isTight(this.renderRoot)) {
        this.#shown--
        this.requestUpdate()
        await this.updateComplete
      }
    })
  }

  override render(): TemplateResult {
    const lang = speechOf(this, 'tracking')?.lang
    // Words of another language are on their way.
    if (!lang || !this.#baseUrl) return html`<div part="root"><slot></slot></div>`
    const words = this.#words
    const order = this.tracked
    const problem = this.#problem
    const isOut = isOutage(problem)
    const isSought = this.#isBusy || this.#pause
    // The form stands where the shopper has to say something, the shop's own words where nothing can be said.
    // The ticket of a page that was loaded anew is renewed for a day at most. Then the order stays on screen, and the proof is asked for beneath it.
    const isRunOut = order && this.#proof?.ticket && isMiss(problem)
    const isForm = isRunOut || (!order && !isOff(problem) && (!this.#proof || this.#isTyped || (problem && !isOut && !isSought)))
    if (isForm && !formPart) void this.#loadForm()
    const form =
      isForm &&
      formPart?.renderForm(this, {
        words,
        lang,
        known: this.#given ?? this.#attributes,
        mistakes: this.#mistakes,
        problem: isOut || isRunOut ? undefined : (problem as ResponseError | undefined),
        isBusy: this.#isBusy,
        handleSubmit: this.#handleSubmit,
      })
    const surroundings = {
      host: this,
      question: this.#question,
      words,
      lang,
      shown: this.#shown,
      claimUrl: pageAddress(this.claimUrl),
      tell: this.#say,
    }
    const lastKnown = order && this.#asOf ? `${fill(words.last_known, { time: this.#asOf.toLocaleString(lang) })} ` : ''
    return html`<div part="root" aria-busy=${this.#isBusy}>
      ${order ? renderOrder(order, surroundings) : nothing} ${form || nothing}
      ${order || (form && !isOut) ? nothing : html`<slot></slot>${isSought ? html`<p class="quiet">${words.finding}</p>` : nothing}`}
      ${
        order
          ? html`<details part="more" @toggle=${this.#loadAftercare}>
              <summary>${words.more}</summary>
              ${orderStore.extras?.renderMore(order, surroundings)}
            </details>`
          : nothing
      }
      <div part="actions">
        ${order ? html`<button part="refresh" aria-disabled=${this.#isBusy} @click=${this.#handleRefresh}>${words.refresh}</button>` : nothing}
        ${order && this.#proof === this.#common ? html`<button part="link another" @click=${this.#handleAnother}>${words.another}</button>` : nothing}
        <span class="quiet" part="notice" role="status"
          >${isOut ? lastKnown + words.unavailable : isRunOut ? lastKnown : order ? this.#announcement : nothing}</span
        >
      </div>
    </div>`
  }

  /** Says what is new, once it is on screen. */
  async #tell(question: string, order: TrackedOrder, held: TrackedOrder | undefined, isNew: boolean) {
    // The form goes with the first answer, and the focus in it would go with the form.
    const inForm = !held && this.shadowRoot!.activeElement
    const words = held || this.#outages ? this.#words[isNew ? 'new_update' : 'nothing_new'] : ''
    // The same words are read out again only once none have stood there. That there is still nothing new, nobody needs to hear again.
    if (isNew) this.#announcement = ''
    this.requestUpdate()
    await (inForm ? this.#focus('h2') : this.updateComplete)
    this.#say(words)
    if (isNew) this.dispatchEvent(new OrderTrackedEvent(order))
    if ((order.all_settled || this.#waited === question) && this.#settled !== question) {
      this.#settled = question
      this.dispatchEvent(new OrderSettledEvent(order))
    }
    if (this.#common && this.#proof === this.#common) keepTicket(order.ticket, this.#baseUrl)
  }

  #handleReturn = (event?: Event) => {
    // Back from the order that was sent instead.
    const proof = this.fromUrl && (takeProofFromAddress() ?? (event?.type === 'popstate' && keptProof(this.#baseUrl)))
    if (proof) this.#give(proof)
    const kept = this.#common ? undefined : keptProof(this.#baseUrl)
    if (kept) Object.assign(orderStore, { given: kept, proxy: this.#baseUrl })
    // Asked in vain, what is on screen is said to be the last that is known.
    if ((isOutage(this.#problem) || event?.type === 'offline') && this.#isWatched && !this.#isBusy) void this.refresh()
    this.requestUpdate()
  }

  #handleResize = () => {
    if (this.#width === (this.#width = this.clientWidth)) return
    giveBackRoom(this.renderRoot)
    this.#shown = 3
    this.requestUpdate()
  }

  /** Where it cannot be had the shop's own words stand, until somebody comes back to the page. */
  async #loadForm() {
    formPart = await retryImport(() => import('./form.ts')).catch(() => undefined)
    if (formPart) this.requestUpdate()
  }

  #handleSubmit = async (event: SubmitEvent) => {
    event.preventDefault()
    const { proof, mistakes } = formPart!.readForm(event.target as HTMLFormElement)
    this.#mistakes = mistakes
    if (proof) {
      this.#isTyped = true
      this.#give(proof)
      await this.refresh()
    }
    await this.#focus(this.tracked ? 'h2' : '[aria-invalid]')
  }

  #handleRefresh = () => {
    this.#waited = this.#announcement = ''
    void this.refresh()
  }

  #handleAnother = async () => {
    for (const name of proofs) this[name] = undefined
    this.#forget()
    this.#isTyped = false
    await this.#loadForm()
    await this.#focus('input')
  }

  #forget() {
    this.#give()
    orderStore.found = undefined
    keepTicket()
  }

  #loadAftercare = async () => {
    orderStore.extras ??= await retryImport(() => import('./extras.ts')).catch(() => null)
    this.requestUpdate()
  }

  #say = (words: string) => {
    this.#announcement = words
    this.requestUpdate()
  }

  async #focus(selector: string) {
    this.requestUpdate()
    await this.updateComplete
    this.renderRoot.querySelector<HTMLElement>(selector)?.focus()
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'storefront-tracking': StorefrontTracking
  }
  interface HTMLElementEventMap {
    'storefront-tracked': OrderTrackedEvent
    'storefront-settled': OrderSettledEvent
  }
}
