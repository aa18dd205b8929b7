import { html, nothing } from 'lit'
import type { Member, Membership } from '../contract/loyalty.ts'
import type { Voice } from './voice.ts'
import { renderCancelLink } from './welcome.ts'

/** Who this is, and since when. */
export function renderGreeting({ member, program }: Membership, { words, say, date }: Voice) {
  return html`<header part="header">
    <div>
      <h2 part="greeting">${member?.first_name ? say('hello', { name: member.first_name }) : (program?.name ?? words.helloPlain)}</h2>
      ${member?.joined_at ? html`<p part="since" class="quiet">${say('since', { date: date(member.joined_at) })}</p>` : nothing}
    </div>
    ${member ? renderStatus(member, words, say) : nothing}
  </header>`
}

/** Statuses are an open list (A11): one that is not known is shown as it came. */
function renderStatus({ status }: Member, words: Voice['words'], say: Voice['say']) {
  if (status === 'ACTIVE') return nothing
  const text = isEnding(status) ? words.ending : isEnded(status) ? words.ended : say('status', { status })
  return html`<p part="status" class="notice">${text}</p>`
}

export const isEnding = (status: string) => status === 'PENDING_CANCELLATION'
export const isEnded = (status: string) => status === 'CANCELLED'

/** What leaving and coming back do, and how. */
export interface LeavingHandlers {
  onAsk: () => void
  onCancel: () => void
  onKeep: () => void
  onReactivate: () => void
  onPayment: () => void
}

/** The small, plain controls at the end: payment, leaving in two clicks, coming back. */
export function renderLeaving(membership: Membership, member: Member, asked: boolean, busy: boolean, cancelUrl: string, on: LeavingHandlers, voice: Voice) {
  const { words } = voice
  const leaving = isEnding(member.status) || isEnded(member.status)
  const may = (verb: string) => membership.may.includes(verb)
  if (asked) return renderQuestion(membership, member, busy, on, voice)
  return html`<div part="account" class="actions">
    ${may('payment') && !leaving ? html`<button part="button payment" class="plain" type="button" aria-disabled=${busy} @click=${on.onPayment}>${words.payment}</button>` : nothing}
    ${may('reactivate') && leaving ? html`<button part="button reactivate" type="button" aria-disabled=${busy} @click=${on.onReactivate}>${words.reactivate}</button>` : nothing}
    ${may('cancel') && !leaving ? html`<button part="button cancel" class="plain" id="leave" type="button" @click=${on.onAsk}>${words.cancel}</button>` : nothing}
    ${leaving ? nothing : renderCancelLink(cancelUrl, words.cancelLink)}
  </div>`
}

function renderQuestion({ tier }: Membership, { credits }: Member, busy: boolean, { onCancel, onKeep }: LeavingHandlers, { words, say, money }: Voice) {
  return html`<section part="card cancellation">
    <h3 part="heading" id="question" tabindex="-1">${words.cancelTitle}</h3>
    <p>${words.cancelEnds}</p>
    <ul part="losses" class="bullets">
      <li>${tier ? say('cancelBenefits', { tier: tier.name }) : words.cancelBenefitsPlain}</li>
      ${credits.cents > 0 ? html`<li>${say('cancelCredits', { amount: money(credits) })}</li>` : nothing}
    </ul>
    <div class="actions">
      <button part="button cancel-now" type="button" aria-disabled=${busy} @click=${onCancel}>${words.cancelNow}</button>
      <button part="button keep" type="button" @click=${onKeep}>${words.keep}</button>
    </div>
  </section>`
}
