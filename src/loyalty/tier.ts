import { html, nothing } from 'lit'
import type { Benefit, Membership, Spend, Tier } from '../contract/loyalty.ts'
import type { Money } from '../money.ts'
import { renderBenefitList } from './benefits.ts'
import { renderLate, type Localizer } from './localizer.ts'

/** What the next tier gives that the member's does not. */
export function renderNextTier(membership: Membership, localizer: Localizer) {
  const [next] = tiersAbove(membership)
  const { benefits, unavailable } = membership
  if (unavailable.includes('tier')) return html`<section part="card next-tier" class="card pad">${renderLate(localizer)}</section>`
  const gains = next?.benefits?.filter((benefit) => !benefits.some((known) => isSame(known, benefit))).slice(0, 3)
  return gains?.length
    ? html`<section part="card next-tier" class="card pad">
        <h3 part="heading">${localizer.say('nextAt', { tier: next!.name })}</h3>
        ${renderBenefitList(gains, localizer)}
      </section>`
    : nothing
}

/** All tiers; `details` is what else there is to know of the member's spend. */
export function renderTiers({ member, tier, tiers, spend, unavailable }: Membership, details: unknown, localizer: Localizer) {
  const isLate = (part: 'tier' | 'spend') => unavailable.includes(part)
  if (!tiers.length && !isLate('tier')) return nothing
  const ladder = byRank(tiers)
  const here = ladder.findIndex(({ id }) => id === tier?.id)
  return html`<section part="card tier">
    <h3 part="heading">${localizer.words.tiers}</h3>
    ${isLate('tier') ? renderLate(localizer) : renderLadder(ladder, here, localizer)}
    ${
      (spend || member?.keeps_tier) && !isLate('spend')
        ? html`<details>
            <summary part="spend" class="quiet">${localizer.words.howItCounts}</summary>
            ${details}
          </details>`
        : nothing
    }
  </section>`
}

const isSame = (one: Benefit, other: Benefit) =>
  one.type === other.type && one.name === other.name && one.description === other.description && one.credit?.cents === other.credit?.cents

/** All tiers with what each one asks for; those up to `here` have been reached. */
const renderLadder = (ladder: Tier[], here: number, localizer: Localizer) =>
  html`<ol part="ladder" aria-label=${localizer.words.tiers}>
    ${ladder.map(
      (tier, step) =>
        html`<li part="rung" class=${step <= here ? 'reached' : ''} aria-current=${step === here ? 'true' : nothing}>
          <b>${tier.name}</b>
          <span class="quiet">${termsOf(tier, localizer)}</span>
        </li>`,
    )}
  </ol>`

/** What a tier costs and what has to be spent for it. A price without a known interval stands alone. */
export function termsOf(tier: Tier, localizer: Localizer) {
  const { price, billing_interval, spend_threshold } = tier
  const terms = (text: 'price' | 'from', amount: Money, period = '') => localizer.say(text, { amount: localizer.amount(amount), period }).trim()
  return [
    price && terms('price', price, billing_interval && localizer.words[billing_interval]),
    spend_threshold && terms('from', spend_threshold, periodWords(tier, localizer)),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** How far it is to the lowest of the tiers above. */
export function renderProgress(above: Tier[], spend: Spend | null, localizer: Localizer) {
  const { words, say, money } = localizer
  const next = above.find(({ spend_threshold }) => spend_threshold)
  const threshold = next?.spend_threshold
  if (!threshold) return nothing
  // Null is no eligible spend yet (A21); a period that is not reported tells nothing.
  const spent = spend ? spend[periodOf(next)] : { ...threshold, cents: 0 }
  if (!spent) return nothing
  const missing = { ...threshold, cents: threshold.cents - spent.cents }
  const text = missing.cents > 0 ? say('toNext', { amount: money(missing), tier: next.name }) : say('reached', { tier: next.name })
  return html`<div class="meter">
    <progress part="progress" aria-label=${text} max=${threshold.cents} value=${Math.min(spent.cents, threshold.cents)}></progress>
    <p class="split">
      <b>${text}</b>
      <span
        >${spend ? say('spent', { amount: money(spent), threshold: localizer.amount(threshold), period: periodWords(next, localizer) }) : words.noSpend}</span
      >
    </p>
  </div>`
}

/** Lowest first. */
export const byRank = (tiers: Tier[]) => [...tiers].sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0))

/** The tiers above that of the member, lowest first. */
export const tiersAbove = ({ tier, tiers }: Membership) => {
  const ladder = byRank(tiers)
  const here = ladder.findIndex(({ id }) => id === tier?.id)
  return here < 0 ? [] : ladder.slice(here + 1)
}

/** The period in which a tier counts spend, by its name in {@link Spend}, which is also the name of its words. */
export const periodOf = ({ spend_period }: Tier) => (spend_period ?? 'all_time').toLowerCase() as keyof Spend

const periodWords = (tier: Tier, { words }: Localizer) => words[periodOf(tier)] ?? ''
