import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { property, state } from 'lit/decorators.js'
import { initialState, Task, TaskStatus } from '@lit/task'
import { ResponseError } from '../contract/client.ts'
import type { CreditPage, Member, Membership, Redemption } from '../contract/loyalty.ts'
import { en, type LoyaltyWords } from '../messages/en/loyalty.ts'
import type { Money } from '../money.ts'
import { themeStyles } from '../theme.styles.ts'
import { languageOf } from '../words.ts'
import { accountAt, toProblem, type Account, type Standing } from './account.ts'
import { parseAmount, typedAmount } from './amount.ts'
import { renderBenefits, renderCampaigns } from './benefits.ts'
import { renderBalance, renderHistory, spendable } from './credits.ts'
import { CancelledEvent, JoinedEvent, LoyaltyUnavailableEvent, MemberEvent, RedeemedEvent } from './events.ts'
import { styles } from './loyalty.styles.ts'
import { isEnded, renderGreeting, renderLeaving } from './membership.ts'
import { outcomeOf, renderOutcomes, renderRedeem, type Wish } from './redeem.ts'
import { SignedOut } from './session.ts'
import { renderTier } from './tier.ts'
import { createVoice, renderLate, type Voice } from './voice.ts'
import { renderGuest, renderWelcome } from './welcome.ts'

type Verb = 'join' | 'redeem' | 'cancel' | 'reactivate' | 'updatePayment'

/**
 * A shopper's membership: tier, credits, benefits, and what can be done with them.
 *
 * @element storefront-loyalty
 * @slot - The shop's own words; they stand here until there is something better, and whenever there is not.
 * @fires {MemberEvent} storefront-member - The member on screen changed.
 * @fires {RedeemedEvent} storefront-redeemed - Credits became a code.
 * @fires {JoinedEvent} storefront-joined - The shopper joined.
 * @fires {CancelledEvent} storefront-cancelled - The shopper asked for the cancellation.
 * @fires {LoyaltyUnavailableEvent} storefront-unavailable - The membership could not be read.
 * @fires {SessionExpiringEvent} storefront-session-expiring - The page has to set `assertion` anew.
 * @csspart panel - All of it.
 * @csspart card - Each box: also `tier`, `credits`, `benefits`, `campaigns`, `history`, `cancellation`, `welcome`.
 * @csspart balance - The sum that can be spent.
 * @csspart progress - How far it is to the next tier.
 * @csspart ladder - The tiers; each one a `rung`.
 * @csspart button - Every button, with a part of its own beside it.
 * @csspart held-code - The code that holds redeemed credits; the code itself is `code`.
 * @cssprop [--storefront-accent=currentColor] - Main buttons, progress, reached tiers.
 * @cssprop [--storefront-loyalty-space=44em] - Height held from the beginning for somebody who is signed in.
 */
export class StorefrontLoyalty extends LitElement {
  static override styles = [themeStyles, styles]

  /** Where the proxy answers, unless the element says otherwise. */
  static proxy = ''

  /** Where the proxy answers. */
  @property() proxy = ''

  /** Signed proof of who is signed in, good once; it leaves the page's markup as soon as it is taken. */
  @property() assertion = ''

  /** Address of the shop that answers `{assertion}`; asked first and for each renewal. */
  @property({ attribute: 'assertion-url' }) assertionUrl = ''

  /** Address of the shop that answers a session itself. */
  @property({ attribute: 'session-url' }) sessionUrl = ''

  /** The shop's page for cancelling without signing in. */
  @property({ attribute: 'cancel-url' }) cancelUrl = ''

  /** Where to sign in. */
  @property({ attribute: 'sign-in-url' }) signInUrl = ''

  /** Where to become a member, for somebody who is not signed in. */
  @property({ attribute: 'join-url' }) joinUrl = ''

  /** Replaces any of the texts. */
  @property({ attribute: false }) messages: Partial<LoyaltyWords> = {}

  @state() private account?: Account
  @state() private wish: Wish = { text: '' }
  @state() private leaving = false
  @state() private copied = ''
  @state() private acting?: Verb
  #reserved = false

  /** The membership on screen, if any. */
  get membership(): Membership | undefined {
    return this.#standing.value?.membership
  }

  /** Ask again. */
  async refresh() {
    await this.account?.check().catch(() => undefined)
  }

  #standing: Task<readonly [Account | undefined], Standing> = new Task(this, {
    args: () => [this.account] as const,
    task: ([account]) => account?.ask() ?? initialState,
    onComplete: (standing: Standing) => this.#report(standing, this.#standing.value),
    onError: (cause) => this.dispatchEvent(new LoyaltyUnavailableEvent(toProblem(cause))),
  })

  #older: Task<readonly [first: string, cursor: string], CreditPage & { first: string }> = new Task(this, {
    autoRun: false,
    task: async ([first, cursor]) => {
      const shown = this.#olderThan(first)
      const page = await this.account?.listCredits(cursor).catch(() => undefined)
      return { first, entries: [...(shown?.entries ?? []), ...(page?.entries ?? [])], next: page ? page.next : cursor }
    },
  })

  #change = new Task(this, {
    autoRun: false,
    task: async ([verb, amount]: readonly [verb: Verb, amount?: Money]) => {
      await (verb === 'redeem' ? amount && this.account?.redeem(amount) : this.account?.[verb]())
      return verb
    },
    onComplete: (verb) => {
      if (verb === 'join') this.dispatchEvent(new JoinedEvent())
      if (verb === 'cancel') this.dispatchEvent(new CancelledEvent())
    },
  })

  override disconnectedCallback() {
    super.disconnectedCallback()
    this.account?.leave(this)
    this.account = undefined
  }

  override connectedCallback() {
    super.connectedCallback()
    this.requestUpdate()
  }

  override willUpdate(changed: PropertyValues<this>) {
    const proxy = this.proxy || (this.constructor as typeof StorefrontLoyalty).proxy
    if (!this.isConnected) return
    if (!proxy) return console.warn('<storefront-loyalty> needs the attribute "proxy": where the proxy answers')
    if (!this.account || changed.has('proxy')) this.#enter(accountAt(proxy))
    const { assertion, assertionUrl, sessionUrl } = this
    this.#reserved ||= !!(assertion || assertionUrl || sessionUrl)
    this.account?.offer({ assertion: assertion || '', assertionUrl: assertionUrl || '', sessionUrl: sessionUrl || '' })
    if (assertion) {
      this.assertion = ''
      this.removeAttribute('assertion')
    }
  }

  override render() {
    const voice = createVoice({ ...en, ...this.messages }, languageOf(this))
    const fallback = () => this.#renderFallback(voice, false)
    return html`<div part="frame" class=${this.#reserved ? 'reserved' : ''}>
      ${this.#standing.render({
        initial: fallback,
        pending: () => (this.#standing.value ? this.#renderStanding(this.#standing.value, voice) : this.#renderFallback(voice, this.#reserved)),
        complete: (standing) => this.#renderStanding(standing, voice),
        error: fallback,
      })}
      <p class="unseen" role="status">${this.#news(voice)}</p>
    </div>`
  }

  #renderFallback({ words }: Voice, busy: boolean) {
    return html`<div part="fallback" aria-busy=${busy}>
      <slot></slot>
      ${busy ? html`<p part="loading" class="quiet after-a-while">${words.loading}</p>` : nothing}
    </div>`
  }

  #renderStanding({ membership, problem, sentAt }: Standing, voice: Voice) {
    if (!membership) return renderGuest(this, voice)
    const { member, unavailable, may } = membership
    const nobody = !member && !unavailable.includes('member')
    const joinable = may.includes('join') && sentAt === undefined
    return html`<div part="panel" id="panel" tabindex="-1">
      ${this.#renderProblem(problem, voice)} ${sentAt === undefined ? nothing : html`<p part="notice sent" class="notice">${voice.words.sent}</p>`}
      ${nobody ? renderWelcome(membership, joinable, this.#busy, this.#renderFault(['join'], voice), () => this.#act('join'), voice) : this.#renderMember(membership, voice)}
    </div>`
  }

  #renderProblem(problem: Standing['problem'], { words }: Voice) {
    if (!problem) return nothing
    if (problem.status !== 401) return html`<p part="notice stale" class="notice">${words.stale}</p>`
    return html`<p part="notice ended" class="notice">${words.sessionEnded} ${this.signInUrl ? html`<a part="sign-in" href=${this.signInUrl}>${words.signIn}</a>` : nothing}</p>`
  }

  #renderMember(membership: Membership, voice: Voice) {
    const { words } = voice
    const { member, program } = membership
    const older = this.#olderThan(membership.credits.next)
    return html`${renderGreeting(membership, voice)}
      <div class="columns">
        ${program?.credits_enabled === false ? nothing : this.#renderCredits(membership, member, voice)} ${renderTier(membership, voice)}
      </div>
      ${renderBenefits(membership, words.benefits, voice)} ${renderCampaigns(membership, voice)}
      ${program?.credits_enabled === false ? nothing : renderHistory(membership, older, this.#older.status === TaskStatus.PENDING, () => this.#handleMore(), voice)}
      ${member
        ? renderLeaving(membership, member, this.leaving, this.#busy, this.cancelUrl, {
            onAsk: () => this.#handleLeaving(true),
            onKeep: () => this.#handleLeaving(false),
            onCancel: () => this.#act('cancel'),
            onReactivate: () => this.#act('reactivate'),
            onPayment: () => this.#act('updatePayment'),
          }, voice)
        : nothing}
      ${this.#renderFault(['cancel', 'reactivate', 'updatePayment'], voice)}`
  }

  #renderCredits(membership: Membership, member: Member | null, voice: Voice) {
    return html`<section part="card credits">
      <h3 part="heading">${voice.words.credits}</h3>
      ${member ? renderBalance(member, membership, voice) : renderLate(voice)}
      <div id="outcomes" tabindex="-1">${renderOutcomes(membership, this.copied, (code) => this.#handleCopy(code), voice)}</div>
      ${member && !isEnded(member.status)
        ? renderRedeem(membership, spendable(member, membership), this.wish, this.#busy, {
            onType: (text) => (this.wish = { text }),
            onNext: () => this.#handleAmount(spendable(member, membership), voice),
            onConfirm: () => this.#act('redeem', this.wish.amount),
            onBack: () => this.#handleBack(),
          }, voice)
        : nothing}
      ${this.#renderFault(['redeem'], voice)}
    </section>`
  }

  #renderFault(verbs: Verb[], voice: Voice): TemplateResult {
    const fault = this.acting && verbs.includes(this.acting) ? faultOf(this.#change.error, voice) : ''
    return html`<p part="fault" role="alert">${fault}</p>`
  }

  /** What has happened since, for those who do not see it. */
  #news(voice: Voice) {
    const { membership, sentAt } = this.#standing.value ?? {}
    if (this.copied) return voice.words.copied
    if (sentAt !== undefined) return voice.words.sent
    const latest = membership?.pending[0]
    return latest ? outcomeOf(latest, voice) : ''
  }

  #enter(account: Account) {
    this.account?.leave(this)
    this.account = account
    account.enter(this, () => void this.#standing.run())
    if (this.hasUpdated) void this.#standing.run()
  }

  /** Tells the page what is new in an answer. */
  #report({ membership, problem }: Standing, before?: Standing) {
    const { member, pending = [] } = membership ?? {}
    if (member && JSON.stringify(member) !== JSON.stringify(before?.membership?.member)) this.dispatchEvent(new MemberEvent(member))
    const known = before?.membership?.pending
    for (const redemption of pending) {
      if (known && isSettled(redemption) && !known.some(({ id, state }) => id === redemption.id && state === 'settled')) this.dispatchEvent(new RedeemedEvent(redemption))
    }
    if (problem && !before?.problem) this.dispatchEvent(new LoyaltyUnavailableEvent(problem))
  }

  get #busy() {
    return this.#change.status === TaskStatus.PENDING
  }

  /** Does one thing at a time: what is pressed meanwhile, or twice, is not done again. */
  async #act(verb: Verb, amount?: Money) {
    if (this.#busy) return
    this.acting = verb
    this.copied = ''
    await this.#change.run([verb, amount])
    if (this.#change.status !== TaskStatus.COMPLETE) return
    this.wish = { text: '' }
    this.leaving = false
    await this.#focus(verb === 'redeem' ? '#outcomes' : '#panel')
  }

  #handleAmount(balance: Money, { say, money, lang }: Voice) {
    const { text } = this.wish
    const amount = parseAmount(text, balance.currency)
    const fault = !amount?.cents
      ? say('notAmount', { example: typedAmount(balance, lang) })
      : amount.cents > balance.cents
        ? say('overBalance', { amount: money(balance) })
        : ''
    this.acting = undefined
    this.wish = fault ? { text, fault } : { text, amount }
    void this.#focus(fault ? '#amount' : '#promise')
  }

  #handleBack() {
    this.acting = undefined
    this.wish = { text: this.wish.text }
    void this.#focus('#amount')
  }

  #handleLeaving(leaving: boolean) {
    this.acting = undefined
    this.leaving = leaving
    void this.#focus(leaving ? '#question' : '#leave')
  }

  async #handleCopy(code: string) {
    try {
      await navigator.clipboard.writeText(code)
      this.copied = code
    } catch {
      // Not allowed to: selected, it can be copied by hand.
      const text = this.renderRoot.querySelector('#code')
      if (text) getSelection()?.selectAllChildren(text)
    }
  }

  #handleMore() {
    const first = this.membership?.credits.next
    if (!first || this.#older.status === TaskStatus.PENDING) return
    const cursor = this.#olderThan(first)?.next ?? first
    void this.#older.run([first, cursor])
  }

  /** The pages that follow a first page with that cursor; after a new entry the first page ends elsewhere, and they no longer fit. */
  #olderThan(first: string | null): CreditPage | undefined {
    const older = this.#older.value
    return older?.first === first ? older : undefined
  }

  async #focus(selector: string) {
    await this.updateComplete
    this.renderRoot.querySelector<HTMLElement>(selector)?.focus()
  }
}

const isSettled = ({ state }: Redemption) => state === 'settled'

/** Why something was not done, in words; where that is not known, that too. */
function faultOf(cause: unknown, { words, say }: Voice): string {
  if (!cause) return ''
  if (cause instanceof SignedOut) return words.sessionEnded
  if (!(cause instanceof ResponseError) || cause.status >= 500) return words.uncertain
  if (cause.status === 429) return words.tooMany
  const { errors, detail = '' } = cause.problem
  return say('refused', { detail: errors?.join(' ') || detail })
}

declare global {
  interface HTMLElementTagNameMap {
    'storefront-loyalty': StorefrontLoyalty
  }
}
