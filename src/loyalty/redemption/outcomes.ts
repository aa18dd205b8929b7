import { html, nothing } from 'lit'
import type { HeldCode, Member, Membership, Redemption } from '../../contract/loyalty.ts'
import type { Messages } from '../../i18n/localize.ts'
import type { Money } from '../../money.ts'
import { ApplyingEvent } from '../events/consulting.events.ts'
import { renderLink } from '../views/link.ts'
import type { Localizer } from '../views/localizer.ts'
import { consultPage } from '../views/sign-in.ts'
import { isPending } from '../membership/pending.ts'
import { heldCode, spendable } from '../membership/redemption-state.ts'

type ActionsLocalizer = Localizer<Messages<'loyalty'>>

/** The code that the member holds, and below it the redemptions that are under way or failed. */
export function renderOutcomes(
  membership: Membership,
  member: Member,
  copied: string | undefined,
  applyUrl: string,
  onCopy: (code: string) => void,
  localizer: ActionsLocalizer,
) {
  const held = heldCode(membership)
  const aside = member.credits.cents - spendable(member, membership).cents
  const notices = membership.pending.map((redemption) => renderNotice(redemption, aside, localizer))
  // Without white space in the template, a box without content matches `:empty`.
  return html`<div id="outcomes" tabindex="-1">${held ? renderCode(held, copied === held.code, applyUrl, onCopy, localizer) : nothing}${notices}</div>`
}

/** A code to use in one tap, or to copy. */
function renderCode({ code, value }: HeldCode, isCopied: boolean, applyUrl: string, onCopy: (code: string) => void, { words, say, money }: ActionsLocalizer) {
  const handleUse = (click: Event) => consultPage(click, new ApplyingEvent(code))
  return html`<div part="held-code" class="coupon">
    <div>
      <p class="muted">${say('code', { amount: money(value) })}</p>
      <code part="code" id="code">${code}</code>
    </div>
    <div class="row">
      ${renderLink(applyUrl.replace('{code}', encodeURIComponent(code)), words.useCode, 'button primary use', 'button primary', handleUse)}
      <button part="button copy" class="button" @click=${() => onCopy(code)}>${isCopied ? words.copied : words.copy}</button>
    </div>
  </div>`
}

function renderNotice(redemption: Redemption, aside: number, { say, money }: ActionsLocalizer) {
  const { state, amount } = redemption
  if (state === 'settled') return nothing
  const isHeld = isPending(redemption) && aside > 0
  const notice = html`<p part=${`notice ${state}`} class=${isHeld ? '' : `notice ${state}`}>${say(state, { amount: money(amount) })}</p>`
  // In the outline of the coupon that is to come.
  return isHeld
    ? html`<div class="coupon">
        ${notice}
        <p part="held" class="muted">${say('held', { amount: money({ ...amount, cents: aside }) })}</p>
        <div class="busy"></div>
      </div>`
    : notice
}

/** The way to a further code, for a member who has one. */
export const renderMore = (onPress: () => void, { words }: ActionsLocalizer) =>
  html`<div class="go"><button part="button other" class="link" id="other" @click=${onPress}>${words.redeemMore}</button></div>`

/** What becomes of the code that the member holds; undefined if there is none. */
export const promiseOf = (amount: Money, held: HeldCode | undefined, { say, money }: ActionsLocalizer) =>
  held && say('willChange', { code: held.code, amount: money({ ...amount, cents: amount.cents + held.value.cents }) })
