import { html } from 'lit'
import type { Messages } from '../../i18n/localize.ts'
import type { Money } from '../../money.ts'
import type { Localizer } from '../localizer.ts'
import { parseAmount, sliderStep, typedAmount } from './amount.ts'
import type { StepFault } from './redemption-state.ts'

/** What the shopper does with the form. */
export interface AmountHandlers {
  onType: (text: string) => void
  onNext: () => void
}

/** How much: the first step. The field and the slider show the same amount. */
export function renderAmountForm(
  balance: Money,
  { text, fault }: { text: string; fault?: StepFault },
  { onType, onNext }: AmountHandlers,
  localizer: Localizer<Messages<'loyalty'>>,
) {
  const { words, say, lang, money } = localizer
  const { currency } = balance
  const least = money({ cents: 1, currency })
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
  // The rest at the end is the last step, however small.
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
      <button part="button all" class="button" type="button" @click=${() => onType(typedAmount(balance, lang))}>${words.all}</button>
      <button part="button primary next" class="button primary"><span part="primary-label">${words.next}</span></button>
    </div>
    <p part="fault" id="fault" role="alert">${fault && say(fault, { example: typedAmount(balance, lang), least, currency, amount: money(balance) })}</p>
    <p part="rule" id="rule" class="quiet">${say('rule', { least, most: money(balance) })}</p>
  </form>`
}
