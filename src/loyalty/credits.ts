import { html, nothing } from 'lit'
import type { Membership } from '../contract/loyalty.ts'
import { sameMoney, type Money } from '../money.ts'
import { renderLate, type Localizer } from './views/localizer.ts'
import { isBusy, type LoyaltyState } from './membership/membership-store.ts'
import type { Panel } from './panel.ts'
import { quickAmounts, suggestedAmount } from './redemption/quick-amounts.ts'
import { renderSlider } from './redemption/slider.ts'
import { cartIn, renderSum } from './redemption/sum.ts'

/** Turning credits into a code: the steps of it, and what became of them. */
export function renderRedemption(state: LoyaltyState, membership: Membership, balance: Money | undefined, panel: Panel, localizer: Localizer) {
  const { words } = localizer
  const { member, may } = membership
  const { actions, cart } = panel
  const { space = '' } = state.redemption
  return html`<section part="card credits" class="card pad">
    <h3 part="heading" id="redeem-credits">${words.redeem}</h3>
    ${
      member && balance
        ? html`<div class=${`redemption ${space}`}>
            ${actions?.renderOutcomes(membership, member)}
            ${
              actions?.renderStep(membership, member, cart) ??
              (may.includes('redeem') && balance.cents > 0
                ? renderQuickAmounts(state, membership, balance, panel, localizer)
                : member.credits.cents > 0
                  ? nothing
                  : html`<div class="outlook"><p>${words.noHistory}</p></div>`)
            }
          </div>`
        : renderLate(localizer)
    }
  </section>`
}

/** Round amounts to choose from, and what the chosen one takes off the cart. The next press asks for a confirmation. */
function renderQuickAmounts(state: LoyaltyState, membership: Membership, balance: Money, panel: Panel, localizer: Localizer) {
  const { words, lang, say, money, amount: write } = localizer
  const { actions, act, cart } = panel
  const { step } = state.redemption
  const ofCart = cartIn(balance, cart)
  const amount = step?.name === 'chosen' ? step.amount : suggestedAmount(balance, ofCart)
  const fault = actions?.renderFault('redeem')
  const promise = actions?.promise(membership, amount) ?? (ofCart ? '' : say('willGet', { amount: money(amount) }))
  const renderChoice = (choice: Money, text: string) =>
    html`<button part="button choice" class="button" aria-pressed=${sameMoney(choice, amount)} @click=${act((actions) => actions.choose(choice, lang))}>
      ${text}
    </button>`
  const choices = [...quickAmounts(balance).map((choice) => renderChoice(choice, write(choice))), renderChoice(balance, words.all)]
  return html`<div part="amounts">
    <div class="chips" role="group" aria-labelledby="redeem-credits">
      <div class="pair">${choices.slice(0, 2)}</div>
      <div class="pair">${choices.slice(2)}</div>
    </div>
    <div class="any">
      ${renderSlider('any', 1, balance, amount, words.redeem, money, (any) => act((actions) => actions.choose(any, lang))())}
      <button part="button other" class="button" id="other" @click=${act((actions) => actions.enterAmount())}>
        <small>${words.otherAmount}</small> <span class="money">${money(amount)}</span>
      </button>
    </div>
    <div class="outlook">
      ${fault ?? html`${ofCart ? renderSum(ofCart, amount, localizer) : nothing} ${promise && html`<p part="promise" id="promise">${promise}</p>`}`}
    </div>
    <div class="go">
      <button
        part="button primary redeem-now"
        class="button primary"
        id="redeem-now"
        aria-describedby="promise"
        aria-disabled=${isBusy(state)}
        @click=${act((actions) => actions.enter(amount, lang))}
      >
        <span part="primary-label">${say('redeemNow', { amount: money(amount) })}</span>
      </button>
    </div>
  </div>`
}
