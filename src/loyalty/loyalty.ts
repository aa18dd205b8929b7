import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { initialState, Task, TaskStatus } from '@lit/task'
import type { Member, Membership } from '../contract/loyalty.ts'
import { messages as en } from '../i18n/english/loyalty.ts'
import { retryImport } from '../page/lazy.ts'
import { proxyOf } from '../proxy.ts'
import { themeStyles } from '../theme.styles.ts'
import { speechOf, type Messages } from '../i18n/localize.ts'
import { accountAt, toProblem, type Account, type Standing } from './account.ts'
import type { MemberActions, Wish } from './member-actions.ts'
import { renderBenefits, renderCampaigns } from './benefits.ts'
import { renderBalance, renderHistory } from './credits.ts'
import { LoyaltyUnavailableEvent, MemberEvent } from './events.ts'
import type { renderGuest } from './guest.ts'
import { renderLink } from './link.ts'
import { styles } from './loyalty.styles.ts'
import type { ShopperSession } from './session.ts'
import { renderTier } from './tier.ts'
import { createLocalizer, renderLate, type Localizer } from './localizer.ts'

/**
 * A shopper's membership: tier, credits, benefits, and what can be done with them.
 *
 * @element storefront-loyalty
 * @slot - The shop's own words; they stand here until there is something better, and whenever there is not.
 * @fires {MemberEvent} storefront-member - The member on screen changed.
 * @fires {RedeemingEvent} storefront-redeeming - The shopper said yes to turning credits into a code, and nothing is sent yet; `waitUntil(promise)` holds it.
 * @fires {RedeemedEvent} storefront-redeemed - Credits became a code.
 * @fires {SigningInEvent} storefront-signing-in - The shopper wants to sign in; with `waitUntil(promise)` the page sees to it, and no other page is opened.
 * @fires {JoiningEvent} storefront-joining - The shopper wants to join, and nothing is sent yet; `waitUntil(promise)` holds it.
 * @fires {JoinedEvent} storefront-joined - The shopper joined.
 * @fires {CancelledEvent} storefront-cancelled - The shopper asked for the cancellation.
 * @fires {LoyaltyUnavailableEvent} storefront-unavailable - The membership could not be read.
 * @fires {SessionExpiringEvent} storefront-session-expiring - The page has to set `assertion` anew.
 * @csspart panel - All of it.
 * @csspart card - Each box; also `credits`, `tier`, `benefits`, `campaigns`, `history`, `cancellation`, `welcome`.
 * @csspart heading - The heading of a box.
 * @csspart greeting - The name of the shopper.
 * @csspart balance - What can be spent; below it `earned` and `expiring`.
 * @csspart progress - How far it is to the next tier.
 * @csspart spend - Opens what was spent in each `period` of the `periods`, and how the tier is `kept`.
 * @csspart ladder - The tiers; each one is a `rung`.
 * @csspart button - Every button; each has a part of its own beside it.
 * @csspart notice - Something to know; also `stale`, `ended`, `status`, `sent`, `pending`, `failed`, `unknown`.
 * @csspart held-code - The code that redeemed credits became; the code itself is `code`.
 * @csspart slider - How much of the credits becomes a code; beside it the field `input`, and what is possible, `rule`.
 * @cssprop [--storefront-accent=currentColor] - Main buttons, progress, reached tiers.
 * @cssprop [--storefront-loyalty-space=min(64em, 100vh)] - Height reserved from the beginning for a shopper who is signed in.
 * @cssprop [--storefront-loyalty-guest-space=clamp(11em, 45em - 110vw, 24em)] - Height reserved from the beginning for a guest who gets links to sign in or to join.
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
    messages: { attribute: false },
    account: { state: true, attribute: false },
    actions: { state: true, attribute: false },
  }
  static override styles = [themeStyles, styles]

  /** Where the proxy answers, for elements that do not say it. */
  static proxy = ''

  /** Where the proxy answers. As an attribute it takes the origin of the page or of the script, or one that a script has named. */
  proxy = ''

  /** Signed proof of who is signed in, good once; it leaves the markup as soon as it is taken. */
  assertion = ''

  /** Address of the shop that answers `{assertion}`, at first and for each renewal. */
  assertionUrl = ''

  /** Address of the shop that answers a session itself. */
  sessionUrl = ''

  /** The shop's page for cancelling without signing in; like the others `http`, `https` or relative. */
  cancelUrl = ''

  /** Where to sign in. */
  signInUrl = ''

  /** Where to become a member, for somebody who is not signed in. */
  joinUrl = ''

  /** Texts to say instead of our own. */
  messages: Partial<Messages<'loyalty'>> = {}

  private account?: Account
  private actions?: MemberActions
  private renderGuest?: typeof renderGuest
  #reserved = false
  /** Whose the last answer is; what is another's is not shown. */
  #session?: ShopperSession

  /** The membership on screen, if any. */
  get membership(): Membership | undefined {
    return this.#shown?.membership
  }

  /** Asks again. */
  async refresh() {
    await this.account?.checkAnew().catch(() => undefined)
  }

  #standing: Task<readonly [Account | undefined], Standing> = new Task(this, {
    args: () => [this.account] as const,
    task: async ([account]) => {
      if (!account) return initialState
      const standing = await account.ask()
      if (!standing.membership) {
        this.renderGuest = (await retryImport(() => import('./guest.ts'))).renderGuest
        // What comes later than the first answer may move nothing that stands; even what is loaded would come a frame late by import.
      } else if (
        account.session !== this.actions?.session &&
        (this.actions || (this.#shown ?? standing) !== standing || needsActs(standing, standing.membership))
      )
        await this.#load()
      return standing
    },
    onComplete: (standing) => {
      this.#report(standing, this.#shown)
      this.#session = this.account?.session
    },
    onError: (cause) => this.dispatchEvent(new LoyaltyUnavailableEvent(toProblem(cause))),
  })

  override connectedCallback() {
    super.connectedCallback()
    // What opens by a click that brings neither pointer nor focus, as assistive technology may send it, is wanted too.
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
    if (!this.account || changed.has('proxy')) this.#enter(accountAt(proxy))
    const { assertion, assertionUrl, sessionUrl } = this
    if (assertion) {
      this.assertion = ''
      this.removeAttribute('assertion')
    }
    this.#reserved ||= !!(assertion || assertionUrl || sessionUrl)
    this.account?.offer(this, { assertion, url: sessionUrl || assertionUrl, method: sessionUrl ? 'POST' : 'GET' })
  }

  override render(): TemplateResult {
    const speech = speechOf(this, 'loyalty')
    const firstLocalizer = createLocalizer({ ...en, ...speech?.words, ...this.messages }, speech?.lang ?? 'en')
    const localizer = this.actions?.speak(firstLocalizer) ?? firstLocalizer
    // Nothing is said before it can be said in the language of the page.
    const value = speech && this.#shown
    return html`<div part="frame" class=${this.#space} @pointerover=${this.#load} @focusin=${this.#load}>
      ${value ? this.#renderStanding(value, localizer) : this.#renderFallback(!!speech, localizer)}
      <p class="unseen" role="status">${value && this.actions?.news(value, localizer)}</p>
    </div>`
  }

  /** The shop's words, and the way out, which waits for no answer. */
  #renderFallback(canSpeak: boolean, { words }: Localizer) {
    const busy = canSpeak && this.#standing.status === TaskStatus.PENDING
    return html`<div aria-busy=${busy}>
      <slot></slot
      >${canSpeak ? renderLink(this.cancelUrl, words.cancelLink, 'cancel-link') : nothing}${busy ? html`<p class="unseen">${words.loading}</p>` : nothing}
    </div>`
  }

  #renderStanding(standing: Standing, localizer: Localizer) {
    const { membership } = standing
    if (!membership) return this.renderGuest?.(this, localizer)
    const body = isNobody(membership)
      ? (this.actions?.renderJoining(standing, localizer) ?? html`<slot></slot>`)
      : this.#renderMember(standing, membership, localizer)
    return html`<div part="panel">${this.actions?.renderProblem(standing, this.signInUrl, localizer)} ${body}</div>`
  }

  #renderMember(standing: Standing, membership: Membership, localizer: Localizer) {
    const { words, say, date } = localizer
    const { member, program, credits, unavailable } = membership
    const { actions } = this
    const { entries, next } = actions?.history.beyond(membership) ?? credits
    const counted = program?.credits_enabled !== false
    return html`<header part="header">
        <h2 part="greeting" tabindex="-1">${member?.first_name ? say('hello', { name: member.first_name }) : words.helloPlain}</h2>
        <p part="since" class="quiet">${member?.joined_at && say('since', { date: date(member.joined_at) })}</p>
        ${member && actions?.renderStatus(member, localizer)}
      </header>
      <div class="columns">
        ${counted ? this.#renderCredits(membership, localizer) : nothing} ${renderTier(membership, actions?.renderPeriods(membership, localizer), localizer)}
      </div>
      ${renderBenefits(membership, words.benefits, localizer)} ${renderCampaigns(membership, localizer)}
      ${counted ? renderHistory(entries, unavailable.includes('credits'), actions?.history.isExtended, [actions?.renderHistoryFault(localizer), next && this.#renderButton('more', words.more, actions?.history.isBusy)], localizer) : nothing}
      <div class="closing">${member && this.#renderEnd(standing, membership, member, localizer)}</div>`
  }

  #renderCredits(membership: Membership, localizer: Localizer) {
    const { words } = localizer
    const { member, may, credits, unavailable } = membership
    const { actions } = this
    const space = actions?.redemptionSpace ?? ''
    return html`<section part="card credits">
      <h3 part="heading">${words.credits}</h3>
      ${
        member
          ? html`${renderBalance(member, actions?.spendable(membership, member) ?? member.credits, credits.expiring, !!space || unavailable.includes('credits'), localizer)}
              <div class=${`redemption ${space}`}>
                ${actions?.renderOutcomes(membership, member, localizer)}
                ${
                  actions?.renderSteps(membership, member, localizer) ??
                  (may.includes('redeem') && member.credits.cents > 0 ? this.#renderButton('redeem', words.redeem) : nothing)
                }
                ${actions?.renderRedeemFault(localizer)}
              </div>`
          : renderLate(localizer)
      }
    </section>`
  }

  #renderEnd(standing: Standing, membership: Membership, member: Member, localizer: Localizer) {
    const { words } = localizer
    const { actions } = this
    const canLeave = standing.sentAt === undefined && membership.may.includes('cancel') && !/CANCEL/.test(member.status)
    return html`<div class=${`reserve ${actions?.endSpace ?? ''}`}>
      ${
        actions?.renderQuestion(membership, member, localizer) ??
        html`<div part="account" class="row">
          ${actions?.renderWays(standing, membership, member, localizer)} ${canLeave ? this.#renderButton('leave', words.cancel) : nothing}
          ${renderLink(this.cancelUrl, words.cancelLink, 'cancel-link')}
        </div>`
      }
      ${actions?.renderEndFault(localizer)}
    </div>`
  }

  /** What it is for is done as soon as that is loaded. */
  #renderButton(wish: Wish, text: string, busy = false) {
    const handleClick = async () => (await this.#load())?.ask(wish)
    return html`<button part=${`button ${wish}`} id=${wish} aria-disabled=${busy} @click=${handleClick}>${text}</button>`
  }

  /** For whom space is reserved. */
  get #space() {
    return this.#reserved ? 'reserved' : this.signInUrl || this.joinUrl ? 'guest' : ''
  }

  get #shown() {
    return this.account && this.#session === this.account.session ? this.#standing.value : undefined
  }

  #leave() {
    this.account?.leave(this)
    this.account = undefined
  }

  #enter(account: Account) {
    if (account !== this.account) this.account?.leave(this)
    this.account = account
    account.enter(this, () => void this.#standing.run())
    if (this.hasUpdated) void this.#standing.run()
  }

  /** Loads what there is to do, at the latest when it is wanted; failing that, the next wish tries again. */
  #load = async () => {
    const { account } = this
    const file = await retryImport(() => import('./member-actions.ts')).catch(() => undefined)
    if (account && file && account.session !== this.actions?.session) this.actions = new file.MemberActions(this, account)
    return this.actions
  }

  /** Tells the page what is new in an answer. */
  #report(standing: Standing, before?: Standing) {
    const { membership, problem } = standing
    const member = membership?.member
    if (member && JSON.stringify(member) !== JSON.stringify(before?.membership?.member)) this.dispatchEvent(new MemberEvent(member))
    this.actions?.report(standing, before)
    if (problem && !before?.problem) this.dispatchEvent(new LoyaltyUnavailableEvent(problem))
  }
}

/** Signed in, and no member. */
const isNobody = ({ member, unavailable }: Membership) => !member && !unavailable.includes('member')

/** Whether there is anything to show that goes beyond a membership that is simply there. */
const needsActs = ({ problem, sentAt }: Standing, { member, pending, redemption, may, unavailable }: Membership) =>
  problem || sentAt !== undefined || member?.status !== 'ACTIVE' || pending.length || redemption || may.includes('payment') || unavailable.length

declare global {
  interface HTMLElementTagNameMap {
    'storefront-loyalty': StorefrontLoyalty
  }
}
