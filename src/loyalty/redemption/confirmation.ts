import { html, nothing } from 'lit'
import type { Messages } from '../../i18n/localize.ts'
import type { Money } from '../../money.ts'
import type { Localizer } from '../views/localizer.ts'
import { renderSum } from './sum.ts'

interface Confirmation {
  amount: Money
  /** The total of the cart, if its currency is that of the credits. */
  cart: Money | undefined
  /** What becomes of the code that the member holds, if there is one. */
  promise: string | undefined
  /** Why the last attempt failed. */
  fault: unknown
  /** The request is sent. */
  isBusy: boolean
  /** The page has not answered yet. The shopper can still go back. */
  isAsking: boolean
  onConfirm: () => void
  onBack: () => void
}

/** Asks once before credits are redeemed: how much, and what the shopper gets for it. */
export function renderConfirmation(
  { amount, cart, promise, fault, isBusy, isAsking, onConfirm, onBack }: Confirmation,
  localizer: Localizer<Messages<'loyalty'>>,
) {
  const { words, say, money } = localizer
  // The second click of a double click lands here, where the button before was: it neither confirms nor goes back.
  const handleConfirm = ({ detail }: MouseEvent) => {
    if (detail < 2) onConfirm()
  }
  const handleBack = ({ detail }: MouseEvent) => {
    if (detail < 2 && !isBusy) onBack()
  }
  const handleKey = ({ key }: KeyboardEvent) => {
    if (key === 'Escape' && !isBusy) onBack()
  }
  return html`<div part="confirm" role="group" aria-labelledby="confirm" @keydown=${handleKey}>
    <h4 part="question" id="confirm" tabindex="-1">${say('redeemQuestion', { amount: money(amount) })}</h4>
    <div class="outlook">
      ${
        fault ??
        html`${cart && !promise ? renderSum(cart, amount, localizer) : nothing}
          <p part="promise" id="promise">${promise ?? say('willGet', { amount: money(amount) })}</p>`
      }
    </div>
    <div class="go">
      <button part="button primary get" class="button primary" id="get" aria-describedby="promise" aria-disabled=${isBusy || isAsking} @click=${handleConfirm}>
        <span part="primary-label">${say('redeemNow', { amount: money(amount) })}</span>
      </button>
      <button part="button back" class="link" aria-disabled=${isBusy} @click=${handleBack}>${words.back}</button>
    </div>
  </div>`
}
