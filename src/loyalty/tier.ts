import { html, nothing } from 'lit'
import type { Membership, Spend, Tier } from '../contract/loyalty.ts'
import { renderLate, type Voice } from './voice.ts'

/** The tier that somebody has, how far it is to the next one, and all of them. */
export function renderTier(membership: Membership, voice: Voice) {
  const { tier, tiers, unavailable } = membership
  if (!tier && !tiers.length && !unavailable.includes('tier')) return nothing
  return html`<section part="card tier">
    <h3 part="heading">${voice.words.tier}</h3>
    ${
      tier
        ? html`<p part="tier-name">${tier.name}</p>
            <p class="quiet">${tier.description}</p>`
        : unavailable.includes('tier')
          ? renderLate(voice)
          : nothing
    }
    ${renderProgress(membership, voice)} ${renderLadder(tiers, tier, voice)}
  </section>`
}

/** All tiers, lowest first, with what each one asks for. */
export function renderLadder(tiers: Tier[], current: Tier | null, voice: Voice) {
  const ladder = byRank(tiers)
  const here = ladder.findIndex(({ id }) => id === current?.id)
  return html`<ol part="ladder" aria-label=${voice.words.tiers}>
    ${ladder.map(
      (tier, step) =>
        html`<li part="rung" class=${step <= here ? 'reached' : ''} aria-current=${step === here ? 'true' : nothing}>
          <b>${tier.name}</b>
          <span class="quiet"
            >${tier.spend_threshold && voice.say('from', { amount: voice.money(tier.spend_threshold), period: periodWords(tier, voice) })}</span
          >
        </li>`,
    )}
  </ol>`
}

function renderProgress({ tier, tiers, spend, unavailable }: Membership, voice: Voice) {
  const { words, say, money } = voice
  const ladder = byRank(tiers)
  const here = ladder.findIndex(({ id }) => id === tier?.id)
  const next = ladder.find(({ spend_threshold }, step) => step > here && spend_threshold)
  const threshold = next?.spend_threshold
  if (here < 0 || unavailable.includes('spend')) return nothing
  if (!threshold) return here ? html`<p>${words.top}</p>` : nothing
  // Null is no eligible spend yet (A21); a period that is not reported tells nothing.
  const spent = spend ? spend[periodOf(next)] : { ...threshold, cents: 0 }
  if (!spent) return nothing
  const missing = { ...threshold, cents: threshold.cents - spent.cents }
  const text = missing.cents > 0 ? say('toNext', { amount: money(missing), tier: next.name }) : say('reached', { tier: next.name })
  return html`<p>${text}</p>
    <progress part="progress" aria-label=${text} max=${threshold.cents} value=${Math.min(spent.cents, threshold.cents)}></progress>
    <p class="quiet">${spend ? say('spent', { amount: money(spent), threshold: money(threshold), period: periodWords(next, voice) }) : words.noSpend}</p>`
}

const byRank = (tiers: Tier[]) => [...tiers].sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0))

/** The period in which a tier counts spend, by its name in {@link Spend}, which is also the name of its words. */
const periodOf = ({ spend_period }: Tier) => (spend_period ?? 'all_time').toLowerCase() as keyof Spend

const periodWords = (tier: Tier, { words }: Voice) => words[periodOf(tier)] ?? ''
