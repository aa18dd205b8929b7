import { html, nothing } from 'lit'
import type { CreditEntry, Membership } from '../contract/loyalty.ts'
import { renderGlyph } from './glyph.ts'
import { renderLate, type Localizer } from './localizer.ts'
import { olderOf, type HistoryFilter, type LoyaltyState } from './membership-store.ts'
import type { Panel } from './panel.ts'

/** Entries, newest first, or those of one kind. Once further entries were requested, the list scrolls in a card of a fixed height. */
export function renderHistory(state: LoyaltyState, { member, credits, unavailable }: Membership, { actions, act }: Panel, localizer: Localizer) {
  const { words, say, money } = localizer
  const older = olderOf(state)
  const entries = [...credits.entries, ...(older?.entries ?? [])]
  const { filter } = state
  const renderFilter = (kind: HistoryFilter | undefined, text: string) =>
    html`<button part="button filter" class="button" aria-pressed=${kind === filter} @click=${act((actions) => actions.filterHistory(kind))}>${text}</button>`
  return html`<section part="card history" class=${older ? 'extended' : ''}>
    <div class="split">
      <div>
        <h3 part="heading" id="history">${words.history}</h3>
        <p part="earned" class="quiet">${member && say('earned', { amount: money(member.credits_earned) })}</p>
      </div>
      ${
        entries.length
          ? html`<div class="chips filters" role="group" aria-labelledby="history">
              ${renderFilter(undefined, words.all)} ${renderFilter('given', words.given)} ${renderFilter('REDEMPTION', words.REDEMPTION)}
              ${renderFilter('EXPIRED', words.EXPIRED)}
            </div>`
          : nothing
      }
    </div>
    ${
      entries.length
        ? html`<ul part="entries" class="rows" aria-labelledby="history" tabindex=${older ? 0 : nothing}>
            ${entries.filter((entry) => isOfKind(entry, filter)).map((entry) => renderEntry(entry, localizer))}
          </ul>`
        : unavailable.includes('credits')
          ? renderLate(localizer)
          : html`<p class="quiet">${words.noHistory}</p>`
    }
    ${actions?.renderOlderFault()}
    ${
      (older ?? credits).next
        ? html`<button part="button more" class="button" id="more" aria-disabled=${older?.status === 'pending'} @click=${act((actions) => actions.showOlder())}>
            ${words.more}
          </button>`
        : nothing
    }
  </section>`
}

const isOfKind = ({ amount, reason }: CreditEntry, filter: HistoryFilter | undefined) => !filter || (filter === 'given' ? amount.cents > 0 : reason === filter)

function renderEntry({ amount, balance_after, reason, note, created_at, expires_at }: CreditEntry, { words, say, money, date }: Localizer) {
  // Only the service's own constants have words of ours; what is not known is shown as it came (A18).
  const label = (/^[A-Z_]+$/.test(reason) && (words as Record<string, string>)[reason]) || reason
  // The sign stands where that of a loss does; some languages write it with a minus of their own (U+2212), and marks of direction beside it.
  const given = amount.cents > 0 && money({ ...amount, cents: -amount.cents }).replace(/[-−]/, '+')
  return html`<li part="entry">
    ${renderGlyph(reason, 'sign')}
    <div>
      <b>${label}</b> ${note}
      <p class="quiet">${date(created_at)}${expires_at ? ` · ${say('expires', { date: date(expires_at) })}` : ''}</p>
    </div>
    <div class="end">
      <span part=${given ? 'given' : 'taken'} class=${given ? 'money given' : 'money'}>${given || money(amount).replace('-', '−')}</span>
      <p class="quiet">${balance_after && say('balance', { amount: money(balance_after) })}</p>
    </div>
  </li>`
}
