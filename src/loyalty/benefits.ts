import { html, nothing } from 'lit'
import type { Benefit, Campaign } from '../contract/loyalty.ts'
import { renderGlyph } from './glyph.ts'
import { renderEmpty, renderLate, type Localizer } from './localizer.ts'
import { wasLate, type LoyaltyState } from './membership-store.ts'

/** What a tier gives, under a heading that says whose it is. */
export function renderBenefits(state: LoyaltyState, benefits: Benefit[], heading: string, localizer: Localizer) {
  if (!benefits.length && !wasLate(state, 'benefits')) return nothing
  return html`<section part="card benefits">
    <h3 part="heading">${heading}</h3>
    ${benefits.length ? renderBenefitList(benefits, localizer) : renderNone(state, 'benefits', localizer)}
  </section>`
}

/** Benefits with their drawings. */
export const renderBenefitList = (benefits: Benefit[], localizer: Localizer) =>
  html`<ul part="benefit-list" class="tiles">
    ${benefits.map((benefit) => renderBenefit(benefit, localizer))}
  </ul>`

function renderBenefit(benefit: Benefit, localizer: Localizer) {
  const { type, name, description, credit, percent, count } = benefit
  // What stands in the name already is not said twice.
  const worth = credit?.cents ? worthOf(benefit, localizer) : !name.includes(`${percent ?? count}`) && worthOf(benefit, localizer)
  return renderTile(type, html`<b>${name}</b> ${worth ? html`<span part="worth">${worth}</span>` : nothing}`, description)
}

/** A drawing, a name and what there is to say to it. */
export const renderTile = (type: string, name: unknown, text: unknown) =>
  html`<li part="benefit">
    ${renderGlyph(type)}
    <div>
      ${name}
      <p class="quiet">${text}</p>
    </div>
  </li>`

/** The figure of a benefit, if it has one. */
export const worthOf = ({ credit, percent, count }: Benefit, { amount, percent: write }: Localizer) =>
  credit?.cents ? amount(credit) : percent ? write(percent) : count ? `×${count}` : ''

/** The campaigns that are not over. */
export const openCampaigns = (campaigns: Campaign[]) => campaigns.filter(({ ends_at }) => !(ends_at && Date.parse(ends_at) < Date.now()))

/** What is on for members now, and what will be. */
export function renderCampaigns(state: LoyaltyState, campaigns: Campaign[], localizer: Localizer) {
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

function renderCampaign(campaign: Campaign, localizer: Localizer) {
  const time = Date.parse(campaign.starts_at ?? campaign.ends_at ?? '')
  const leaf = (options: Intl.DateTimeFormatOptions) => new Date(time).toLocaleDateString(localizer.lang, options)
  return html`<li part="campaign">
    ${time ? html`<span class="leaf" aria-hidden="true"><small>${leaf({ month: 'short' })}</small><b>${new Date(time).getDate()}</b></span>` : renderGlyph('campaign', 'sign')}
    <b>${campaign.name}</b><span class="quiet">${windowOf(campaign, localizer)}</span>
  </li>`
}

/** When a campaign is on, as far as that is known. */
export const windowOf = ({ starts_at, ends_at }: Campaign, { say, date, dates }: Localizer) =>
  Date.parse(starts_at ?? '') <= Date.parse(ends_at ?? '')
    ? dates(starts_at!, ends_at!)
    : [starts_at && say('starting', { date: date(starts_at) }), ends_at && say('until', { date: date(ends_at) })].filter(Boolean).join(' ')

const renderNone = ({ membership }: LoyaltyState, part: 'benefits' | 'campaigns', localizer: Localizer) =>
  membership?.unavailable.includes(part) ? renderLate(localizer) : renderEmpty(localizer)
