import { html, nothing } from 'lit'
import type { Membership, MembershipPart } from '../contract/loyalty.ts'
import type { Money } from '../money.ts'
import { renderGlyph } from './glyph.ts'
import { renderLate, type Localizer } from './localizer.ts'
import { renderProgress, tiersAbove } from './tier.ts'

/** The membership as a card in the colour of its tier: who has it, the balance, and how far it is to the next tier. */
export function renderPass(membership: Membership, balance: Money | undefined, localizer: Localizer) {
  const { words, say, money, date } = localizer
  const { member, tier, spend, unavailable } = membership
  const { first_name, joined_at } = member ?? {}
  return html`<section part="card pass" class=${tier?.color ? 'card pass filled' : 'card pass'}>
    ${tier?.image ? html`<img part="art" class="art" src=${tier.image} alt="" />` : tier ? renderGlyph('tier', 'art') : nothing}
    <div class="split">
      ${
        unavailable.includes('tier')
          ? renderLate(localizer)
          : tier
            ? html`<div>
                <p part="tier-name">${tier.name}</p>
                <p class="quiet">${tier.description}</p>
              </div>`
            : nothing
      }
      <div>
        <h2 part="greeting" tabindex="-1">${first_name ? say('hello', { name: first_name }) : words.helloPlain}</h2>
        <p part="since" class="quiet">${joined_at && say('since', { date: date(joined_at) })}</p>
      </div>
    </div>
    ${
      balance
        ? html`<p class="spendable">
            ${words.credits}
            <strong part="balance" class="money">${money(balance)}</strong>
          </p>`
        : unavailable.includes('member')
          ? html`<div class="spendable">${renderLate(localizer)}</div>`
          : nothing
    }
    ${['tier', 'spend'].some((part) => unavailable.includes(part as MembershipPart)) ? renderLate(localizer) : renderProgress(tiersAbove(membership), spend, localizer)}
  </section>`
}
