import { html, nothing } from 'lit'
import type { CreditEntry, Expiring, Member } from '../contract/loyalty.ts'
import type { Money } from '../money.ts'
import { renderLate, type Localizer } from './localizer.ts'

/** What can be spent, what was ever earned, and what expires next. */
export function renderBalance({ credits_earned }: Member, balance: Money, expiring: Expiring | null, keepsLine: boolean, { say, money, date }: Localizer) {
  return html`<p part="balance">${money(balance)}</p>
    <p part="earned" class="quiet">${say('earned', { amount: money(credits_earned) })}</p>
    ${expiring || keepsLine ? html`<p part="expiring" class="quiet">${expiring && say('expiring', { amount: money(expiring.amount), date: date(expiring.at) })}</p>` : nothing}`
}

/** Entries, newest first; `more` is the way to those that follow. Once further entries were requested, the list scrolls in a card of a fixed height. */
export function renderHistory(entries: CreditEntry[], late: boolean, isExtended = false, more: unknown, localizer: Localizer) {
  const { words } = localizer
  return html`<section part="card history" class=${isExtended ? 'extended' : ''}>
    <h3 part="heading" id="history">${words.history}</h3>
    ${
      entries.length
        ? html`<ul part="entries" class="rows" aria-labelledby="history" tabindex=${isExtended ? 0 : nothing}>
            ${entries.map((entry) => renderEntry(entry, localizer))}
          </ul>`
        : late
          ? renderLate(localizer)
          : html`<p class="quiet">${words.noHistory}</p>`
    }
    ${more}
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
