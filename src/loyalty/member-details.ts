import { html, nothing } from 'lit'
import type { Membership } from '../contract/loyalty.ts'
import { renderBenefits, renderCampaigns } from './views/benefits.ts'
import type { DetailsLocalizer } from './views/details-localizer.ts'
import { renderHistory } from './history.ts'
import type { Localizer } from './views/localizer.ts'
import type { LoyaltyState } from './membership/membership-store.ts'
import type { Panel } from './panel.ts'
import type { Section } from './sections.ts'
import { renderNextTier, renderTiers } from './views/tier.ts'

export { messages as words } from '../i18n/english/loyalty-details.ts'
export { styles } from './member-details.styles.ts'

/** A section that the first screen of a member does not wait for. */
export function renderSection(section: Exclude<Section, 'membership'>, state: LoyaltyState, membership: Membership, panel: Panel, firstLocalizer: Localizer) {
  const localizer = firstLocalizer as DetailsLocalizer
  const { actions } = panel
  switch (section) {
    case 'benefits':
      return html`<div class="columns wide">
        ${renderBenefits(state, membership.benefits, localizer.words.benefits, localizer)} ${renderNextTier(membership, localizer)}
      </div>`
    case 'tiers':
      return renderTiers(membership, actions?.renderPeriods(membership), panel, localizer)
    case 'campaigns':
      return renderCampaigns(state, membership.campaigns, localizer)
    case 'history':
      return membership.program?.credits_enabled === false ? nothing : renderHistory(state, membership, panel, localizer)
  }
}
