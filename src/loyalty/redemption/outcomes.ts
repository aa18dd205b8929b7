import { html, nothing } from 'lit'
import type { Member, Membership, Redemption } from '../../contract/loyalty.ts'
import type { Messages } from '../../i18n/localize.ts'
import type { Localizer } from '../localizer.ts'
import { isPending } from './pending.ts'
import { heldCode, spendable } from './redemption-state.ts'

/** The code that the member holds, and below it the redemptions that are under way or failed. */
export function renderOutcomes(
  membership: Membership,
  member: Member,
  copied: string | undefined,
  onCopy: (code: string) => void,
  localizer: Localizer<Messages<'loyalty'>>,
) {
  const held = heldCode(membership)
  const { words, say, money } = localizer
  const code =
    held &&
    html`<div part="held-code" class="code">
      <span class="quiet">${say('code', { amount: money(held.value) })}</span>
      <div class="row">
        <code part="code" id="code">${held.code}</code>
        <button part="button copy" @click=${() => onCopy(held.code)}>${copied === held.code ? words.copied : words.copy}</button>
      </div>
    </div>`
  const aside = member.credits.cents - spendable(member, membership).cents
  const notices = membership.pending.map((redemption) => renderNotice(redemption, aside, localizer))
  // Without spaces, the box is empty where there is nothing.
  return html`<div id="outcomes" tabindex="-1">${code ?? nothing}${notices}</div>`
}

function renderNotice(redemption: Redemption, aside: number, { say, money }: Localizer<Messages<'loyalty'>>) {
  const { state, amount } = redemption
  if (state === 'settled') return nothing
  const notice = html`<p part=${`notice ${state}`} class=${`notice ${state}`}>${say(state, { amount: money(amount) })}</p>`
  return isPending(redemption) && aside > 0
    ? html`${notice}
        <p part="held" class="quiet">${say('held', { amount: money({ ...amount, cents: aside }) })}</p>`
    : notice
}
