import { html, nothing } from 'lit'
import type { Membership } from '../contract/loyalty.ts'
import { sameMoney, type Money } from '../money.ts'
import { renderGlyph } from './glyph.ts'
import { renderLate, type Localizer } from './localizer.ts'
import { isBusy, type LoyaltyState } from './membership-store.ts'
import type { Panel } from './panel.ts'
import { quickAmounts, suggestedAmount } from './redemption/quick-amounts.ts'

/** Turning credits into a code: the steps of it, and what became of them. */
export function renderRedemption(state: LoyaltyState, membership: Membership, balance: Money | undefined, panel: Panel, localizer: Localizer) {
  const { words } = localizer
  const { member, may } = membership
  const { actions } = panel
  const { space = '' } = state.redemption
  return html`<section part="card credits" class="card pad">
    <h3 part="heading" id="redeem-credits">${words.redeem}</h3>
    ${
      member && balance
        ? html`<div class=${`redemption ${space}`}>
            ${actions?.renderOutcomes(membership, member)}
            ${
              actions?.renderStep(membership, member) ??
              (may.includes('redeem') && balance.cents > 0
                ? renderQuickAmounts(state, membership, balance, panel, localizer)
                : html`<p class="quiet">${member.credits.cents > 0 ? nothing : words.noHistory}</p>`)
            }
          </div>`
        : renderLate(localizer)
    }
  </section>`
}

/** An amount in one press, and what it takes off the cart, before anything is sent. */
function renderQuickAmounts(state: LoyaltyState, membership: Membership, balance: Money, panel: Panel, localizer: Localizer) {
  const { words, say, money, amount: write } = localizer
  const { actions, act, cart } = panel
  const { step } = state.redemption
  const ofCart = cart?.currency === balance.currency ? cart : undefined
  const amount = step?.name === 'confirm' ? step.amount : suggestedAmount(balance, ofCart)
  const fault = actions?.renderFault('redeem')
  const promise = actions?.promise(membership, amount) ?? (ofCart ? nothing : say('willGet', { amount: money(amount) }))
  const renderChoice = (choice: Money, text: string) =>
    html`<button part="button choice" class="button" aria-pressed=${sameMoney(choice, amount)} @click=${act((actions) => actions.choose(choice))}>
      ${text}
    </button>`
  return html`<div part="confirm">
    <div class="chips" role="group" aria-labelledby="redeem-credits">
      ${quickAmounts(balance).map((choice) => renderChoice(choice, write(choice)))} ${renderChoice(balance, words.all)}
    </div>
    <div class="told">
      ${
        fault ??
        html`${ofCart ? renderSum(ofCart, amount, localizer) : nothing}
          <p part="promise" id="promise">${promise}</p>`
      }
    </div>
    <div class="go">
      <button
        part="button primary get"
        class="button primary"
        id="get"
        aria-describedby="promise"
        aria-disabled=${isBusy(state) || (step?.name === 'confirm' && !!step.isAsking)}
        @click=${act((actions) => actions.redeem(amount))}
      >
        <span part="primary-label">${say('redeemNow', { amount: money(amount) })}</span>
      </button>
      <button part="button other" class="link" id="other" @click=${act((actions) => actions.enterAmount())}>${words.otherAmount}</button>
    </div>
  </div>`
}

/** What the code takes off the cart. */
function renderSum(cart: Money, { cents }: Money, { words, money }: Localizer) {
  const off = { ...cart, cents: Math.min(cents, cart.cents) }
  return html`<dl part="sum" class="sum">
    <dt>${words.cart}</dt>
    <dd class="money">${money(cart)}</dd>
    <dt>${words.credits}</dt>
    <dd class="money given">${money({ ...off, cents: -off.cents }).replace('-', '−')}</dd>
    <dt><b>${words.toPay}</b></dt>
    <dd class="money"><b>${money({ ...cart, cents: cart.cents - off.cents })}</b></dd>
  </dl>`
}

/** What expires next: calmly, and from thirty days before with the days that are left. */
export function renderExpiring(state: LoyaltyState, { credits: { expiring }, unavailable }: Membership, { say, money, date, daysTo }: Localizer) {
  if (!expiring) return state.redemption.space || unavailable.includes('credits') ? html`<p part="expiring" class="note"></p>` : nothing
  const { amount, at } = expiring
  const isSoon = Date.parse(at) - Date.now() < 30 * 864e5
  const values = { amount: money(amount), date: date(at), when: daysTo(at) }
  return html`<p part=${isSoon ? 'expiring soon' : 'expiring'} class="note">
    ${renderGlyph('expiry', 'sign')}<span>${say(isSoon ? 'expiringSoon' : 'expiring', values)}</span>
  </p>`
}
