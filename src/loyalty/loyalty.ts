import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit'
import type { Membership } from '../contract/loyalty.ts'
import { messages as en } from '../i18n/english/loyalty.ts'
import { speechOf, type Messages } from '../i18n/localize.ts'
import { retryImport } from '../page/lazy.ts'
import { loadAnalytics } from '../page/load-analytics.ts'
import { proxyOf } from '../proxy.ts'
import { panelStyles } from '../panel.styles.ts'
import { themeStyles } from '../theme.styles.ts'
import { adoptStyles } from './adopt-styles.ts'
import { LoyaltyUnavailableEvent, MemberEvent } from './events/loyalty.events.ts'
import type * as Landing from './views/landing.ts'
import { renderLink } from './views/link.ts'
import { createLocalizer } from './views/create-localizer.ts'
import type { Localizer } from './views/localizer.ts'
import { styles } from './loyalty.styles.ts'
import type { ActionViews, MemberActions } from './member-actions.ts'
import type * as MemberDetails from './member-details.ts'
import { renderMember } from './member-panel.ts'
import { isKnown, type LoyaltyState } from './membership/membership-store.ts'
import { syncAt, type MembershipSync } from './membership/membership-sync.ts'
import { hasJoined, needsActions, needsDetails, needsLanding } from './needed-code.ts'
import { styles as passStyles } from './views/pass.styles.ts'
import { sectionsOf } from './sections.ts'

/**
 * A shopper's membership: tier, credits, benefits, and what can be done with them.
 *
 * @element storefront-loyalty
 * @attr {boolean} [analytics=false] - Whether the element fires `storefront-analytics`.
 * @slot - The shop's own words, shown until the panel is loaded, and while it cannot be loaded.
 * @fires {MemberEvent} storefront-member - The member on screen changed.
 * @fires {RedeemingEvent} storefront-redeeming - The shopper confirmed that credits become a code; nothing is sent yet. `waitUntil(promise)` delays it.
 * @fires {ApplyingEvent} storefront-applying - The shopper wants to use a code. With `waitUntil(promise)` the page takes over, and `apply-url` is not opened.
 * @fires {RedeemedEvent} storefront-redeemed - Credits became a code.
 * @fires {StorefrontAnalyticsEvent} storefront-analytics - With `analytics`: credits became a code.
 * @fires {SigningInEvent} storefront-signing-in - The shopper wants to sign in. With `waitUntil(promise)` the page takes over, and no other page is opened.
 * @fires {JoiningEvent} storefront-joining - The shopper wants to join; nothing is sent yet. `waitUntil(promise)` delays it.
 * @fires {JoinedEvent} storefront-joined - The shopper joined.
 * @fires {CancelledEvent} storefront-cancelled - The shopper requested the cancellation.
 * @fires {LoyaltyUnavailableEvent} storefront-unavailable - The membership could not be read.
 * @fires {SessionExpiringEvent} storefront-session-expiring - The page has to set `assertion` anew.
 * @csspart panel - All of it.
 * @csspart card - Each section; also `pass`, `credits`, `benefits`, `next-tier`, `tier`, `campaigns`, `history`, `cancellation`, `welcome`, `ways`, `tiers`.
 * @csspart heading - The heading of a section.
 * @csspart pass - The card of the membership, with the `tier-name`, the `greeting`, `since`, the `balance` and the `art` of the tier, a drawing that a page can replace by a background.
 * @csspart greeting - The name of the shopper, or the headline of the landing.
 * @csspart balance - What can be spent; below it `expiring` (also `soon`). `earned` stands above the history.
 * @csspart progress - How far it is to the next tier: a `progress` element.
 * @csspart spend - Opens what was spent in each `period` of the `periods`, and how the tier is `kept`.
 * @csspart ladder - The tiers; each one is a `rung` with its `mark`, what it `gives`, and its other `perks`; the next one says what is `missing`; `compare` opens the `table` of the landing where there is no room for the perks.
 * @csspart benefit - A benefit in a `benefit-list`, with its `glyph` and `worth`.
 * @csspart campaign - A campaign in the `campaign-list`.
 * @csspart entry - An entry of the history, a row of the table in `entries`, with what was `given` or `taken`; `filter` is a button above it, `all-entries` and `more` below it.
 * @csspart button - Every button; each has a part of its own beside it.
 * @csspart primary - The main button of a screen; its text is the `primary-label`.
 * @csspart notice - Something to know; also `stale`, `ended`, `status`, `sent`, `pending`, `failed`, `unknown`.
 * @csspart amounts - The amounts, each a `choice`, a slider for any other, the `any`, with its `ends`, what they take off the cart, the `sum`, and the button `redeem-now`; `other` opens the field for another amount.
 * @csspart confirm - Asks before credits are redeemed: the `question`, the `promise`, and the buttons `get` and `back`.
 * @csspart held-code - The code that redeemed credits became, with `use` and `copy`; the code itself is `code`.
 * @csspart slider - How much of the credits becomes a code; beside it the field `input`, and what is possible, `rule`.
 * @csspart facts - Numbers of the landing; `table` compares the tiers.
 * @cssprop [--storefront-accent=currentColor] - Main buttons, progress, reached tiers, and the card of a tier without a colour.
 * @cssprop [--storefront-on-accent=Canvas] - Text on the accent; by default black or white, whichever can be read.
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
 * @cssprop [--storefront-loyalty-space=160em] - Height reserved for a shopper who is signed in, until the panel is there. As high as the panel, so that a reload finds its place again.
 * @cssprop [--storefront-loyalty-guest-space=100vh] - Height reserved for a guest who gets links to sign in or to join, until the landing is there.
 */
export class StorefrontLoyalty extends LitElement {
  static override properties = {
    proxy: {},
    assertion: {},
    assertionUrl: { attribute: 'assertion-url' },
    sessionUrl: { attribute: 'session-url' },
    cancelUrl: { attribute: 'cancel-url' },
    signInUrl: { attribute: 'sign-in-url' },
    joinUrl: { attribute: 'join-url' },
    applyUrl: { attribute: 'apply-url' },
    cartAmount: { type: Number, attribute: 'cart-amount' },
    cartCurrency: { attribute: 'cart-currency' },
    sections: {},
    messages: { attribute: false },
    shown: { state: true, attribute: false },
    actions: { state: true, attribute: false },
    details: { state: true, attribute: false },
    landing: { state: true, attribute: false },
  }
  static override styles = [themeStyles, panelStyles, styles, passStyles]

  /** The address of the proxy for all elements of this kind that set none of their own. */
  static proxy = ''

  /** Where the proxy answers. As an attribute it takes the origin of the page or of the script, or one that a script has named. */
  proxy = ''

  /** Signed proof of who is signed in, good once; it leaves the markup as soon as it is taken. */
  assertion = ''

  /** Address of the shop that answers `{assertion}`, at first and for each renewal. */
  assertionUrl = ''

  /** Address of the shop that answers a session itself. */
  sessionUrl = ''

  /** The shop's page for cancelling without sign-in. `http`, `https` or relative, as for all addresses here. */
  cancelUrl = ''

  /** Where to sign in. */
  signInUrl = ''

  /** Where to become a member, for somebody who is not signed in. */
  joinUrl = ''

  /** The page that uses a code, with `{code}` in its place, such as `/discount/{code}?redirect=/cart`. */
  applyUrl = ''

  /** The total of the shopper's cart in minor units, for what credits take off it. */
  cartAmount?: number

  /** The currency of the cart (ISO 4217). */
  cartCurrency = ''

  /**
   * The sections to show and their order: `membership tiers benefits campaigns history`. Sections that are not named are left out; without any name, all
   * are shown. The footer with the cancellation always stands at the end.
   */
  sections = ''

  /** Texts that replace the element's own. */
  messages: Partial<Messages<'loyalty'>> = {}

  /** The state on screen. */
  private shown?: LoyaltyState
  private actions?: MemberActions
  private details?: typeof MemberDetails | null
  private landing?: typeof Landing
  #sync?: MembershipSync
  #unsubscribe?: () => void
  #detailsFile?: Promise<typeof MemberDetails | null>
  #isReserved = false

  /** The membership on screen, if any. */
  get membership(): Membership | undefined {
    return this.shown?.membership
  }

  /** Requests the membership again. */
  async refresh() {
    await this.#sync?.readAnew()
  }

  override connectedCallback() {
    super.connectedCallback()
    loadAnalytics(this)
    // A click by assistive technology may bring neither pointer nor focus.
    this.addEventListener('click', this.#load)
    this.requestUpdate()
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    this.#leave()
  }

  override willUpdate(changed: PropertyValues<this>) {
    if (!this.isConnected) return
    const proxy = proxyOf(this)
    if (!proxy) return this.#leave()
    if (!this.#sync || changed.has('proxy')) this.#enter(syncAt(proxy))
    const { assertion, assertionUrl, sessionUrl } = this
    if (assertion) {
      this.assertion = ''
      this.removeAttribute('assertion')
    }
    this.#isReserved ||= !!(assertion || assertionUrl || sessionUrl)
    if (this.#isReserved && this.details === undefined) void this.#loadDetails()
    this.#sync?.connect(this, { assertion, url: sessionUrl || assertionUrl, method: sessionUrl ? 'POST' : 'GET' })
  }

  override render(): TemplateResult {
    const { shown, actions, details } = this
    const speech = speechOf(this, 'loyalty')
    const localizer = createLocalizer({ ...en, ...details?.words, ...actions?.words, ...speech?.words, ...this.messages }, speech?.lang ?? 'en')
    // The widget shows no text until the words in the language of the page are loaded.
    const views = speech && shown && actions?.views(shown, this.applyUrl, localizer)
    const content = speech && shown && this.#renderState(shown, views, localizer)
    const space = this.#isReserved ? 'reserved' : this.signInUrl || this.joinUrl ? 'guest' : ''
    const isWaiting = shown ? content && needsDetails(shown) && details === undefined : !content
    return html`<div part="frame" class=${isWaiting ? `${space} waiting` : ''} @pointerover=${this.#load} @focusin=${this.#load}>
      ${content ?? this.#renderFallback(!!speech, localizer)}
      <p class="unseen" role="status">${shown?.membership && views?.news()}</p>
    </div>`
  }

  #renderState(state: LoyaltyState, actions: ActionViews | undefined, localizer: Localizer) {
    const { membership, isGuest, offer } = state
    if (isGuest) return this.landing?.renderGuest(this, offer, localizer)
    if (!membership) return undefined
    const { details, signInUrl, cancelUrl, cartAmount, cartCurrency } = this
    const sections = sectionsOf(this.sections)
    const cart = cartAmount ? { cents: cartAmount, currency: cartCurrency } : undefined
    const content = hasJoined(membership)
      ? renderMember(
          state,
          membership,
          { actions, details, sections, signInUrl, cancelUrl, cart, act: this.#act, landing: this.landing, loadLanding: this.#loadLanding },
          localizer,
        )
      : this.landing?.renderLanding(
          membership,
          localizer.words.joinText,
          [actions?.renderJoin(membership), actions?.renderProblem(signInUrl)],
          cancelUrl,
          localizer,
        )
    return html`<div part="panel">${content ?? html`<slot></slot>`}</div>`
  }

  /** The shop's words, and the way out, which waits for no answer. */
  #renderFallback(canSpeak: boolean, { words }: Localizer) {
    const busy = canSpeak && !!this.#sync && !this.shown
    return html`<div aria-busy=${busy} class=${this.shown && canSpeak && this.#isReserved ? 'card pad' : ''}>
      <slot></slot
      >${canSpeak ? renderLink(this.cancelUrl, words.cancelLink, 'cancel-link', 'link') : nothing}${busy ? html`<p class="unseen">${words.loading}</p>` : nothing}
    </div>`
  }

  #act = (run: (actions: MemberActions) => void) => async () => {
    const actions = await this.#load()
    if (actions) run(actions)
  }

  #enter(sync: MembershipSync) {
    this.#leave()
    this.#sync = sync
    this.#unsubscribe = sync.store.subscribe(this.#take)
    void this.#take()
  }

  #leave() {
    this.#unsubscribe?.()
    this.#sync?.disconnect(this)
    this.#sync = this.shown = undefined
  }

  /** Shows the state of the store, together with the code that it needs. */
  #take = async () => {
    const sync = this.#sync
    if (!sync) return
    const { state } = sync.store
    // Nothing of the shopper before stays.
    if (this.shown?.shopper !== state.shopper) this.shown = undefined
    if (!isKnown(state)) return
    if (needsLanding(state)) await this.#loadLanding()
    else if (state.membership) void this.#loadDetails()
    if (needsActions(state) && this.actions?.sync !== sync) await this.#load()
    if (sync !== this.#sync || sync.store.state.shopper !== state.shopper) return
    const before = this.shown
    this.shown = sync.store.state
    this.#report(this.shown, before)
  }

  /** Loads the sections below the first screen, at the same time as the membership. If that fails, the next reading tries again. */
  async #loadDetails() {
    if (this.details) return
    this.details = await (this.#detailsFile ??= retryImport(() => import('./member-details.ts')).catch(() => null))
    if (this.details) adoptStyles(this, this.details.styles)
    else this.#detailsFile = undefined
  }

  #loadLanding = async () => {
    this.landing ??= await retryImport(() => import('./views/landing.ts')).catch(() => undefined)
    if (this.landing) adoptStyles(this, this.landing.styles)
    return this.landing
  }

  /** The colour of a tier is the service's, and a page may forbid style attributes. */
  override updated() {
    const { color = '' } = this.membership?.tier ?? {}
    this.renderRoot.querySelector<HTMLElement>('.pass')?.style.setProperty('--_tier', color)
  }

  /** Loads what a shopper can do, at the latest when it is wanted. If that fails, the next action tries again. */
  #load = async () => {
    const sync = this.#sync
    const file = await retryImport(() => import('./member-actions.ts')).catch(() => undefined)
    if (sync && file && sync !== this.actions?.sync) this.actions = new file.MemberActions(this, sync)
    return this.actions
  }

  /** Dispatches the events for what changed. */
  #report(state: LoyaltyState, before?: LoyaltyState) {
    const { membership, problem } = state
    const member = membership?.member
    if (member && JSON.stringify(member) !== JSON.stringify(before?.membership?.member)) this.dispatchEvent(new MemberEvent(member))
    this.actions?.report(state, before)
    if (problem && !before?.problem) this.dispatchEvent(new LoyaltyUnavailableEvent(problem))
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'storefront-loyalty': StorefrontLoyalty
  }
}
