import { html, nothing } from 'lit'
import type { Membership, Spend } from '../../contract/loyalty.ts'
import type { Messages } from '../../i18n/localize.ts'
import { renderProgress } from './progress-meter.ts'
import { periodOf, tiersAbove } from './tier-progress.ts'
import type { Localizer } from './localizer.ts'

/** How a tier is kept, and what was spent in each period that the service reports, shortest first, with the tier above that counts in it. */
export function renderPeriods(membership: Membership, localizer: Localizer<Messages<'loyalty'>>) {
  const { spend, spend_ends_at } = membership
  const above = tiersAbove(membership)
  return html`<p part="kept">${retentionText(membership, localizer)}</p>
    ${
      spend
        ? html`<ul part="periods" class="rows">
            ${periods.map(([period, word]) => {
              const spent = spend[period]
              const end = spend_ends_at?.[period]
              return spent
                ? html`<li part="period">
                    <span>${localizer.words[word]}</span><b>${localizer.money(spent)}</b>
                    <p class="muted">${end && `${localizer.say('until', { date: localizer.date(end) })} (${localizer.daysTo(end)})`}</p>
                    <div>
                      ${renderProgress(
                        above.filter((other) => periodOf(other) === period),
                        spend,
                        localizer,
                      )}
                    </div>
                  </li>`
                : nothing
            })}
          </ul>`
        : nothing
    }`
}

/** Returns the sentence about what the member has to spend to keep the tier; undefined if the tier has no threshold, or no spend is known. */
function retentionText({ member, tier, spend }: Membership, { say, money }: Localizer<Messages<'loyalty'>>) {
  const threshold = tier?.spend_threshold
  if (tier && member?.keeps_tier) return say('keepsTier', { tier: tier.name })
  const spent = tier && spend?.[periodOf(tier)]
  if (!threshold || !spent) return undefined
  const missing = { ...threshold, cents: threshold.cents - spent.cents }
  return missing.cents > 0 ? say('toKeep', { amount: money(missing), tier: tier.name }) : say('isKept', { tier: tier.name })
}

const periods = [
  ['monthly', 'byMonth'],
  ['quarterly', 'byQuarter'],
  ['semi_annual', 'byHalfYear'],
  ['annual', 'byYear'],
  ['all_time', 'byAll'],
] as const satisfies [keyof Spend, string][]
