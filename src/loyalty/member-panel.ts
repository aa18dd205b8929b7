import { html, nothing } from 'lit'
import type { Membership } from '../contract/loyalty.ts'
import { renderBenefits, renderCampaigns } from './benefits.ts'
import { renderCredits, renderHistory } from './credits.ts'
import { renderLink } from './link.ts'
import type { Localizer } from './localizer.ts'
import type { LoyaltyState } from './membership-store.ts'
import type { Panel } from './panel.ts'
import { renderTier } from './tier.ts'

/** The panel of a shopper who is signed in. */
export function renderPanel(state: LoyaltyState, membership: Membership, panel: Panel, localizer: Localizer) {
  const { actions, signInUrl } = panel
  const { member, unavailable } = membership
  const hasJoined = member ?? unavailable.includes('member')
  return html`<div part="panel">
    ${actions?.renderProblem(signInUrl)}
    ${hasJoined ? renderMember(state, membership, panel, localizer) : (actions?.renderJoining(membership) ?? html`<slot></slot>`)}
  </div>`
}

function renderMember(state: LoyaltyState, membership: Membership, panel: Panel, localizer: Localizer) {
  const { words, say, date } = localizer
  const { member, program } = membership
  const { actions } = panel
  const hasCredits = program?.credits_enabled !== false
  return html`<header part="header">
      <h2 part="greeting" tabindex="-1">${member?.first_name ? say('hello', { name: member.first_name }) : words.helloPlain}</h2>
      <p part="since" class="quiet">${member?.joined_at && say('since', { date: date(member.joined_at) })}</p>
      ${member && actions?.renderStatus(member)}
    </header>
    <div class="columns">
      ${hasCredits ? renderCredits(state, membership, panel, localizer) : nothing} ${renderTier(membership, actions?.renderPeriods(membership), localizer)}
    </div>
    ${renderBenefits(membership, words.benefits, localizer)} ${renderCampaigns(membership, localizer)}
    ${hasCredits ? renderHistory(state, membership, panel, localizer) : nothing}
    <div class="closing">${member && renderClosing(state, membership, panel, localizer)}</div>`
}

/** The ways out and back. */
function renderClosing(state: LoyaltyState, membership: Membership, { actions, cancelUrl, renderButton }: Panel, localizer: Localizer) {
  const { words } = localizer
  const { member, may } = membership
  const canLeave = state.sentAt === undefined && may.includes('cancel') && !/CANCEL/.test(member?.status ?? '')
  return html`<div class=${`reserve ${actions?.closingSpace}`}>
    ${
      (member && actions?.renderQuestion(membership, member)) ??
      html`<div part="account" class="row">
        ${actions?.renderWays()} ${canLeave ? renderButton('leave', words.cancel) : nothing} ${renderLink(cancelUrl, words.cancelLink, 'cancel-link')}
      </div>`
    }
    ${actions?.renderFault('cancel', 'reactivate', 'payment')}
  </div>`
}
