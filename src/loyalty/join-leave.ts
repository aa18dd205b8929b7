import { html, nothing } from 'lit'
import type { Member, Membership } from '../contract/loyalty.ts'
import type { Messages } from '../i18n/localize.ts'
import { renderBenefits } from './benefits.ts'
import type { Localizer } from './localizer.ts'
import { isBusy, type LoyaltyState } from './membership-store.ts'
import { renderFault, renderSent, sentText } from './notices.ts'
import { byRank, renderLadder } from './tier.ts'

/** For somebody who is signed in and has not joined: what there is to gain, and the button with what it means. */
export function renderJoining(state: LoyaltyState, membership: Membership, onJoin: (() => void) | undefined, localizer: Localizer<Messages<'loyalty'>>) {
  const { words, say } = localizer
  const sent = sentText(state, localizer)
  const { program, tiers } = membership
  return html`<section part="card welcome">
      <h2 part="greeting" tabindex="-1">${program?.name ? say('joinTitle', { program: program.name }) : words.joinTitlePlain}</h2>
      <p>${words.joinText}</p>
      ${renderLadder(byRank(tiers), -1, localizer)}
      ${
        onJoin
          ? html`<p part="consent" class="quiet" id="consent">${words.joinConsent}</p>
              <div class="row">
                <button part="button join" class="main" aria-describedby="consent" aria-disabled=${isBusy(state)} @click=${onJoin}>
                  <span>${words.join}</span>
                </button>
              </div>`
          : nothing
      }
      ${sent ? renderSent(sent) : renderFault(state, ['join'], localizer)}
    </section>
    ${renderBenefits(membership, words.benefitsToCome, localizer)}`
}

/** Asks once whether to leave, and says what ends. */
export function renderLeaving(
  { tier, may }: Membership,
  { credits }: Member,
  busy: boolean,
  onCancel: () => void,
  onKeep: () => void,
  localizer: Localizer<Messages<'loyalty'>>,
) {
  const { words, say, money } = localizer
  return html`<section part="card cancellation">
    <h3 part="heading" id="question" tabindex="-1">${words.cancelTitle}</h3>
    <p>${words.cancelEnds}</p>
    <ul part="losses">
      <li>${tier ? say('cancelBenefits', { tier: tier.name }) : words.cancelBenefitsPlain}</li>
      ${credits.cents > 0 ? html`<li>${say('cancelCredits', { amount: money(credits) })}</li>` : nothing}
    </ul>
    <p part="until">${words.cancelWhen} ${may.includes('reactivate') ? words.cancelUndo : nothing}</p>
    <div class="row">
      <button part="button cancel-now" aria-disabled=${busy} @click=${onCancel}>${words.cancelNow}</button>
      <button part="button keep" @click=${onKeep}>${words.keep}</button>
    </div>
  </section>`
}
