import { html, nothing } from 'lit'
import type { HeldCode, Member, Membership } from '../contract/loyalty.ts'
import type { Money } from '../money.ts'
import type { Messages } from '../i18n/localize.ts'
import { parseAmount, sliderStep, typedAmount } from './amount.ts'
import { isPending, spendable } from './redemptions.ts'
import type { Localizer } from './localizer.ts'

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

/** How much: the first step. What is typed and where the slider stands are the same amount. */
export function renderForm(balance: Money, { text, fault }: Wish, { onType, onNext }: WishHandlers, localizer: Localizer<Messages<'loyalty'>>) {
  const { words, say, lang, money } = localizer
  const { currency } = balance
  const handleSubmit = (event: Event) => {
    event.preventDefault()
    onNext()
  }
  const handleInput = (event: Event) => {
    // A theme that listens for input on its own fields does not mean this one.
    event.stopPropagation()
    onType((event.target as HTMLInputElement).value)
  }
  const handleSlide = (event: Event) => {
    event.stopPropagation()
    const cents = Math.min(Number((event.target as HTMLInputElement).value) * step, balance.cents)
    onType(typedAmount({ cents, currency }, lang))
  }
  const typed = parseAmount(text, currency, lang)
  const cents = typeof typed === 'string' ? 0 : Math.min(typed.cents, balance.cents)
  const step = sliderStep(balance)
  const end = Math.ceil(balance.cents / step)
  // What is left over at the end is the last step, however small.
  const position = cents === balance.cents ? end : Math.min(Math.round(cents / step), end - 1)
  return html`<form part="redeem" novalidate @submit=${handleSubmit}>
    <label part="label" for="amount">${say('amount', { currency })}</label>
    <input
      part="slider"
      type="range"
      min="0"
      max=${String(end)}
      .value=${String(position)}
      aria-label=${say('amount', { currency })}
      aria-valuetext=${money({ cents, currency })}
      @input=${handleSlide}
    />
    <div class="row">
      <input
        part="input"
        id="amount"
        inputmode="decimal"
        autocomplete="off"
        .value=${text}
        aria-invalid=${fault ? 'true' : 'false'}
        aria-describedby="fault rule"
        @input=${handleInput}
      />
      <button part="button all" type="button" @click=${() => onType(typedAmount(balance, lang))}>${words.all}</button>
      <button part="button next" class="main"><span>${words.next}</span></button>
    </div>
    <p part="fault" id="fault" role="alert">${fault}</p>
    <p part="rule" id="rule" class="quiet">${say('rule', { least: money({ cents: 1, currency }), most: money(balance) })}</p>
  </form>`
}

/** What will happen: the second step, before anything is sent. */
export function renderPromise(
  amount: Money,
  held: HeldCode | undefined,
  busy: boolean,
  { onConfirm, onBack }: WishHandlers,
  localizer: Localizer<Messages<'loyalty'>>,
) {
  const { words, say, money } = localizer
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
  membership: Membership,
  member: Member,
  held: HeldCode | undefined,
  copied: boolean,
  onCopy: (code: string) => void,
  localizer: Localizer<Messages<'loyalty'>>,
) {
  const { words, say, money } = localizer
  const { pending } = membership
  const aside = member.credits.cents - spendable(member, membership).cents
  // The code comes first, so that a redemption that is sent beside it does not push it down. No space between the two: where there is neither,
  // nothing at all is there, and takes no room.
  return html`${
    held
      ? html`<div part="held-code" class="code">
          <span class="quiet">${say('code', { amount: money(held.value) })}</span>
          <div class="row">
            <code part="code" id="code">${held.code}</code>
            <button part="button copy" @click=${() => onCopy(held.code)}>${copied ? words.copied : words.copy}</button>
          </div>
        </div>`
      : nothing
  }${pending.map((redemption) => {
    const { state, amount } = redemption
    if (state === 'settled') return nothing
    const notice = html`<p part=${`notice ${state}`} class=${`notice ${state}`}>${say(state, { amount: money(amount) })}</p>`
    return isPending(redemption) && aside > 0
      ? html`${notice}
          <p part="held" class="quiet">${say('held', { amount: money({ ...amount, cents: aside }) })}</p>`
      : notice
  })}`
}
