import { html, nothing, svg } from 'lit'
import type { Benefit, Campaign, Membership } from '../contract/loyalty.ts'
import { renderLate, type Voice } from './voice.ts'

/** What a tier gives. Types are an open list (A24): one that is not known has a star. */
export function renderBenefits({ benefits, unavailable }: Membership, title: string, voice: Voice) {
  const late = unavailable.includes('benefits') && !benefits.length
  if (!benefits.length && !late) return nothing
  return html`<section part="card benefits">
    <h3 part="heading">${title}</h3>
    ${late ? renderLate(voice) : html`<ul part="benefit-list" class="tiles">${benefits.map((benefit) => renderBenefit(benefit, voice))}</ul>`}
  </section>`
}

function renderBenefit({ type, name, description, credit }: Benefit, { money }: Voice) {
  return html`<li part="benefit">
    <svg part="glyph" viewBox="0 0 24 24" aria-hidden="true">${glyphOf(type)}</svg>
    <div>
      <b>${name}</b>${credit?.cents ? html` <span part="worth">${money(credit)}</span>` : nothing} ${description ? html`<p class="quiet">${description}</p>` : nothing}
    </div>
  </li>`
}

/** What is on for members now and soon. */
export function renderCampaigns({ campaigns }: Membership, voice: Voice) {
  const open = campaigns.filter(({ ends_at }) => !ends_at || !(Date.parse(ends_at) < Date.now()))
  if (!open.length) return nothing
  return html`<section part="card campaigns">
    <h3 part="heading">${voice.words.campaigns}</h3>
    <ul part="campaign-list" class="rows">
      ${open.map((campaign) => html`<li part="campaign"><b>${campaign.name}</b><span class="quiet">${windowOf(campaign, voice)}</span></li>`)}
    </ul>
  </section>`
}

/** When a campaign is on; a beginning that is over is of no interest. */
function windowOf({ starts_at, ends_at }: Campaign, { say, date }: Voice) {
  const begins = starts_at && Date.parse(starts_at) > Date.now() ? say('starting', { date: date(starts_at) }) : ''
  return [begins, ends_at ? say('until', { date: date(ends_at) }) : ''].filter(Boolean).join(' ')
}

const glyphs: readonly (readonly [kind: RegExp, glyph: ReturnType<typeof svg>])[] = [
  [/birthday|anniversary/i, svg`<path d="M4 20h16v-7a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2zM4 15c3 2 5 2 8 0s5-2 8 0M12 11V7m0-4v1"/>`],
  [/gift|sign_?up/i, svg`<path d="M4 12h16v8H4zM3 8h18v4H3zM12 8v12M12 8C8 8 7 3 9.5 3S12 8 12 8s0-5 2.5-5S16 8 12 8"/>`],
  [/referral/i, svg`<circle cx="9" cy="8" r="3"/><path d="M3 20c0-8 12-8 12 0M16 5a3 3 0 0 1 0 6m2 3c2 1 3 3 3 6"/>`],
  [/credit/i, svg`<circle cx="12" cy="12" r="9"/><path d="M15 9c-2-2-6-1-6 1s6 2 6 4-4 3-6 1m3-9v12"/>`],
  [/ship/i, svg`<path d="M2 6h12v11H2zM14 10h4l4 4v3h-8z"/><circle cx="7" cy="18" r="2"/><circle cx="17" cy="18" r="2"/>`],
  [/discount|pricing/i, svg`<path d="M6 18 18 6"/><circle cx="7.5" cy="7.5" r="2.5"/><circle cx="16.5" cy="16.5" r="2.5"/>`],
  [/early/i, svg`<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3 3"/>`],
  [/(?:)/, svg`<path d="m12 3 2.6 6 6.4.5-5 4.2 1.6 6.3-5.6-3.5L6.4 20 8 13.7 3 9.5 9.4 9z"/>`],
]

const glyphOf = (type: string) => glyphs.find(([kind]) => kind.test(type))?.[1]
