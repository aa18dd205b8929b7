import { html, nothing, type LitElement } from 'lit'
import { Task, TaskStatus } from '@lit/task'
import type { Member, Membership } from '../contract/loyalty.ts'
import type { Problem } from '../contract/problem.ts'
import { messages as en } from '../i18n/english/loyalty-actions.ts'
import type { Money } from '../money.ts'
import type { Messages } from '../i18n/localize.ts'
import type { Account, Standing } from './account.ts'
import { styles } from './member-actions.styles.ts'
import { CancelledEvent, JoinedEvent, RedeemedEvent } from './member-actions.events.ts'
import { JoiningEvent } from './consulting.events.ts'
import { Declined, faultOf } from './fault.ts'
import { History } from './history.ts'
import { renderJoining, renderLeaving } from './joining.ts'
import { renderPeriods } from './periods.ts'
import { renderOutcomes } from './redeem.ts'
import { Redeeming } from './redeeming.ts'
import { renderLink } from './link.ts'
import { heldCode, isPending, redemptionsOf, spendable } from './redemptions.ts'
import { cancelledAt, send, type Verb } from './sending.ts'
import { SignedOut, type ShopperSession } from './session.ts'
import { handleSignIn } from './signing-in.ts'
import { createLocalizer, type Localizer } from './localizer.ts'

/** What a shopper begins with one press. */
export type Wish = 'redeem' | 'leave' | 'more'

/**
 * What a shopper can do with a membership. Loaded when there is something to do or to follow, so that looking at a membership
 * does not wait for it.
 */
export class MemberActions {
  #leaving = false
  #copied = ''
  #verb?: Verb
  /** How much space the redemption needs, from its first step to the code. */
  #space = ''
  /** Whose doings these are. */
  readonly session: ShopperSession
  /** Their credits' history, as far as it was asked for. */
  readonly history: History

  readonly #redeeming: Redeeming
  #change: Task<readonly [verb: Verb, amount?: Money], Verb>

  constructor(
    private readonly host: LitElement,
    private readonly account: Account,
  ) {
    this.session = account.session
    const { styleSheet } = styles
    const root = host.renderRoot as ShadowRoot
    if (styleSheet && !root.adoptedStyleSheets.includes(styleSheet)) root.adoptedStyleSheets.push(styleSheet)
    this.history = new History(host, account)
    this.#change = new Task(host, {
      autoRun: false,
      task: async ([verb, amount]) => {
        if (verb === 'join') await this.#consult()
        await send(account, verb, amount)
        return verb
      },
      onComplete: (verb) => {
        if (verb === 'join') host.dispatchEvent(new JoinedEvent())
        if (verb === 'cancel') host.dispatchEvent(new CancelledEvent())
      },
    })
    this.#redeeming = new Redeeming(host, {
      show: (focus) => this.#show(focus),
      send: (amount) => this.act('redeem', amount),
      isBusy: () => this.#busy,
      reset: () => (this.#verb = undefined),
    })
    let wasRead = false
    host.addController({
      hostUpdate: () => void (wasRead = !!root.activeElement?.matches('h2, #sent')),
      hostUpdated: () => {
        redemptionsOf(account).follow()
        // The words that the reader was put on have gone, since what was sent has taken effect.
        if (wasRead && !root.activeElement) root.querySelector('h2')?.focus({ preventScroll: true })
      },
    })
  }

  /** Begins a redemption, or the way out, or shows more of the history. */
  ask(wish: Wish) {
    if (wish === 'more') return this.history.more()
    this.#verb = undefined
    this.#leaving = wish === 'leave'
    const membership = this.account.standing?.membership
    if (wish === 'redeem') {
      this.#space = membership && heldCode(membership) ? 'open beside-code' : 'open'
      return this.#redeeming.open()
    }
    this.#redeeming.close()
    this.#show('#question')
  }

  /** Does one thing at a time: what is pressed meanwhile, or twice, is not done again. */
  async act(verb: Verb, amount?: Money) {
    if (this.#busy) return
    this.#verb = verb
    this.#copied = ''
    await this.#change.run([verb, amount])
    if (this.#change.status !== TaskStatus.COMPLETE) return
    this.#redeeming.close()
    this.#leaving = false
    this.#show(verb === 'redeem' ? '#outcomes' : '#sent')
  }

  /** Tells the page of redemptions that have been settled since. */
  report({ membership }: Standing, before?: Standing) {
    const known = before?.membership?.pending
    for (const redemption of membership?.pending ?? []) {
      const { id, state } = redemption
      if (known && state === 'settled' && !known.some((other) => other.id === id && other.state === state))
        this.host.dispatchEvent(new RedeemedEvent(redemption))
    }
  }

  /** Adds the words for doing to those of the first screen, which a page's own texts are among. */
  speak({ words, lang }: Localizer): Localizer<Messages<'loyalty'>> {
    return createLocalizer({ ...en, ...words } as Messages<'loyalty'>, lang)
  }

  /** Why what is on screen may be out of date. */
  renderProblem({ problem }: Standing, signInUrl: string, firstLocalizer: Localizer) {
    if (!problem) return nothing
    const { words } = this.speak(firstLocalizer)
    const handleClick = (click: Event) => handleSignIn(click, () => this.account.checkAnew())
    return isEnded(problem)
      ? html`<p part="notice ended" class="notice over">${words.sessionEnded} ${renderLink(signInUrl, words.signIn, 'sign-in', handleClick)}</p>`
      : html`<p part="notice stale" class="notice over">${words.stale}</p>`
  }

  /** What can be spent: the balance, less what is set aside. */
  spendable(membership: Membership, member: Member) {
    return spendable(member, membership)
  }

  /** What is sent and open, and the code. */
  renderOutcomes(membership: Membership, member: Member, firstLocalizer: Localizer) {
    const localizer = this.speak(firstLocalizer)
    const held = heldCode(membership)
    const outcomes = renderOutcomes(membership, member, held, this.#copied === held?.code, (code) => void this.#handleCopy(code), localizer)
    return html`<div id="outcomes" tabindex="-1">${outcomes}</div>`
  }

  /** Reserves the space in which a redemption ends as soon as it begins. */
  get redemptionSpace() {
    if (!this.#space && this.account.standing?.membership?.pending.length) this.#space = 'open'
    return this.#space
  }

  /** Why credits did not become a code. */
  renderRedeemFault(localizer: Localizer) {
    return this.#renderFault(['redeem'], this.speak(localizer))
  }

  /** Reserves the space in which the way out ends as soon as it begins. */
  get endSpace() {
    return this.#leaving || this.#verb === 'cancel' ? 'leaving' : this.#verb === 'reactivate' || this.#verb === 'payment' ? 'acting' : ''
  }

  /** The steps of a redemption; undefined while none is begun and one could be. */
  renderSteps(membership: Membership, member: Member, firstLocalizer: Localizer) {
    if (membership.pending.some(isPending) || member.status === 'CANCELLED') return nothing
    return this.#redeeming.render(spendable(member, membership), heldCode(membership), this.speak(firstLocalizer))
  }

  /** Statuses are an open list (A11): one that is not known is shown as it came. */
  renderStatus({ status }: Member, firstLocalizer: Localizer) {
    const { words, say } = this.speak(firstLocalizer)
    const isChanging = this.#verb === 'cancel' || this.#verb === 'reactivate'
    const notice = html`<p part="notice status" class="notice">${isLeaving(status) ? words[status] : say('status', { status })}</p>`
    return html`<div class=${isChanging ? 'reserve status' : 'reserve'}>${status === 'ACTIVE' ? nothing : notice}</div>`
  }

  /** How a tier is kept, and what was spent in each period. */
  renderPeriods(membership: Membership, localizer: Localizer) {
    return renderPeriods(membership, this.speak(localizer))
  }

  /** Why more of the history could not be had. */
  renderHistoryFault(localizer: Localizer) {
    return this.history.renderFault(this.speak(localizer))
  }

  /** The question before leaving, once it is asked. */
  renderQuestion(membership: Membership, member: Member, localizer: Localizer) {
    if (!this.#leaving) return undefined
    return renderLeaving(
      membership,
      member,
      this.#busy,
      () => void this.act('cancel'),
      () => this.#handleKeep(),
      this.speak(localizer),
    )
  }

  /** The way back, or to another payment method; what was sent, until it takes effect. */
  renderWays(standing: Standing, { may }: Membership, { status }: Member, firstLocalizer: Localizer) {
    const localizer = this.speak(firstLocalizer)
    const { words } = localizer
    const sent = this.#sent(standing, localizer)
    // Of what is shown, which may be behind what is known by now.
    const isAsked = standing.sentAt !== undefined && !!cancelledAt(this.session)
    const verb = isLeaving(status) || isAsked ? 'reactivate' : 'payment'
    return html`${sent ? renderSent(sent) : nothing} ${this.#renderWay(verb, may.includes(verb), standing, !!sent, words)}`
  }

  /** Why something of that could not be done. */
  renderEndFault(localizer: Localizer) {
    return this.#renderFault(['cancel', 'reactivate', 'payment'], this.speak(localizer))
  }

  renderJoining(standing: Standing, firstLocalizer: Localizer) {
    const { membership } = standing
    const localizer = this.speak(firstLocalizer)
    if (!membership) return nothing
    const sent = this.#sent(standing, localizer)
    return renderJoining(
      membership,
      sent || !membership.may.includes('join') ? undefined : () => void this.act('join'),
      this.#busy,
      sent ? renderSent(sent) : this.#renderFault(['join'], localizer),
      localizer,
    )
  }

  /** What has just been done, or has just happened. */
  news(standing: Standing, firstLocalizer: Localizer): string {
    const localizer = this.speak(firstLocalizer)
    const { words, say, money } = localizer
    const { problem } = standing
    if (problem) return isEnded(problem) ? words.sessionEnded : words.stale
    if (this.#copied) return words.copied
    const ofHistory = this.history.news(localizer)
    if (ofHistory) return ofHistory
    const latest = standing.membership?.pending[0]
    return this.#sent(standing, localizer) || (latest ? say(latest.state, { amount: money(latest.amount) }) : '')
  }

  /** Says that something was sent which has not taken effect yet, and when the cancellation was received. */
  #sent({ sentAt, membership }: Standing, { words, say, lang }: Localizer<Messages<'loyalty'>>): string {
    const asked = cancelledAt(this.session)
    const received = asked ? say('cancelAsked', { time: writeTime(asked, lang) }) : ''
    if (sentAt !== undefined) return `${received} ${words.sent}`.trim()
    if (received && isLeaving(membership?.member?.status ?? '')) return received
    return this.#verb === 'payment' && this.#change.status === TaskStatus.COMPLETE ? words.paymentSent : ''
  }

  #renderWay(verb: 'reactivate' | 'payment', isOpen: boolean, { sentAt }: Standing, isSent: boolean, words: Messages<'loyalty'>) {
    if (!isOpen || sentAt !== undefined) return nothing
    const isAsked = isSent && verb === 'payment'
    const handleClick = () => isAsked || void this.act(verb)
    return html`<button part=${`button ${verb}`} aria-disabled=${isAsked || this.#busy} @click=${handleClick}>${words[verb]}</button>`
  }

  /** Lets the page have its say before somebody joins. */
  async #consult() {
    const event = new JoiningEvent()
    this.host.dispatchEvent(event)
    await event.taking?.catch((cause: unknown) => {
      throw new Declined('declined by the page', { cause })
    })
    // Whoever has signed in meanwhile has not asked for it.
    if (this.session !== this.account.session) throw new SignedOut()
  }

  get #busy() {
    return this.#change.status === TaskStatus.PENDING
  }

  #renderFault(verbs: Verb[], localizer: Localizer<Messages<'loyalty'>>) {
    const isMine = this.#verb && verbs.includes(this.#verb)
    const fault = isMine && faultOf(this.#change.error, localizer)
    return html`<p part="fault" role="alert" class=${this.#verb === 'join' ? 'reserve' : ''}>${fault || nothing}</p>`
  }

  #handleKeep() {
    this.#verb = undefined
    this.#leaving = false
    this.#show('#leave')
  }

  async #handleCopy(code: string) {
    try {
      await navigator.clipboard.writeText(code)
      this.#copied = code
      this.#show()
    } catch {
      // Browsers refuse it without permission, and have no clipboard for pages without TLS: the shopper copies the selected code.
      getSelection()!.selectAllChildren(this.#find('#code')!)
    }
  }

  /** Renders anew, and puts the focus where it goes on. */
  #show(focus?: string) {
    this.host.requestUpdate()
    if (focus) void this.host.updateComplete.then(() => (this.#find(focus) ?? this.#find('h2'))?.focus())
  }

  #find(selector: string) {
    return this.host.renderRoot.querySelector<HTMLElement>(selector)
  }
}

const renderSent = (text: string) => html`<p part="notice sent" class="notice" id="sent" tabindex="-1">${text}</p>`

/** To the second, with the zone: what somebody can hold up later. */
const writeTime = (time: Date, lang: string) => new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeStyle: 'long' }).format(time)

/** Whether only signing in again helps. */
const isEnded = ({ code }: Partial<Problem>) => /^(session|assertion)/.test(code ?? '')

/** On the way out, or out. */
const isLeaving = (status: string): status is 'PENDING_CANCELLATION' | 'CANCELLED' => status === 'PENDING_CANCELLATION' || status === 'CANCELLED'
