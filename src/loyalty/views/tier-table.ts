import { html, nothing } from 'lit'
import type { Benefit, Tier } from '../../contract/loyalty.ts'
import { worthOf } from './benefit-texts.ts'
import type { LandingLocalizer } from './landing-localizer.ts'
import type { BenefitGroup } from './benefit-groups.ts'
import { byRank } from './tier-progress.ts'
import { termsOf } from './tier-terms.ts'

/** The tiers side by side: what each asks for, and what it gives; nothing if there is nothing to compare. `here` is the tier of a member. */
export function renderTierTable(tiers: Tier[], groups: BenefitGroup[], localizer: LandingLocalizer, here?: Tier | null) {
  const ladder = byRank(tiers)
  const rows = groups.filter(({ byTier }) => ladder.some(({ id }) => byTier.has(id)))
  if (ladder.length < 2 || !rows.length) return undefined
  const { words } = localizer
  const isHere = ({ id }: Tier) => id === here?.id
  const renderCells = (value: (tier: Tier) => unknown) => ladder.map((tier) => html`<td class=${isHere(tier) ? 'here' : ''}>${value(tier)}</td>`)
  return html`<table part="table" aria-label=${words.compare}>
    <thead>
      <tr>
        <td></td>
        ${ladder.map((tier) => html`<th scope="col" aria-current=${isHere(tier) ? 'true' : nothing}>${tier.name}</th>`)}
      </tr>
    </thead>
    <tbody>
      <tr>
        <th scope="row">${words.tierTerms}</th>
        ${renderCells((tier) => termsOf(tier, localizer) || words.free)}
      </tr>
      ${rows.map(
        (group) =>
          html`<tr>
            <th scope="row"><span>${group.label(localizer)}</span></th>
            ${renderCells(({ id }) => renderValue(group.byTier.get(id), group, localizer))}
          </tr>`,
      )}
    </tbody>
  </table>`
}

/** What a tier gives of one type: its figure, a short text if the tiers differ by their texts, or a tick. */
function renderValue(benefit: Benefit | undefined, { byTier }: BenefitGroup, localizer: LandingLocalizer) {
  const { words } = localizer
  if (!benefit) return html`<span role="img" aria-label=${words.notIncluded}>–</span>`
  const texts = new Set([...byTier.values()].map(({ description }) => description))
  const isShortText = texts.size > 1 && (benefit.description?.length ?? 99) <= 40
  return (
    worthOf(benefit, localizer) ||
    (isShortText
      ? html`<small>${benefit.description}</small>`
      : html`<svg viewBox="0 0 24 24" role="img" aria-label=${words.included}><path d="m5 12.5 4.5 4.5L19 7.5"></path></svg>`)
  )
}
