import { html, nothing } from 'lit'
import type { Member, Membership } from '../../contract/loyalty.ts'
import type { Messages } from '../../i18n/localize.ts'
import type { Localizer } from './localizer.ts'
import { isBusy, type LoyaltyState } from '../membership/membership-store.ts'
import { sentText } from './notice-texts.ts'
import { renderFault, renderSent } from './notices.ts'

/** For somebody who is signed in and has not joined: the button with what it means, and what became of it. */
export function renderJoin(state: LoyaltyState, canJoin: boolean, onJoin: () => void, localizer: Localizer<Messages<'loyalty'>>) {
  const { words } = localizer
  const sent = sentText(state, localizer)
  return html`${
    canJoin && !sent
      ? html`<button part="button primary join" class="button primary" aria-describedby="consent" aria-disabled=${isBusy(state)} @click=${onJoin}>
            <span part="primary-label">${words.join}</span>
          </button>
          <p part="consent" class="muted" id="consent">${words.joinConsent}</p>`
      : nothing
  }
  ${sent ? renderSent(sent) : renderFault(state, ['join'], localizer)}`
}

/** Asks once whether to leave, and says what ends. */
export function renderLeaving(
  membership: Membership,
  member: Member,
  busy: boolean,
  onCancel: () => void,
  onKeep: () => void,
  localizer: Localizer<Messages<'loyalty'>>,
) {
  const { words } = localizer
  return html`<section part="card cancellation" class="card pad">
    <h3 part="heading" id="question" tabindex="-1">${words.cancelTitle}</h3>
    ${renderEnding(membership, member, localizer)}
    <div class="row">
      <button part="button cancel-now" class="button" aria-disabled=${busy} @click=${onCancel}>${words.cancelNow}</button>
      <button part="button keep" class="button" @click=${onKeep}>${words.keep}</button>
    </div>
  </section>`
}

/** Says that the cancellation was sent, and still what ends with it; `way` leads back. Takes the place of the question, with about the same height. */
export function renderSentLeaving(membership: Membership, member: Member, sent: string, way: unknown, localizer: Localizer<Messages<'loyalty'>>) {
  return html`<section part="card cancellation" class="card pad">${renderSent(sent)} ${renderEnding(membership, member, localizer)} ${way}</section>`
}

/** Lists the benefits and credits that the member loses with the membership, and says when. */
function renderEnding({ tier, may }: Membership, { credits }: Member, { words, say, money }: Localizer<Messages<'loyalty'>>) {
  return html`<p>${words.cancelEnds}</p>
    <ul part="losses">
      <li>${tier ? say('cancelBenefits', { tier: tier.name }) : words.cancelBenefitsPlain}</li>
      ${credits.cents > 0 ? html`<li>${say('cancelCredits', { amount: money(credits) })}</li>` : nothing}
    </ul>
    <p part="until">${words.cancelWhen} ${may.includes('reactivate') ? words.cancelUndo : nothing}</p>`
}
