import { html, nothing, svg } from 'lit'
import type { Benefit, Campaign, Membership } from '../contract/loyalty.ts'
import { renderLate, type Voice } from './voice.ts'

/** What a tier gives, under a heading that says whose it is. */
export function renderBenefits({ benefits, unavailable }: Membership, heading: string, voice: Voice) {
  const late = unavailable.includes('benefits')
  if (!benefits.length && !late) return nothing
  return html`<section part="card benefits">
    <h3 part="heading">${heading}</h3>
    ${
      benefits.length
        ? html`<ul part="benefit-list" class="tiles">
            ${benefits.map((benefit) => renderBenefit(benefit, voice))}
          </ul>`
        : renderLate(voice)
    }
  </section>`
}

function renderBenefit({ type, name, description, credit }: Benefit, { money }: Voice) {
  return html`<li part="benefit">
    <svg part="glyph" viewBox="0 0 24 24" aria-hidden="true">${glyphs.find(([kind]) => kind.test(type))?.[1]}</svg>
    <div>
      <b>${name}</b> ${credit?.cents ? html`<span part="worth">${money(credit)}</span>` : nothing}
      <p class="quiet">${description}</p>
    </div>
  </li>`
}

/** What is on for members now, and what will be. */
export function renderCampaigns({ campaigns }: Membership, voice: Voice) {
  const open = campaigns.filter(({ ends_at }) => !(ends_at && Date.parse(ends_at) < Date.now()))
  if (!open.length) return nothing
  return html`<section part="card campaigns">
    <h3 part="heading">${voice.words.campaigns}</h3>
    <ul part="campaign-list" class="rows">
      ${open.map((campaign) => html`<li part="campaign"><b>${campaign.name}</b><span class="quiet">${windowOf(campaign, voice)}</span></li>`)}
    </ul>
  </section>`
}

/** When a campaign is on, as far as that is known. */
const windowOf = ({ starts_at, ends_at }: Campaign, { say, date }: Voice) =>
  [starts_at && say('starting', { date: date(starts_at) }), ends_at && say('until', { date: date(ends_at) })].filter(Boolean).join(' ')

/** Types of benefits are an open list (A24): what is not known has a star. */
const glyphs = [
  [/gift|birth|anniv/i, svg`<path d="M4 12h16v8H4zM3 8h18v4H3zm9 0v12m0-12L8 4m4 4 4-4"/>`],
  [/credit/i, svg`<circle cx="12" cy="12" r="9"/><path d="M15 9c-2-2-6-1-6 1s6 2 6 4-4 3-6 1m3-9v12"/>`],
  [/ship/i, svg`<path d="M2 6h12v12H2zm12 4h4l4 4v4h-8zM6 18v2m12-2v2"/>`],
  [/early/i, svg`<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3 3"/>`],
  [/(?:)/, svg`<path d="m12 3 3 6 6 1-4 4 1 6-6-3-6 3 1-6-4-4 6-1z"/>`],
] as const
