import { html, nothing } from 'lit'
import type { Benefit, Campaign } from '../../contract/loyalty.ts'
import type { DetailsLocalizer } from './details-localizer.ts'
import { renderLate } from './localizer.ts'
import { wasLate, type LoyaltyState } from '../membership/membership-store.ts'
import { openCampaigns, windowOf, worthBeside } from './benefit-texts.ts'
import { renderTile } from './tile.ts'
import { renderTypeGlyph } from './type-glyph.ts'

/** What a tier gives, under a heading that says whose it is. */
export function renderBenefits(state: LoyaltyState, benefits: Benefit[], heading: string, localizer: DetailsLocalizer) {
  if (!benefits.length && !wasLate(state, 'benefits')) return nothing
  return html`<section part="card benefits">
    <h3 part="heading">${heading}</h3>
    ${benefits.length ? renderBenefitList(benefits, localizer) : renderNone(state, 'benefits', localizer)}
  </section>`
}

/** Benefits with their drawings. */
export const renderBenefitList = (benefits: Benefit[], localizer: DetailsLocalizer) =>
  html`<ul part="benefit-list" class="tiles">
    ${benefits.map((benefit) => renderBenefit(benefit, localizer))}
  </ul>`

function renderBenefit(benefit: Benefit, localizer: DetailsLocalizer) {
  const { type, name, description } = benefit
  const worth = worthBeside(benefit, localizer)
  return renderTile(type, html`<b>${name}</b> ${worth ? html`<span part="worth">${worth}</span>` : nothing}`, description)
}

/** What is on for members now, and what will be. */
export function renderCampaigns(state: LoyaltyState, campaigns: Campaign[], localizer: DetailsLocalizer) {
  const open = openCampaigns(campaigns)
  if (!open.length && !wasLate(state, 'campaigns')) return nothing
  return html`<section part="card campaigns">
    <h3 part="heading">${localizer.words.campaigns}</h3>
    ${
      open.length
        ? html`<ul part="campaign-list" class="rows card">
            ${open.map((campaign) => renderCampaign(campaign, localizer))}
          </ul>`
        : renderNone(state, 'campaigns', localizer)
    }
  </section>`
}

function renderCampaign(campaign: Campaign, localizer: DetailsLocalizer) {
  const time = Date.parse(campaign.starts_at ?? campaign.ends_at ?? '')
  const leaf = (options: Intl.DateTimeFormatOptions) => new Date(time).toLocaleDateString(localizer.lang, options)
  return html`<li part="campaign">
    ${time ? html`<span class="leaf" aria-hidden="true"><small>${leaf({ month: 'short' })}</small><b>${new Date(time).getDate()}</b></span>` : renderTypeGlyph('campaign', 'sign')}
    <b>${campaign.name}</b><span class="muted">${windowOf(campaign, localizer)}</span>
  </li>`
}

/** In place of a part that was late and is empty stands the same box, so that nothing below it moves. */
const renderNone = ({ membership }: LoyaltyState, part: 'benefits' | 'campaigns', localizer: DetailsLocalizer) =>
  membership?.unavailable.includes(part) ? renderLate(localizer) : html`<p part="late" class="muted">${localizer.words.nothingNow}</p>`
