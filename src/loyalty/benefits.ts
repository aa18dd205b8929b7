import { html, nothing } from 'lit'
import type { Benefit, Campaign, Membership } from '../contract/loyalty.ts'
import { renderLate, type Localizer } from './localizer.ts'

/** What a tier gives, under a heading that says whose it is. */
export function renderBenefits({ benefits, unavailable }: Membership, heading: string, localizer: Localizer) {
  const late = unavailable.includes('benefits')
  if (!benefits.length && !late) return nothing
  return html`<section part="card benefits">
    <h3 part="heading">${heading}</h3>
    ${
      benefits.length
        ? html`<ul part="benefit-list" class="tiles">
            ${benefits.map((benefit) => renderBenefit(benefit, localizer))}
          </ul>`
        : renderLate(localizer)
    }
  </section>`
}

function renderBenefit({ type, name, description, credit, percent, count }: Benefit, { money, lang }: Localizer) {
  const figure = percent ? (percent / 100).toLocaleString(lang, { style: 'percent', maximumFractionDigits: 2 }) : count && `×${count}`
  // What stands in the name already is not said twice.
  const worth = credit?.cents ? money(credit) : !name.includes(`${percent ?? count}`) && figure
  return html`<li part="benefit">
    <svg part="glyph" viewBox="0 0 24 24" aria-hidden="true"><path d=${glyphs.find(([kind]) => kind.test(type))![1]}></path></svg>
    <div>
      <b>${name}</b> ${worth ? html`<span part="worth">${worth}</span>` : nothing}
      <p class="quiet">${description}</p>
    </div>
  </li>`
}

/** What is on for members now, and what will be. */
export function renderCampaigns({ campaigns, unavailable }: Membership, localizer: Localizer) {
  const open = campaigns.filter(({ ends_at }) => !(ends_at && Date.parse(ends_at) < Date.now()))
  if (!open.length && !unavailable.includes('campaigns')) return nothing
  return html`<section part="card campaigns">
    <h3 part="heading">${localizer.words.campaigns}</h3>
    ${
      open.length
        ? html`<ul part="campaign-list" class="rows">
            ${open.map((campaign) => html`<li part="campaign"><b>${campaign.name}</b><span class="quiet">${windowOf(campaign, localizer)}</span></li>`)}
          </ul>`
        : renderLate(localizer)
    }
  </section>`
}

/** When a campaign is on, as far as that is known. */
const windowOf = ({ starts_at, ends_at }: Campaign, { say, date }: Localizer) =>
  [starts_at && say('starting', { date: date(starts_at) }), ends_at && say('until', { date: date(ends_at) })].filter(Boolean).join(' ')

/** Types of benefits are an open list (A24): what is not known has a star. */
const glyphs = [
  [/gift|birth|anniv/i, 'M4 12h16v8H4zM3 8h18v4H3zm9 0v12m0-12L8 4m4 4 4-4'],
  [/credit/i, 'M3 12a9 9 0 0 1 18 0 9 9 0 0 1-18 0m12-3c-2-2-6-1-6 1s6 2 6 4-4 3-6 1m3-9v12'],
  [/ship/i, 'M2 6h12v12H2zm12 4h4l4 4v4h-8zM6 18v2m12-2v2'],
  [/disc|pric/i, 'M12 3h8v8l-9 9-8-8zm4 5h.1'],
  [/early/i, 'M3 12a9 9 0 0 1 18 0 9 9 0 0 1-18 0m9-5v5l3 3'],
  [/(?:)/, 'm12 3 3 6 6 1-4 4 1 6-6-3-6 3 1-6-4-4 6-1z'],
] as const
