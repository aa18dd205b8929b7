import { html, nothing } from 'lit'
import type { Membership } from '../contract/loyalty.ts'
import { renderBenefits, renderCampaigns } from './benefits.ts'
import { renderExpiring, renderRedemption } from './credits.ts'
import { renderHistory } from './history.ts'
import { renderLink } from './link.ts'
import type { Localizer } from './localizer.ts'
import type { LoyaltyState } from './membership-store.ts'
import type { Panel } from './panel.ts'
import { renderPass } from './pass.ts'
import { renderNextTier, renderTiers } from './tier.ts'

/** The panel of a member. */
export function renderMember(state: LoyaltyState, membership: Membership, panel: Panel, localizer: Localizer) {
  const { member, program } = membership
  const { actions } = panel
  const hasCredits = program?.credits_enabled !== false
  const balance = hasCredits && member ? (actions?.spendable(member, membership) ?? member.credits) : undefined
  return html`${member && actions?.renderStatus(member)}
    <div class="first">
      <div class="columns">
        ${renderPass(membership, balance, localizer)} ${hasCredits ? renderRedemption(state, membership, balance, panel, localizer) : nothing}
      </div>
      ${hasCredits ? renderExpiring(state, membership, localizer) : nothing}
    </div>
    <div class="columns wide">${renderBenefits(state, membership.benefits, localizer.words.benefits, localizer)} ${renderNextTier(membership, localizer)}</div>
    ${renderTiers(membership, actions?.renderPeriods(membership), localizer)} ${renderCampaigns(state, membership.campaigns, localizer)}
    ${hasCredits ? renderHistory(state, membership, panel, localizer) : nothing}
    <footer class="closing">${member && renderClosing(state, membership, panel, localizer)}</footer>`
}

/** The ways out and back. */
function renderClosing(state: LoyaltyState, membership: Membership, { actions, cancelUrl, act }: Panel, localizer: Localizer) {
  const { words } = localizer
  const { member, may } = membership
  const canLeave = state.sentAt === undefined && may.includes('cancel') && !/CANCEL/.test(member?.status ?? '')
  return html`<div class=${`reserve ${actions?.closingSpace}`}>
    ${
      (member && actions?.renderQuestion(membership, member)) ??
      html`<div part="account" class="row">
        ${actions?.renderWays()}
        ${canLeave ? html`<button part="button leave" class="link" id="leave" @click=${act((actions) => actions.askToLeave())}>${words.cancel}</button>` : nothing}
        ${renderLink(cancelUrl, words.cancelLink, 'cancel-link', 'link')}
      </div>`
    }
    ${actions?.renderFault('cancel', 'reactivate', 'payment')}
  </div>`
}
