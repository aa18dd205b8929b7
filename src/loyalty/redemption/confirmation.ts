import { html } from 'lit'
import type { HeldCode } from '../../contract/loyalty.ts'
import type { Messages } from '../../i18n/localize.ts'
import type { Money } from '../../money.ts'
import type { Localizer } from '../localizer.ts'

/** What will happen: the second step, before anything is sent. */
export function renderConfirmation(
  amount: Money,
  held: HeldCode | undefined,
  busy: boolean,
  { onConfirm, onBack }: { onConfirm: () => void; onBack: () => void },
  { words, say, money }: Localizer<Messages<'loyalty'>>,
) {
  const sum = { ...amount, cents: amount.cents + (held?.value.cents ?? 0) }
  return html`<div part="confirm">
    <p id="promise" tabindex="-1">${held ? say('willChange', { code: held.code, amount: money(sum) }) : say('willGet', { amount: money(amount) })}</p>
    <div class="row">
      <button part="button get" class="main" aria-describedby="promise" aria-disabled=${busy} @click=${onConfirm}><span>${words.confirm}</span></button>
      <button part="button back" @click=${onBack}>${words.back}</button>
    </div>
  </div>`
}
