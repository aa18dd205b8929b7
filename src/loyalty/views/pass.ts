import { html, nothing } from 'lit'
import type { Membership, MembershipPart } from '../../contract/loyalty.ts'
import type { Money } from '../../money.ts'
import { expiryPath, renderGlyph, tierPath } from './glyph.ts'
import { renderLate, type Localizer } from './localizer.ts'
import type { LoyaltyState } from '../membership/membership-store.ts'
import { renderProgress } from './progress-meter.ts'
import { tiersAbove } from './tier-progress.ts'

/**
 * The membership as a card in the colour of its tier: who has it or why it may be out of date, the balance with what expires next, and how far it is
 * to the next tier. The image
 * that the service may name for a tier (A114) is not shown: browsers request nothing from other hosts.
 */
export function renderPass(state: LoyaltyState, membership: Membership, balance: Money | undefined, problem: unknown, localizer: Localizer) {
  const { words, say, money, date } = localizer
  const { member, tier, spend, unavailable } = membership
  const { first_name, joined_at } = member ?? {}
  return html`<section part="card pass" class=${tier?.color ? 'card pass filled' : 'card pass'}>
    ${tier ? renderGlyph(tierPath, 'art') : nothing} ${problem}
    <div class="split">
      ${
        unavailable.includes('tier')
          ? renderLate(localizer)
          : tier
            ? html`<div>
                <p part="tier-name">${tier.name}</p>
                <p class="muted">${tier.description}</p>
              </div>`
            : nothing
      }
      <div>
        <h2 part="greeting" tabindex="-1">${first_name ? say('hello', { name: first_name }) : words.helloPlain}</h2>
        <p part="since" class="muted">${joined_at && say('since', { date: date(joined_at) })}</p>
      </div>
    </div>
    ${
      balance
        ? html`<div class="spendable">
            <p>${words.credits} <strong part="balance" class="money">${money(balance)}</strong></p>
            ${renderExpiring(state, membership, localizer)}
          </div>`
        : unavailable.includes('member')
          ? html`<div class="spendable">${renderLate(localizer)}</div>`
          : nothing
    }
    ${['tier', 'spend'].some((part) => unavailable.includes(part as MembershipPart)) ? renderLate(localizer) : renderProgress(tiersAbove(membership), spend, localizer)}
  </section>`
}

/** What expires next: calmly, and from thirty days before with the days that are left. */
function renderExpiring(state: LoyaltyState, { credits: { expiring }, unavailable }: Membership, { say, money, date, daysTo }: Localizer) {
  if (!expiring) return state.redemption.space || unavailable.includes('credits') ? html`<p part="expiring" class="note"></p>` : nothing
  const { amount, at } = expiring
  const isSoon = Date.parse(at) - Date.now() < 30 * 864e5
  const values = { amount: money(amount), date: date(at), when: daysTo(at) }
  return html`<p part=${isSoon ? 'expiring soon' : 'expiring'} class="note">
    ${renderGlyph(expiryPath, 'sign')}<span>${say(isSoon ? 'expiringSoon' : 'expiring', values)}</span>
  </p>`
}
