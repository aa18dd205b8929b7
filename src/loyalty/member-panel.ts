import { html, nothing } from 'lit'
import type { Membership } from '../contract/loyalty.ts'
import { pageAddress } from '../proxy.ts'
import { renderRedemption } from './credits.ts'
import { renderLink } from './views/link.ts'
import type { Localizer } from './views/localizer.ts'
import type { LoyaltyState } from './membership/membership-store.ts'
import type * as MemberDetails from './member-details.ts'
import type { Panel } from './panel.ts'
import { renderPass } from './views/pass.ts'
import type { Section } from './sections.ts'

interface Sections {
  /** The views of the sections below the first screen: undefined while they are loading, null if they could not be loaded. */
  details: typeof MemberDetails | null | undefined
  /** The sections to show, in their order. */
  sections: readonly Section[]
}

/** The panel of a member. */
export function renderMember(state: LoyaltyState, membership: Membership, panel: Panel & Sections, localizer: Localizer) {
  const { member, program } = membership
  const { actions, cancelUrl, details, sections, signInUrl } = panel
  const problem = actions?.renderProblem(signInUrl)
  const hasCredits = program?.credits_enabled !== false
  const balance = hasCredits && member ? (actions?.spendable(member, membership) ?? member.credits) : undefined
  const first = html`<div class="columns">
    ${renderPass(state, membership, balance, problem, localizer)}
    ${hasCredits && hasRedemption(membership) ? renderRedemption(state, membership, balance, panel, localizer) : nothing}
  </div>`
  return html`${member && actions?.renderStatus(member)} ${sections.includes('membership') ? nothing : problem}
  ${sections.map((section) => (section === 'membership' ? first : details?.renderSection(section, state, membership, panel, localizer)))}
  ${details !== undefined && (member || pageAddress(cancelUrl)) ? html`<footer class="closing">${renderClosing(state, membership, panel, localizer)}</footer>` : nothing}`
}

/** Whether the member may redeem, or has redeemed and not used the code. Otherwise the card would be empty. */
const hasRedemption = ({ member, may, redemption, pending }: Membership) =>
  !member || redemption || pending.length || (may.includes('redeem') && member.status !== 'CANCELLED')

/** The ways out and back. */
function renderClosing(state: LoyaltyState, membership: Membership, { actions, cancelUrl, act }: Panel, localizer: Localizer) {
  const { words } = localizer
  const { member, may } = membership
  const canLeave = member && state.sentAt === undefined && may.includes('cancel') && !/CANCEL/.test(member.status)
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
