import { html } from 'lit'
import type { Money } from '../../money.ts'
import type { Localizer } from '../views/localizer.ts'

/** What the code takes off the cart. */
export function renderSum(cart: Money, { cents }: Money, { words, money, signed }: Localizer) {
  const off = { ...cart, cents: Math.min(cents, cart.cents) }
  return html`<dl part="sum" class="sum">
    <dt>${words.cart}</dt>
    <dd class="money">${money(cart)}</dd>
    <dt>${words.credits}</dt>
    <dd class="money given">${signed(off, '−')}</dd>
    <dt><b>${words.toPay}</b></dt>
    <dd class="money"><b>${money({ ...cart, cents: cart.cents - off.cents })}</b></dd>
  </dl>`
}

/** The total of the cart, if credits can be taken off it. */
export const cartIn = ({ currency }: Money, cart: Money | undefined) => (cart?.currency === currency ? cart : undefined)
