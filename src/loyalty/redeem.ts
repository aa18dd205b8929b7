import { html, nothing } from 'lit'
import type { HeldCode, Membership, Redemption } from '../contract/loyalty.ts'
import type { Money } from '../money.ts'
import { typedAmount } from './amount.ts'
import { isPending } from './account.ts'
import type { Voice } from './voice.ts'

/** What a shopper has typed and decided so far. */
export interface Wish {
  text: string
  /** What is wrong with it, in words. */
  fault?: string
  /** Understood, and waiting for a yes. */
  amount?: Money
}

/** What the steps of a redemption do. */
export interface WishHandlers {
  onType: (text: string) => void
  onNext: () => void
  onConfirm: () => void
  onBack: () => void
}

/** From an amount to a code: amount, confirmation, and what became of it. */
export function renderRedeem(membership: Membership, balance: Money, wish: Wish, busy: boolean, on: WishHandlers, voice: Voice) {
  if (!membership.may.includes('redeem') || membership.pending.some(isPending) || balance.cents <= 0) return nothing
  return wish.amount ? renderConfirm(wish.amount, heldCode(membership), busy, on, voice) : renderForm(balance, wish, on, voice)
}

function renderForm(balance: Money, { text, fault }: Wish, { onType, onNext }: WishHandlers, { words, say, lang }: Voice) {
  return html`<form part="redeem" novalidate @submit=${(event: Event) => (event.preventDefault(), onNext())}>
    <h3 part="heading">${words.redeem}</h3>
    <label part="label" for="amount">${say('amount', { currency: balance.currency })}</label>
    <div class="field">
      <input
        part="input"
        id="amount"
        inputmode="decimal"
        autocomplete="off"
        .value=${text}
        aria-invalid=${fault ? 'true' : nothing}
        aria-describedby="fault"
        @input=${(event: InputEvent) => onType((event.target as HTMLInputElement).value)}
      />
      <button part="button all" type="button" @click=${() => onType(typedAmount(balance, lang))}>${words.all}</button>
      <button part="button next" class="main"><span>${words.next}</span></button>
    </div>
    <p part="fault" id="fault" role="alert">${fault}</p>
  </form>`
}

function renderConfirm(amount: Money, held: HeldCode | undefined, busy: boolean, { onConfirm, onBack }: WishHandlers, { words, say, money }: Voice) {
  const sum = { ...amount, cents: amount.cents + (held?.value.cents ?? 0) }
  return html`<div part="confirm">
    <p id="promise" tabindex="-1">
      ${held ? say('willChange', { code: held.code, amount: money(sum) }) : say('willGet', { amount: money(amount) })}
    </p>
    <div class="actions">
      <button part="button confirm-button" class="main" type="button" aria-disabled=${busy} aria-describedby="promise" @click=${onConfirm}><span>${words.confirm}</span></button>
      <button part="button back" type="button" @click=${onBack}>${words.back}</button>
    </div>
  </div>`
}

/** The code that the member holds: the service's word, or else that of the latest redemption. */
export function heldCode({ redemption, pending }: Membership): HeldCode | undefined {
  if (redemption) return redemption
  const settled = pending.find(({ state, code }) => state === 'settled' && code)
  return settled && { code: settled.code ?? '', value: settled.code_value ?? settled.amount }
}

/** What a redemption came to, in words. */
export function outcomeOf({ state, amount }: Redemption, { words, say, money }: Voice): string {
  const values = { amount: money(amount) }
  if (state === 'settled') return words.redemptionSettled
  return say(state === 'pending' ? 'redemptionPending' : state === 'failed' ? 'redemptionFailed' : 'redemptionUnknown', values)
}

/** Redemptions under way and just ended, and the code. */
export function renderOutcomes(membership: Membership, copied: string, onCopy: (code: string) => void, voice: Voice) {
  const held = heldCode(membership)
  return html`${membership.pending
    .filter(({ state }) => state !== 'settled')
    .map((redemption) => html`<p part="notice ${redemption.state}" class="notice ${redemption.state}">${outcomeOf(redemption, voice)}</p>`)}
  ${held
    ? html`<div part="held-code" class="ticket">
        <span class="quiet">${voice.say('code', { amount: voice.money(held.value) })}</span>
        <div class="field">
          <code part="code" id="code">${held.code}</code>
          <button part="button copy" type="button" @click=${() => onCopy(held.code)}>${copied === held.code ? voice.words.copied : voice.words.copy}</button>
        </div>
      </div>`
    : nothing}`
}
