import { html, nothing, type LitElement } from 'lit'
import type { Member, Membership } from '../contract/loyalty.ts'
import { messages as en } from '../i18n/english/loyalty-actions.ts'
import type { Messages } from '../i18n/localize.ts'
import type { Money } from '../money.ts'
import { adoptStyles } from './adopt-styles.ts'
import { JoiningEvent } from './events/consulting.events.ts'
import { olderNews, renderOlderFault, showOlder } from './credit-history.ts'
import { renderJoin, renderLeaving, renderSentLeaving } from './views/join-leave.ts'
import type { Localizer } from './views/localizer.ts'
import { CancelledEvent, JoinedEvent, RedeemedEvent } from './events/member-actions.events.ts'
import { styles } from './member-actions.styles.ts'
import { transition } from './membership/member-actions-store.ts'
import { isBusy, type HistoryFilter, type LoyaltyState, type Verb } from './membership/membership-store.ts'
import type { MembershipSync } from './membership/membership-sync.ts'
import { isUnpaid, sentText } from './views/notice-texts.ts'
import { newsOf, renderFault, renderProblem, renderSent, renderStatus, renderWay } from './views/notices.ts'
import { renderAmountForm } from './redemption/amount-form.ts'
import { parseAmount, typedAmount } from './redemption/amount.ts'
import { promiseOf, renderMore, renderOutcomes } from './redemption/outcomes.ts'
import { renderConfirmation } from './redemption/confirmation.ts'
import { pendingOf } from './membership/pending.ts'
import { confirmRedemption } from './redemption/redeem.ts'
import { heldCode, spendable, type Step } from './membership/redemption-state.ts'
import { Declined, sendAction, sendChange, sendPayment } from './membership/send-action.ts'
import { SignedOut } from './membership/session.ts'
import { cartIn } from './redemption/sum.ts'
import { handleSignIn } from './views/sign-in.ts'
import { renderPeriods } from './views/spend-periods.ts'

/**
 * What a shopper can do with a membership: the views for it, with their handlers. Loaded when there is something to do or to follow, so that
 * looking at a membership does not wait for it.
 */
export class MemberActions {
  /** The English words of the views. */
  readonly words = en

  constructor(
    private readonly element: LitElement,
    readonly sync: MembershipSync,
  ) {
    sync.extend(transition)
    adoptStyles(element, [styles])
    const root = element.renderRoot as ShadowRoot
    let wasRead = false
    element.addController({
      hostUpdate: () => void (wasRead = !!root.activeElement?.matches('h2, #sent')),
      hostUpdated: () => {
        // The focused text is gone, because the request has taken effect.
        if (wasRead && !root.activeElement) root.querySelector('h2')?.focus({ preventScroll: true })
      },
    })
  }

  /** Chooses an amount to redeem, which is typed as in that language. */
  choose(amount: Money, lang: string) {
    this.sync.store.dispatch({ type: 'amountChosen', text: typedAmount(amount, lang), amount })
  }

  /** Asks the shopper to confirm an amount. */
  enter(amount: Money, lang: string) {
    if (isBusy(this.sync.store.state)) return
    this.sync.store.dispatch({ type: 'amountEntered', text: typedAmount(amount, lang), amount })
    this.#focusStep()
  }

  /** Opens the field for an amount. */
  enterAmount() {
    this.sync.store.dispatch({ type: this.#step ? 'wentBack' : 'redemptionOpened' })
    this.#focus('#amount')
  }

  askToLeave() {
    this.sync.store.dispatch({ type: 'leaveAsked' })
    this.#focus('#question')
  }

  showOlder() {
    void showOlder(this.element, this.sync)
  }

  filterHistory(filter?: HistoryFilter) {
    this.sync.store.dispatch({ type: 'historyFiltered', filter })
  }

  lengthenHistory() {
    this.sync.store.dispatch({ type: 'historyLengthened' })
  }

  /** Tells the page of redemptions that have been settled since. */
  report({ membership }: LoyaltyState, before?: LoyaltyState) {
    const known = before?.membership?.pending
    for (const redemption of membership?.pending ?? []) {
      const { id, state } = redemption
      if (known && state === 'settled' && !known.some((other) => other.id === id && other.state === state))
        this.element.dispatchEvent(new RedeemedEvent(redemption))
    }
  }

  /** The views of a state, with the handlers of the shopper's actions. */
  views(state: LoyaltyState, applyUrl: string, firstLocalizer: Localizer) {
    // The element adds the words for actions as soon as these views are loaded.
    const localizer = firstLocalizer as Localizer<Messages<'loyalty'>>
    const { redemption, isLeaving, action } = state
    const busy = isBusy(state)
    const sent = sentText(state, localizer)
    const cancel = () => void this.#change('cancel')
    const keep = this.#keep
    const way = renderWay(state, (verb) => void (verb === 'payment' ? this.#updatePayment() : this.#change(verb)), localizer)
    const { status } = state.membership?.member ?? {}
    const isPaymentAbove = isUnpaid(status) && action?.verb === 'payment'
    return {
      /** What can be spent. */
      spendable,
      /** Why the panel may be out of date. */
      renderProblem: (signInUrl: string) => renderProblem(state, signInUrl, (click) => handleSignIn(click, () => this.sync.readAnew()), localizer),
      renderStatus: (member: Member) => renderStatus(state, member, way, localizer),
      /** The code, and the redemptions under way. */
      renderOutcomes: (membership: Membership, member: Member) =>
        renderOutcomes(membership, member, redemption.copied, applyUrl, (code) => void this.#copy(code), localizer),
      /** What becomes of the code that the member has, if a further amount is redeemed. */
      promise: (membership: Membership, amount: Money) => promiseOf(amount, heldCode(membership), localizer),
      /** The step of a redemption; undefined where an amount can be chosen. */
      renderStep: (membership: Membership, member: Member, cart?: Money) => this.#renderStep(state, membership, member, cart, localizer),
      /** Why an action of these failed. */
      renderFault: (...verbs: Verb[]) => (isPaymentAbove ? undefined : renderFault(state, verbs, localizer)),
      /** How a tier is kept, and what was spent in each period. */
      renderPeriods: (membership: Membership) => renderPeriods(membership, localizer),
      /** Why more of the history is missing. */
      renderOlderFault: () => renderOlderFault(state, localizer),
      /** For what the end of the panel reserves its height. */
      closingSpace:
        isLeaving || action?.verb === 'cancel'
          ? 'leaving'
          : action?.verb === 'reactivate' || (action?.verb === 'payment' && !isPaymentAbove)
            ? action.verb
            : undefined,
      /** The question before leaving, while it is open, or what became of it. */
      renderQuestion(membership: Membership, member: Member) {
        if (isLeaving) return renderLeaving(membership, member, busy, cancel, keep, localizer)
        return action?.verb === 'cancel' && sent ? renderSentLeaving(membership, member, sent, way, localizer) : undefined
      },
      /** What was sent, and the way back or to another payment method, as far as they do not stand beside the status. */
      renderWays: () => html`${sent && !isPaymentAbove ? renderSent(sent) : nothing} ${isUnpaid(status) ? nothing : way}`,
      /** The button to join, and what became of it. */
      renderJoin: (membership: Membership) => renderJoin(state, membership.may.includes('join'), () => void this.#join(), localizer),
      /** What has just been done, or has just happened. */
      news: () => newsOf(state, olderNews(state, localizer), localizer),
    }
  }

  #renderStep(state: LoyaltyState, membership: Membership, member: Member, cart: Money | undefined, localizer: Localizer<Messages<'loyalty'>>) {
    const { step } = state.redemption
    if (pendingOf(membership).length || member.status === 'CANCELLED') return nothing
    const balance = spendable(member, membership)
    if (!step && heldCode(membership)) return balance.cents > 0 && membership.may.includes('redeem') ? renderMore(() => this.enterAmount(), localizer) : nothing
    if (step?.name === 'confirm')
      return renderConfirmation(
        {
          amount: step.amount,
          cart: cartIn(balance, cart),
          promise: promiseOf(step.amount, heldCode(membership), localizer),
          fault: renderFault(state, ['redeem'], localizer),
          isBusy: isBusy(state),
          isAsking: !!step.isAsking,
          onConfirm: () => void this.#confirm(),
          onBack: this.#dropConfirmation,
        },
        localizer,
      )
    if (step?.name !== 'amount') return undefined
    const { store } = this.sync
    const handlers = {
      onType: (text: string) => store.dispatch({ type: 'amountTyped', text }),
      onNext: () => {
        store.dispatch({ type: 'amountEntered', text: step.text, amount: parseAmount(step.text, balance.currency, localizer.lang) })
        this.#focusStep()
      },
    }
    return renderAmountForm(balance, step, handlers, localizer)
  }

  #dropConfirmation = () => {
    this.sync.store.dispatch({ type: 'confirmationDropped' })
    this.#focus('#redeem-now')
  }

  #keep = () => {
    this.sync.store.dispatch({ type: 'leaveDropped' })
    this.#focus('#leave')
  }

  async #join() {
    const { element, sync } = this
    const { store, session } = sync
    const isDone = await sendAction(sync, 'join', async () => {
      const { shopper } = store.state
      const event = new JoiningEvent()
      element.dispatchEvent(event)
      await event.taking?.catch((cause: unknown) => {
        throw new Declined('declined by the page', { cause })
      })
      // Another shopper signed in meanwhile, who did not press the button.
      if (session !== sync.session) throw new SignedOut()
      const joined = await sync.call((api) => api.join({}))
      session.take(joined)
      store.dispatch({ type: 'joined', shopper, membership: joined.membership })
    })
    if (!isDone) return
    element.dispatchEvent(new JoinedEvent())
    this.#focus('#sent')
  }

  async #change(verb: 'cancel' | 'reactivate') {
    const { element, sync } = this
    if (!(await sendChange(sync, verb))) return
    if (verb === 'cancel') element.dispatchEvent(new CancelledEvent())
    this.#focus('#sent')
  }

  async #updatePayment() {
    if (await sendPayment(this.sync)) this.#focus('#sent')
  }

  async #confirm() {
    if (await confirmRedemption(this.element, this.sync)) this.#focus('#outcomes')
    else if (this.#step?.name === 'amount') this.#focusStep()
  }

  async #copy(code: string) {
    try {
      await navigator.clipboard.writeText(code)
      this.sync.store.dispatch({ type: 'codeCopied', code })
    } catch {
      // Browsers refuse it without permission, and have no clipboard for pages without TLS: the shopper copies the selected code.
      getSelection()!.selectAllChildren(this.#find('#code')!)
    }
  }

  get #step(): Step | undefined {
    return this.sync.store.state.redemption.step
  }

  #focusStep() {
    this.#focus(this.#step?.name === 'confirm' ? '#confirm' : '#amount')
  }

  /** Puts the focus where the shopper goes on. */
  #focus(selector: string) {
    void this.element.updateComplete.then(() => (this.#find(selector) ?? this.#find('h2'))?.focus())
  }

  #find(selector: string) {
    return this.element.renderRoot.querySelector<HTMLElement>(selector)
  }
}

/** The views that belong to the actions of a shopper. */
export type ActionViews = ReturnType<MemberActions['views']>
