import { html, nothing } from 'lit'
import type { HeldCode, Membership } from '../contract/loyalty.ts'
import type { LoyaltyWords } from '../messages/en/loyalty.ts'
import type { Money } from '../money.ts'
import { typedAmount } from './amount.ts'
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

/** How much: the first step. */
export function renderForm(balance: Money, { text, fault }: Wish, { onType, onNext }: WishHandlers, { words, say, lang }: Voice<LoyaltyWords>) {
  const handleSubmit = (event: Event) => {
    event.preventDefault()
    onNext()
  }
  const handleInput = (event: Event) => {
    // A theme that listens for input on its own fields does not mean this one.
    event.stopPropagation()
    onType((event.target as HTMLInputElement).value)
  }
  return html`<form part="redeem" novalidate @submit=${handleSubmit}>
    <label part="label" for="amount">${say('amount', { currency: balance.currency })}</label>
    <div class="row">
      <input
        part="input"
        id="amount"
        inputmode="decimal"
        autocomplete="off"
        .value=${text}
        aria-invalid=${fault ? 'true' : 'false'}
        aria-describedby="fault"
        @input=${handleInput}
      />
      <button part="button all" type="button" @click=${() => onType(typedAmount(balance, lang))}>${words.all}</button>
      <button part="button next" class="main"><span>${words.next}</span></button>
    </div>
    <p part="fault" id="fault" role="alert">${fault}</p>
  </form>`
}

/** What will happen: the second step, before anything is sent. */
export function renderPromise(amount: Money, held: HeldCode | undefined, busy: boolean, { onConfirm, onBack }: WishHandlers, voice: Voice<LoyaltyWords>) {
  const { words, say, money } = voice
  const sum = { ...amount, cents: amount.cents + (held?.value.cents ?? 0) }
  return html`<div part="confirm">
    <p id="promise" tabindex="-1">${held ? say('willChange', { code: held.code, amount: money(sum) }) : say('willGet', { amount: money(amount) })}</p>
    <div class="row">
      <button part="button get" class="main" aria-describedby="promise" aria-disabled=${busy} @click=${onConfirm}><span>${words.confirm}</span></button>
      <button part="button back" @click=${onBack}>${words.back}</button>
    </div>
  </div>`
}

/** Redemptions that are under way or came to nothing, and the code of those that did not. */
export function renderOutcomes(
  { pending }: Membership,
  held: HeldCode | undefined,
  copied: boolean,
  onCopy: (code: string) => void,
  voice: Voice<LoyaltyWords>,
) {
  const { words, say, money } = voice
  return html`${pending.map(({ state, amount }) =>
    state === 'settled' ? nothing : html`<p part="notice ${state}" class="notice ${state}">${say(state, { amount: money(amount) })}</p>`,
  )}
  ${
    held
      ? html`<div part="held-code">
          <span class="quiet">${say('code', { amount: money(held.value) })}</span>
          <div class="row">
            <code part="code" id="code">${held.code}</code>
            <button part="button copy" @click=${() => onCopy(held.code)}>${copied ? words.copied : words.copy}</button>
          </div>
        </div>`
      : nothing
  }`
}
