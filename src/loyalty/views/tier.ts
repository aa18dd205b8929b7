import { html, nothing } from 'lit'
import type { Benefit, Membership, Tier } from '../../contract/loyalty.ts'
import { renderBenefitList } from './benefits.ts'
import type { DetailsLocalizer } from './details-localizer.ts'
import { renderGlyph } from './glyph.ts'
import { renderLate } from './localizer.ts'
import type * as Landing from './landing.ts'
import { worthBeside } from './benefit-texts.ts'
import { byRank, progressTo, tiersAbove } from './tier-progress.ts'
import { termsOf } from './tier-terms.ts'

/** The table that compares the tiers, which is in a file of its own. */
export interface TierComparison {
  /** The file with the table, once it is loaded. */
  landing: typeof Landing | undefined
  /** Loads it. */
  loadLanding: () => Promise<unknown>
}

/** What the next tier gives that the member's does not. */
export function renderNextTier(membership: Membership, localizer: DetailsLocalizer) {
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
export function renderTiers(membership: Membership, details: unknown, comparison: TierComparison, localizer: DetailsLocalizer) {
  const { member, tier, tiers, spend, unavailable } = membership
  const isLate = (part: 'tier' | 'spend') => unavailable.includes(part)
  if (!tiers.length && !isLate('tier')) return nothing
  const ladder = byRank(tiers)
  const here = ladder.findIndex(({ id }) => id === tier?.id)
  return html`<section part="card tier">
    <h3 part="heading">${localizer.words.tiers}</h3>
    ${isLate('tier') ? renderLate(localizer) : renderLadder(ladder, here, isLate('spend') ? undefined : progressTo(ladder.slice(here + 1), spend, localizer), localizer)}
    ${isLate('tier') ? nothing : renderComparison(membership, comparison, localizer)}
    ${
      (spend || member?.keeps_tier) && !isLate('spend')
        ? html`<details>
            <summary part="spend" class="muted">${localizer.words.howItCounts}${chevron}</summary>
            ${details}
          </details>`
        : nothing
    }
  </section>`
}

const chevron = renderGlyph('m6 9.5 6 6 6-6', 'chevron')

/** On a phone, where the ladder has no room for it: all that the tiers give, side by side. If the table cannot be loaded, the next press tries again. */
function renderComparison(membership: Membership, { landing, loadLanding }: TierComparison, localizer: DetailsLocalizer) {
  const { tiers } = membership
  if (tiers.length < 2 || !tiers.some(({ benefits }) => benefits?.length)) return nothing
  const handleToggle = async ({ target }: Event) => {
    const details = target as HTMLDetailsElement
    if (details.open && !(await loadLanding())) details.open = false
  }
  return html`<details class="comparison" @toggle=${handleToggle}>
    <summary part="compare">${localizer.words.compareTiers}${chevron}</summary>
    ${landing?.renderComparison(membership, localizer)}
  </details>`
}

const isSame = (one: Benefit, other: Benefit) =>
  one.type === other.type && one.name === other.name && one.description === other.description && one.credit?.cents === other.credit?.cents

/** At most so many rows compare the tiers. */
const rows = 8

/** All tiers with what each one gives and asks for, and a mark that says whether it is reached. The next one says what is missing. */
function renderLadder(ladder: Tier[], here: number, progress: ReturnType<typeof progressTo>, localizer: DetailsLocalizer) {
  const perks = [...new Set(ladder.flatMap((tier) => perksOf(tier).map(({ name }) => name)))].slice(0, rows)
  return html`<ol part="ladder" aria-label=${localizer.words.tiers}>
    ${ladder.map((tier, step) => {
      const status = step < here ? 'tierReached' : step > here ? 'tierAhead' : 'tierHere'
      const isHere = step === here
      return html`<li part="rung" class=${`card ${status}`} aria-current=${isHere ? 'true' : nothing}>
        ${renderGlyph(marks[status], 'mark')}
        <div>
          <b>${tier.name}</b> <span class=${isHere ? 'badge' : 'unseen'}>${localizer.words[status]}</span>
          ${renderGift(tier, localizer)}
          <p class="muted">${termsOf(tier, localizer)}</p>
          ${here >= 0 && step === here + 1 && progress?.tier === tier ? html`<p part="missing" class="muted">${progress.text}</p>` : nothing}
        </div>
        ${
          perks.length
            ? html`<ul part="perks" class="muted">
                ${perks.map((perk) => renderPerk(perk, tier, ladder, localizer))}
              </ul>`
            : nothing
        }
      </li>`
    })}
  </ol>`
}

/** What a tier gives first: a percentage if there is one, since that differs from tier to tier. */
const giftOf = ({ benefits = [] }: Tier) => benefits.find(({ percent }) => percent) ?? benefits[0]

/** What it gives beside that. */
const perksOf = (tier: Tier) => tier.benefits?.filter((benefit) => benefit !== giftOf(tier)) ?? []

/** Whether a tier gives something, and how much of it: its figure, or its text if that is short and another than in other tiers. */
function renderPerk(perk: string, tier: Tier, ladder: Tier[], localizer: DetailsLocalizer) {
  const isIt = ({ name }: Benefit) => name === perk
  const benefit = perksOf(tier).find(isIt)
  if (!benefit) return html`<li aria-hidden="true">${renderGlyph('M7 12h10', 'tick')}<span>${perk}</span></li>`
  const texts = new Set(ladder.flatMap((other) => perksOf(other).find(isIt)?.description ?? []))
  const text = texts.size > 1 && (benefit.description?.length ?? 99) <= 40 ? benefit.description : ''
  return html`<li>
    ${renderGlyph('m5 12.5 4.5 4.5L19 7.5', 'tick')}<span>${perk} ${worthBeside(benefit, localizer) || (text && html`<small>${text}</small>`)}</span>
  </li>`
}

function renderGift(tier: Tier, localizer: DetailsLocalizer) {
  const first = giftOf(tier)
  return first ? html`<p part="gives">${first.name} ${worthBeside(first, localizer)}</p>` : nothing
}

/** A tick through a disc, a dot in a ring, a lock: their form tells them apart without colour. Through the holes the ground shows, whatever it is. */
const marks = {
  tierReached: 'M1 12a11 11 0 0 0 22 0 11 11 0 0 0-22 0m9.5 5-5-5 2-2 3 3 6-6 2 2z',
  tierHere: 'M1 12a11 11 0 0 0 22 0 11 11 0 0 0-22 0m3 0a8 8 0 0 1 16 0 8 8 0 0 1-16 0m3 0a5 5 0 0 0 10 0 5 5 0 0 0-10 0',
  tierAhead: 'M7 10V7a5 5 0 0 1 10 0v3h2v11H5V10zm3 0h4V7a2 2 0 0 0-4 0z',
}
