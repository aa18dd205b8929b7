import { html, nothing } from 'lit'
import type { CreditEntry, CreditPage, Member, Membership } from '../contract/loyalty.ts'
import type { Money } from '../money.ts'
import { isPending } from './account.ts'
import { renderLate, type Voice } from './voice.ts'

/** What can be spent now: the service's own balance (A19), less what is set aside for redemptions under way. */
export function spendable({ credits }: Member, { pending }: Membership): Money {
  const aside = pending.filter(isPending).reduce((sum, { amount }) => sum + amount.cents, 0)
  return { ...credits, cents: Math.max(credits.cents - aside, 0) }
}

export function renderBalance(member: Member, membership: Membership, { say, words, money }: Voice) {
  const balance = spendable(member, membership)
  const aside = member.credits.cents - balance.cents
  return html`<p part="balance" class="huge">${money(balance)}</p>
    ${aside > 0 ? html`<p part="held" class="quiet">${say('held', { amount: money({ ...balance, cents: aside }) })}</p>` : nothing}
    <p part="earned" class="quiet">${say('earned', { amount: money(member.credits_earned) })}</p>
    <span class="unseen">${words.credits}</span>`
}

/** The latest entries, and one page more at each press. */
export function renderHistory({ credits, unavailable }: Membership, older: CreditPage | undefined, busy: boolean, onMore: () => void, voice: Voice) {
  const entries = [...credits.entries, ...(older?.entries ?? [])]
  const next = older ? older.next : credits.next
  const late = unavailable.includes('credits') && !entries.length
  return html`<section part="card history">
    <h3 part="heading">${voice.words.history}</h3>
    ${late ? renderLate(voice) : entries.length ? html`<ul part="entries" class="rows">${entries.map((entry) => renderEntry(entry, voice))}</ul>` : html`<p class="quiet">${voice.words.noHistory}</p>`}
    ${next ? html`<button part="button more" type="button" aria-disabled=${busy} @click=${onMore}>${voice.words.more}</button>` : nothing}
  </section>`
}

function renderEntry({ amount, balance_after, reason, note, created_at, expires_at }: CreditEntry, { words, say, money, date }: Voice) {
  // Only the service's own constants have words of ours; what is not known is shown as it came (A18).
  const label = /^[A-Z_]+$/.test(reason) && Object.hasOwn(words, reason) ? words[reason as keyof typeof words] : reason
  return html`<li part="entry">
    <div>
      <b>${label}</b>${note ? html` <span>${note}</span>` : nothing}
      <p class="quiet">
        <time datetime=${created_at}>${date(created_at)}</time>${expires_at && amount.cents > 0 ? html` · ${say('expires', { date: date(expires_at) })}` : nothing}
      </p>
    </div>
    <div class="end">
      <span part=${amount.cents < 0 ? 'taken' : 'given'}>${amount.cents > 0 ? '+' : ''}${money(amount)}</span>
      ${balance_after ? html`<p class="quiet">${say('balance', { amount: money(balance_after) })}</p>` : nothing}
    </div>
  </li>`
}
