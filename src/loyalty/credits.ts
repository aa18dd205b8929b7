import { html, nothing } from 'lit'
import type { CreditEntry, Member } from '../contract/loyalty.ts'
import type { Money } from '../money.ts'
import { renderLate, type Voice } from './voice.ts'

/** What can be spent, and what was ever earned. */
export function renderBalance({ credits_earned }: Member, balance: Money, { say, money }: Voice) {
  return html`<p part="balance">${money(balance)}</p>
    <p part="earned" class="quiet">${say('earned', { amount: money(credits_earned) })}</p>`
}

/** Entries, newest first; `onMore` where there are more. */
export function renderHistory(entries: CreditEntry[], late: boolean, onMore: (() => void) | undefined, voice: Voice) {
  const { words } = voice
  return html`<section part="card history">
    <h3 part="heading">${words.history}</h3>
    ${
      entries.length
        ? html`<ul part="entries" class="rows">
            ${entries.map((entry) => renderEntry(entry, voice))}
          </ul>`
        : late
          ? renderLate(voice)
          : html`<p class="quiet">${words.noHistory}</p>`
    }
    ${onMore ? html`<button part="button more" @click=${onMore}>${words.more}</button>` : nothing}
  </section>`
}

function renderEntry({ amount, balance_after, reason, note, created_at, expires_at }: CreditEntry, { words, say, money, date }: Voice) {
  // Only the service's own constants have words of ours; what is not known is shown as it came (A18).
  const label = (/^[A-Z_]+$/.test(reason) && (words as Record<string, string>)[reason]) || reason
  return html`<li part="entry">
    <div>
      <b>${label}</b> ${note}
      <p class="quiet">${date(created_at)}${expires_at ? ` · ${say('expires', { date: date(expires_at) })}` : ''}</p>
    </div>
    <div class="end">
      <span part=${amount.cents > 0 ? 'given' : 'taken'}>${amount.cents > 0 ? '+' : ''}${money(amount)}</span>
      <p class="quiet">${balance_after && say('balance', { amount: money(balance_after) })}</p>
    </div>
  </li>`
}
