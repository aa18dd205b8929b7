import { html, nothing } from 'lit'
import type { TrackedOrder } from '../../contract/tracking.ts'
import { messages as en } from '../../i18n/english/tracking-extras.ts'
import { formatMoney } from '../../money.ts'
import { fill } from '../../i18n/localize.ts'
import { renderHero } from '../views/hero.ts'
import { renderItems } from '../views/items.ts'
import { writeDay } from '../order/date-format.ts'
import type { OrderView } from '../views/order-view.ts'
import { claimKeys } from './claim-words.ts'

/** The outcomes of an order's claims, newest first. Loaded if the order has claims. */
export function renderClaims({ claims = [] }: TrackedOrder, view: OrderView) {
  const { words, lang } = view
  const all = { ...en, ...words }
  return claims.map((claim) => {
    const { state, at, amount, order_number, order_key, items } = claim
    const { title, text } = claimKeys(claim)
    const values = { amount: amount ? formatMoney(amount, lang) : '', number: order_number ?? '' }
    return html`<article part=${`outcome ${state}`} class="card">
      <div part="hero">${renderHero({ icon: 'shield', headline: all[title] })}</div>
      <p part="facts" class="muted">${writeDay(lang, at)}</p>
      <p part="meaning">${fill(all[text], values)}</p>
      ${order_key ? renderReplacement(order_key, fill(words.order, { number: order_number! }), view) : nothing} ${renderItems(items, words)}
    </article>`
  })
}

/** The way to the order that was sent instead: a link where the page reads its address, so that it opens in another tab, too. */
function renderReplacement(key: string, name: string, { readsAddress, handlers }: OrderView) {
  return html`<p part="links">
    ${
      readsAddress
        ? html`<a part="replacement" class="button" href=${`#key=${encodeURIComponent(key)}`} @click=${() => handlers.leaveFor()}>${name}</a>`
        : html`<button part="replacement" class="button" @click=${() => handlers.leaveFor(key)}>${name}</button>`
    }
  </p>`
}
