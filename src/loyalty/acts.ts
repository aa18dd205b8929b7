import { html, nothing, type LitElement } from 'lit'
import { Task, TaskStatus } from '@lit/task'
import type { CreditEntry, CreditPage, Member, Membership } from '../contract/loyalty.ts'
import { en } from '../messages/en/loyalty-acts.ts'
import type { LoyaltyWords } from '../messages/en/loyalty.ts'
import type { Money } from '../money.ts'
import type { Account, Standing } from './account.ts'
import { styles } from './acts.styles.ts'
import { parseAmount, typedAmount } from './amount.ts'
import { askFor } from './asking.ts'
import { CancelledEvent, JoinedEvent, RedeemedEvent } from './acts.events.ts'
import { faultOf } from './fault.ts'
import { renderJoining, renderLeaving } from './joining.ts'
import { renderForm, renderOutcomes, renderPromise, type Wish } from './redeem.ts'
import { renderLink } from './link.ts'
import { heldCode, isPending, redemptionsOf, spendable } from './redemptions.ts'
import type { ShopperSession } from './session.ts'
import { createVoice, type Voice } from './voice.ts'

type Verb = 'join' | 'redeem' | 'cancel' | 'reactivate' | 'payment'

interface Older extends CreditPage {
  /** Cursor of the page before; after a new entry the first page ends elsewhere, and what followed no longer fits. */
  after: string
}

/**
 * What a shopper can do with a membership. Loaded when there is something to do or to follow, so that looking at a membership
 * does not wait for it.
 */
export class Acts {
  #redeeming = false
  #wish: Wish = { text: '' }
  #leaving = false
  #copied = ''
  #verb?: Verb
  /** Whose doings these are. */
  readonly session: ShopperSession

  #older: Task<readonly [after: string, cursor: string], Older>
  #change: Task<readonly [verb: Verb, amount?: Money], Verb>

  constructor(
    private readonly host: LitElement,
    private readonly account: Account,
  ) {
    this.session = account.session
    const { styleSheet } = styles
    const root = host.renderRoot as ShadowRoot
    if (styleSheet && !root.adoptedStyleSheets.includes(styleSheet)) root.adoptedStyleSheets.push(styleSheet)
    this.#older = new Task(host, {
      autoRun: false,
      task: async ([after, cursor]) => {
        const entries = this.#olderThan(after)?.entries ?? []
        const page = await askFor(account, (api) => api.listCredits({ cursor, limit: 20 })).catch(() => ({ entries: [], next: cursor }))
        return { after, entries: [...entries, ...page.entries], next: page.next }
      },
    })
    this.#change = new Task(host, {
      autoRun: false,
      task: async ([verb, amount]) => {
        await this.#send(verb, amount)
        return verb
      },
      onComplete: (verb) => {
        if (verb === 'join') host.dispatchEvent(new JoinedEvent())
        if (verb === 'cancel') host.dispatchEvent(new CancelledEvent())
      },
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

  /** Begins a redemption, or the way out. */
  ask(question: 'redeem' | 'leave') {
    this.#verb = undefined
    this.#redeeming = question === 'redeem'
    this.#leaving = question === 'leave'
    this.#show(question === 'redeem' ? '#amount' : '#question')
  }

  /** Does one thing at a time: what is pressed meanwhile, or twice, is not done again. */
  async act(verb: Verb, amount?: Money) {
    if (this.#busy) return
    this.#verb = verb
    this.#copied = ''
    await this.#change.run([verb, amount])
    if (this.#change.status !== TaskStatus.COMPLETE) return
    this.#redeeming = this.#leaving = false
    this.#wish = { text: '' }
    this.#show(verb === 'redeem' ? '#outcomes' : '#sent')
  }

  /** One page more of the history. */
  more(after: string) {
    const cursor = this.#olderThan(after)?.next ?? after
    if (this.#older.status !== TaskStatus.PENDING) void this.#older.run([after, cursor])
  }

  /** Entries beyond the first page, as far as they were asked for, and the cursor of the next page. */
  history({ credits: { entries, next } }: Membership): { entries: CreditEntry[]; next: string | null } {
    const older = next === null ? undefined : this.#olderThan(next)
    return older ? { entries: [...entries, ...older.entries], next: older.next } : { entries, next }
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

  /** Why what is on screen may be out of date. */
  renderProblem({ problem }: Standing, signInUrl: string, firstVoice: Voice) {
    if (!problem) return nothing
    const { words } = speak(firstVoice)
    return /^(session|assertion)/.test(problem.code ?? '')
      ? html`<p part="notice ended" class="notice">${words.sessionEnded} ${renderLink(signInUrl, words.signIn, 'sign-in')}</p>`
      : html`<p part="notice stale" class="notice">${words.stale}</p>`
  }

  /** What can be spent: the balance, less what is set aside. */
  spendable(membership: Membership, member: Member) {
    return spendable(member, membership)
  }

  /** What is set aside, sent and open, and the code. */
  renderOutcomes(membership: Membership, member: Member, firstVoice: Voice) {
    const voice = speak(firstVoice)
    const aside = { ...member.credits, cents: member.credits.cents - spendable(member, membership).cents }
    const held = heldCode(membership)
    return html`${aside.cents > 0 ? html`<p part="held" class="quiet">${voice.say('held', { amount: voice.money(aside) })}</p>` : nothing}
      <div id="outcomes" tabindex="-1">${renderOutcomes(membership, held, this.#copied === held?.code, (code) => void this.#handleCopy(code), voice)}</div>
      ${this.#renderFault(['redeem'], voice)}`
  }

  /** The steps of a redemption; undefined while none is begun and one could be. */
  renderSteps(membership: Membership, member: Member, firstVoice: Voice) {
    const voice = speak(firstVoice)
    const balance = spendable(member, membership)
    const { amount } = this.#wish
    const handlers = {
      onType: (text: string) => this.#wishFor({ text }),
      onNext: () => this.#handleAmount(balance, voice),
      onConfirm: () => void this.act('redeem', this.#wish.amount),
      onBack: () => {
        this.#verb = undefined
        this.#wishFor({ text: this.#wish.text }, '#amount')
      },
    }
    if (membership.pending.some(isPending) || member.status === 'CANCELLED') return nothing
    if (!this.#redeeming) return undefined
    return amount ? renderPromise(amount, heldCode(membership), this.#busy, handlers, voice) : renderForm(balance, this.#wish, handlers, voice)
  }

  /** Statuses are an open list (A11): one that is not known is shown as it came. */
  renderStatus({ status }: Member, firstVoice: Voice) {
    const { words, say } = speak(firstVoice)
    if (status === 'ACTIVE') return nothing
    return html`<p part="notice status" class="notice">${isLeaving(status) ? words[status] : say('status', { status })}</p>`
  }

  /** The question before leaving, once it is asked. */
  renderQuestion(membership: Membership, member: Member, voice: Voice) {
    if (!this.#leaving) return undefined
    return renderLeaving(
      membership,
      member,
      this.#busy,
      () => void this.act('cancel'),
      () => this.#handleKeep(),
      speak(voice),
    )
  }

  /** The way back, or to another payment method; what was sent, until it takes effect. */
  renderWays(standing: Standing, { may }: Membership, { status }: Member, firstVoice: Voice) {
    const { words } = speak(firstVoice)
    const sent = this.#sent(standing, words)
    if (sent) return renderSent(sent)
    const verb = isLeaving(status) ? 'reactivate' : 'payment'
    if (!may.includes(verb)) return nothing
    return html`<button part="button ${verb}" aria-disabled=${this.#busy} @click=${() => void this.act(verb)}>${words[verb]}</button>`
  }

  /** Why something of that could not be done. */
  renderEndFault(voice: Voice) {
    return this.#renderFault(['cancel', 'reactivate', 'payment'], speak(voice))
  }

  renderJoining(standing: Standing, firstVoice: Voice) {
    const { membership } = standing
    const voice = speak(firstVoice)
    if (!membership) return nothing
    const sent = this.#sent(standing, voice.words)
    const join = sent || !membership.may.includes('join') ? undefined : () => void this.act('join')
    return renderJoining(membership, join, this.#busy, sent ? renderSent(sent) : this.#renderFault(['join'], voice), voice)
  }

  /** What has just been done, or has just happened. */
  news(standing: Standing, firstVoice: Voice): string {
    const { words, say, money } = speak(firstVoice)
    if (this.#copied) return words.copied
    const latest = standing.membership?.pending[0]
    return this.#sent(standing, words) || (latest ? say(latest.state, { amount: money(latest.amount) }) : '')
  }

  /** Says that something was sent which has not taken effect yet. */
  #sent({ sentAt }: Standing, words: LoyaltyWords): string {
    if (sentAt !== undefined) return words.sent
    return this.#verb === 'payment' && this.#change.status === TaskStatus.COMPLETE ? words.paymentSent : ''
  }

  get #busy() {
    return this.#change.status === TaskStatus.PENDING
  }

  async #send(verb: Verb, amount?: Money) {
    const { account } = this
    const { session } = account
    if (verb === 'redeem') {
      if (amount) await redemptionsOf(account).redeem(amount)
    } else if (verb === 'join') {
      const joined = await askFor(account, (api) => api.join({}))
      session.take(joined)
      account.change({ membership: joined.membership, ...(!joined.membership.member && { sentAt: null }) })
    } else if (verb === 'payment') {
      await askFor(account, (api) => api.updatePaymentMethod({}))
    } else {
      await askFor(account, (api) => (verb === 'cancel' ? api.cancelMembership({}) : api.reactivateMembership({})))
      account.change({ ...account.standing, sentAt: account.standing?.membership?.member?.status ?? null })
      await account.checkAnew()
    }
  }

  #renderFault(verbs: Verb[], voice: Voice<LoyaltyWords>) {
    const fault = this.#verb && verbs.includes(this.#verb) && faultOf(this.#change.error, voice)
    return html`<p part="fault" role="alert">${fault || nothing}</p>`
  }

  #handleAmount(balance: Money, { say, money, lang }: Voice<LoyaltyWords>) {
    const { text } = this.#wish
    const amount = parseAmount(text, balance.currency)
    if (!amount?.cents) this.#wishFor({ text, fault: say('notAmount', { example: typedAmount(balance, lang) }) }, '#amount')
    else if (amount.cents > balance.cents) this.#wishFor({ text, fault: say('overBalance', { amount: money(balance) }) }, '#amount')
    else this.#wishFor({ text, amount }, '#promise')
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
      // Not allowed to: selected, it can be copied by hand.
      const text = this.#find('#code')
      if (text) getSelection()?.selectAllChildren(text)
    }
  }

  #wishFor(wish: Wish, focus?: string) {
    this.#wish = wish
    this.#show(focus)
  }

  #olderThan(after: string): Older | undefined {
    const older = this.#older.value
    return older?.after === after ? older : undefined
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

/** Adds the words for doing to those of the first screen, which a page's own texts are among. */
const speak = ({ words, lang }: Voice): Voice<LoyaltyWords> => createVoice({ ...en, ...words } as LoyaltyWords, lang)

const renderSent = (text: string) => html`<p part="notice sent" class="notice" id="sent" tabindex="-1">${text}</p>`

/** On the way out, or out. */
const isLeaving = (status: string): status is 'PENDING_CANCELLATION' | 'CANCELLED' => status === 'PENDING_CANCELLATION' || status === 'CANCELLED'
