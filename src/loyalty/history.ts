import { html, nothing } from 'lit'
import type { CreditEntry, Membership } from '../contract/loyalty.ts'
import type { DetailsLocalizer } from './views/details-localizer.ts'
import { renderLate } from './views/localizer.ts'
import { olderOf, type HistoryFilter, type LoyaltyState } from './membership/membership-store.ts'
import type { Panel } from './panel.ts'
import { renderTypeGlyph } from './views/type-glyph.ts'

/** On a phone, so many entries show before the shopper asks for more. The styles hide the others. */
const newest = 5

/**
 * Entries, newest first, or those of one kind. A phone shows the newest ones, until the shopper asks for more. Once further entries were requested,
 * the table scrolls in a card of a fixed height.
 */
export function renderHistory(state: LoyaltyState, { member, credits, unavailable }: Membership, { actions, act }: Panel, localizer: DetailsLocalizer) {
  const { words, say, money } = localizer
  const older = olderOf(state)
  const entries = [...credits.entries, ...(older?.entries ?? [])]
  const { filter } = state
  const shown = entries.filter((entry) => isOfKind(entry, filter))
  const isShort = !state.isHistoryLong && !older && shown.length > newest
  const renderFilter = (kind: HistoryFilter | undefined, text: string) =>
    html`<button part="button filter" class="button" aria-pressed=${kind === filter} @click=${act((actions) => actions.filterHistory(kind))}>${text}</button>`
  const handleAll = ({ currentTarget }: Event) => {
    // The button goes away.
    ;(currentTarget as Element).closest('section')!.querySelector<HTMLElement>('[part=entries]')!.focus({ preventScroll: true })
    act((actions) => actions.lengthenHistory())()
  }
  return html`<section part="card history" class=${older ? 'extended' : isShort ? 'short' : ''}>
    <div class="split">
      <div>
        <h3 part="heading" id="history">${words.history}</h3>
        <p part="earned" class="muted">${member && say('earned', { amount: money(member.credits_earned) })}</p>
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
        ? html`<div part="entries" role="group" aria-labelledby="history" tabindex=${older ? 0 : -1}>
            <table>
              <thead class="far">
                <tr class="muted">
                  <th scope="col">${words.dateColumn}</th>
                  <th scope="col">${words.entryColumn}</th>
                  <th scope="col">${words.expiryColumn}</th>
                  <th scope="col" class="end">${words.amountColumn}</th>
                  <th scope="col" class="end">${words.balanceColumn}</th>
                </tr>
              </thead>
              <tbody>
                ${shown.map((entry) => renderEntry(entry, localizer))}
              </tbody>
            </table>
          </div>`
        : unavailable.includes('credits')
          ? renderLate(localizer)
          : html`<p class="muted">${words.noHistory}</p>`
    }
    ${actions?.renderOlderFault()} ${isShort ? html`<button part="button all-entries" class="button" @click=${handleAll}>${words.more}</button>` : nothing}
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

/** On a phone there are two columns: the day stands below what happened, and the balance below the amount. Each stands in one place at a time. */
function renderEntry({ amount, balance_after, reason, note, created_at, expires_at }: CreditEntry, { words, say, money, signed, date }: DetailsLocalizer) {
  // Constants of the service are translated; other reasons are shown as the service writes them (A18).
  const label = (/^[A-Z_]+$/.test(reason) && (words as Record<string, string>)[reason]) || reason
  const isGiven = amount.cents > 0
  const day = date(created_at)
  const end = expires_at && date(expires_at)
  const balance = balance_after && money(balance_after)
  return html`<tr part="entry">
    <td class="far">${day}</td>
    <td>
      <div class="what">
        ${renderTypeGlyph(reason, 'sign')}
        <div>
          <b>${label}</b> ${note}
          <p class="muted near"><span>${day}</span> <span>${end && say('expires', { date: end })}</span></p>
        </div>
      </div>
    </td>
    <td class="far muted">${end}</td>
    <td class="end">
      <span part=${isGiven ? 'given' : 'taken'} class=${isGiven ? 'money given' : 'money'}>${signed(amount, isGiven ? '+' : '−')}</span>
      <p class="muted near">${balance && say('balance', { amount: balance })}</p>
    </td>
    <td class="end far"><span class="money">${balance}</span></td>
  </tr>`
}
