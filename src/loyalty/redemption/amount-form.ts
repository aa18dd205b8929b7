import { html } from 'lit'
import type { Messages } from '../../i18n/localize.ts'
import type { Money } from '../../money.ts'
import { keepInside } from '../../page/own-input.ts'
import type { Localizer } from '../views/localizer.ts'
import { parseAmount, typedAmount } from './amount.ts'
import type { StepFault } from '../membership/redemption-state.ts'
import { renderSlider } from './slider.ts'

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
    keepInside(event)
    onType((event.target as HTMLInputElement).value)
  }
  const typed = parseAmount(text, currency, lang)
  const cents = typeof typed === 'string' ? 0 : Math.min(typed.cents, balance.cents)
  return html`<form part="redeem" novalidate @submit=${handleSubmit}>
    <label part="label" for="amount">${say('amount', { currency })}</label>
    ${renderSlider('slider', 0, balance, { cents, currency }, say('amount', { currency }), money, (amount) => onType(typedAmount(amount, lang)))}
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
    </div>
    <p part="fault" id="fault" role="alert">${fault && say(fault, { example: typedAmount(balance, lang), least, currency, amount: money(balance) })}</p>
    <p part="rule" id="rule" class="muted">${say('rule', { least, most: money(balance) })}</p>
    <button part="button primary next" class="button primary"><span part="primary-label">${words.next}</span></button>
  </form>`
}
