import { html, nothing } from 'lit'
import type { CreditEntry, Member, Membership } from '../contract/loyalty.ts'
import type { Money } from '../money.ts'
import { renderLate, type Localizer } from './localizer.ts'
import { olderOf, type LoyaltyState } from './membership-store.ts'
import type { Panel } from './panel.ts'

/** The credits, and turning them into a code. */
export function renderCredits(state: LoyaltyState, membership: Membership, { actions, renderButton }: Panel, localizer: Localizer) {
  const { words } = localizer
  const { member, may } = membership
  const { space = '' } = state.redemption
  return html`<section part="card credits">
    <h3 part="heading">${words.credits}</h3>
    ${
      member
        ? html`${renderBalance(actions?.spendable(member, membership) ?? member.credits, member, membership, !!space, localizer)}
            <div class=${`redemption ${space}`}>
              ${actions?.renderOutcomes(membership, member)}
              ${
                actions?.renderStep(membership, member) ?? (may.includes('redeem') && member.credits.cents > 0 ? renderButton('redeem', words.redeem) : nothing)
              }
              ${actions?.renderFault('redeem')}
            </div>`
        : renderLate(localizer)
    }
  </section>`
}

/** What can be spent, what was ever earned, and what expires next. */
function renderBalance(
  balance: Money,
  { credits_earned }: Member,
  { credits: { expiring }, unavailable }: Membership,
  keepsLine: boolean,
  { say, money, date }: Localizer,
) {
  return html`<p part="balance">${money(balance)}</p>
    <p part="earned" class="quiet">${say('earned', { amount: money(credits_earned) })}</p>
    ${
      expiring || keepsLine || unavailable.includes('credits')
        ? html`<p part="expiring" class="quiet">${expiring && say('expiring', { amount: money(expiring.amount), date: date(expiring.at) })}</p>`
        : nothing
    }`
}

/** Entries, newest first. Once further entries were requested, the list scrolls in a card of a fixed height. */
export function renderHistory(state: LoyaltyState, { credits, unavailable }: Membership, { actions, renderButton }: Panel, localizer: Localizer) {
  const { words } = localizer
  const older = olderOf(state)
  const entries = [...credits.entries, ...(older?.entries ?? [])]
  return html`<section part="card history" class=${older ? 'extended' : ''}>
    <h3 part="heading" id="history">${words.history}</h3>
    ${
      entries.length
        ? html`<ul part="entries" class="rows" aria-labelledby="history" tabindex=${older ? 0 : nothing}>
            ${entries.map((entry) => renderEntry(entry, localizer))}
          </ul>`
        : unavailable.includes('credits')
          ? renderLate(localizer)
          : html`<p class="quiet">${words.noHistory}</p>`
    }
    ${actions?.renderOlderFault()} ${(older ?? credits).next ? renderButton('more', words.more, older?.status === 'pending') : nothing}
  </section>`
}

function renderEntry({ amount, balance_after, reason, note, created_at, expires_at }: CreditEntry, { words, say, money, date }: Localizer) {
  // Only the service's own constants have words of ours; what is not known is shown as it came (A18).
  const label = (/^[A-Z_]+$/.test(reason) && (words as Record<string, string>)[reason]) || reason
  // The sign stands where that of a loss does; some languages write it with a minus of their own (U+2212), and marks of direction beside it.
  const given = amount.cents > 0 && money({ ...amount, cents: -amount.cents }).replace(/[-−]/, '+')
  return html`<li part="entry">
    <div>
      <b>${label}</b> ${note}
      <p class="quiet">${date(created_at)}${expires_at ? ` · ${say('expires', { date: date(expires_at) })}` : ''}</p>
    </div>
    <div class="end">
      <span part=${given ? 'given' : 'taken'}>${given || money(amount)}</span>
      <p class="quiet">${balance_after && say('balance', { amount: money(balance_after) })}</p>
    </div>
  </li>`
}
