import { html, nothing } from 'lit'
import type { Membership, Spend, Tier } from '../contract/loyalty.ts'
import { renderLate, type Voice } from './voice.ts'

/** The tier that somebody has, the ladder, and how far it is to the next step. */
export function renderTier({ tier, tiers, spend, unavailable }: Membership, voice: Voice) {
  if (!tier && !tiers.length && !unavailable.includes('tier')) return nothing
  return html`<section part="card tier">
    <h3 part="heading">${voice.words.tier}</h3>
    ${tier
      ? html`<p part="tier-name" class="large">${tier.name}</p>
          ${tier.description ? html`<p class="quiet">${tier.description}</p>` : nothing}`
      : renderLate(voice)}
    ${renderProgress(tier, byRank(tiers), spend, unavailable.includes('spend'), voice)} ${renderLadder(tiers, tier, voice)}
  </section>`
}

/** All tiers, lowest first, with what each one asks for. */
export function renderLadder(tiers: Tier[], current: Tier | null, voice: Voice) {
  const ladder = byRank(tiers)
  const reached = ladder.findIndex(({ id }) => id === current?.id)
  if (ladder.length < 2) return nothing
  return html`<ol part="ladder" aria-label=${voice.words.tiers}>
    ${ladder.map(
      (tier, step) =>
        html`<li part="rung" class=${step <= reached ? 'reached' : ''} aria-current=${step === reached ? 'true' : nothing}>
          <b>${tier.name}</b>
          ${tier.spend_threshold
            ? html`<span class="quiet">${voice.say('from', { amount: voice.money(tier.spend_threshold), period: periodWords(tier, voice) })}</span>`
            : nothing}
        </li>`,
    )}
  </ol>`
}

function renderProgress(current: Tier | null, ladder: Tier[], spend: Spend | null, late: boolean, voice: Voice) {
  const here = ladder.findIndex(({ id }) => id === current?.id)
  const next = ladder.find(({ spend_threshold }, step) => step > here && spend_threshold)
  if (here < 0 || late) return nothing
  if (!next?.spend_threshold) return here > 0 ? html`<p>${voice.words.top}</p>` : nothing
  const threshold = next.spend_threshold
  const cents = spend?.[periodOf(next)]?.cents
  if (spend && cents === undefined) return nothing
  const missing = threshold.cents - (cents ?? 0)
  const said = missing > 0 ? voice.say('toNext', { amount: voice.money({ ...threshold, cents: missing }), tier: next.name }) : voice.say('reached', { tier: next.name })
  const values = { amount: voice.money({ ...threshold, cents: cents ?? 0 }), threshold: voice.money(threshold), period: periodWords(next, voice) }
  return html`<div part="progress">
    <p>${said}</p>
    <progress aria-label=${said} max=${threshold.cents} value=${Math.min(cents ?? 0, threshold.cents)}></progress>
    <p class="quiet">${cents === undefined ? voice.words.noSpend : voice.say('spent', values)}</p>
  </div>`
}

const byRank = (tiers: Tier[]) => [...tiers].sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0))

/** The period in which a tier counts spend, by the name it has in {@link Spend}. */
const periodOf = ({ spend_period }: Tier) => (spend_period ?? 'all_time').toLowerCase() as keyof Spend

const periodWords = (tier: Tier, { words }: Voice) => (Object.hasOwn(words, periodOf(tier)) ? words[periodOf(tier)] : '')
