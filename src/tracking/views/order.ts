import { html, nothing } from 'lit'
import type { TrackedOrder, TrackedPackage } from '../../contract/tracking.ts'
import { fill } from '../../i18n/localize.ts'
import { writeDay } from '../order/date-format.ts'
import { titleOf } from './headline.ts'
import { progressOf } from '../order/package-status.ts'
import { renderIcon } from './icons.ts'
import { isClaimed, isGivenUp, itemsOf, type OrderView } from './order-view.ts'
import { renderPackage } from './package.ts'
import { placeName } from './event-text.ts'

/** From so many packages on, one line counts them by their titles. */
const many = 4

/** An order: its facts, and each of its packages, worst news first. */
export function renderOrder(order: TrackedOrder, view: OrderView) {
  const { words, lang, extras, state, handlers } = view
  const { order_number, placed_at, packages } = order
  const parcels = packages.filter(({ tracking_number }) => tracking_number)
  const isCovered = order.protected && !isGivenUp(order) && !isClaimed(order, itemsOf(order))
  const facts = [placed_at && fill(words.placed, { date: writeDay(lang, placed_at) }), placeName(lang, order.town)].filter(Boolean)
  return html`
    <slot name="header"></slot>
    <div part="order">
      <h2 part="title" tabindex="-1">${order_number ? fill(words.order, { number: order_number }) : words.track}</h2>
      ${isCovered ? html`<span part="protected">${renderIcon('shield')}${words.protected}</span>` : nothing}
      <p part="facts" class="muted">${facts.join(' · ')}</p>
      ${parcels.length < many ? nothing : renderSum()}
    </div>
    ${extras?.renderMoney(order, view)} ${extras?.renderClaims(order, view)}
    ${parcels.slice(0, state.packagesShown).map((parcel, index) => renderPackage(parcel, { index, total: parcels.length, placedAt: placed_at, town: order.town }, viewOf(parcel)))}
    ${parcels.length > state.packagesShown ? html`<button part="more-packages" class="button" @click=${handlers.extend}>${words.more_packages}</button>` : nothing}
    ${extras?.renderRest(order, view)} ${extras?.renderProtection(order, view)}
  `

  /** Without the link to a claim if the order has one already. */
  function viewOf({ items }: TrackedPackage): OrderView {
    return isClaimed(order, items) ? { ...view, claimUrl: '' } : view
  }

  function renderSum() {
    const sums = new Map<string, number>()
    for (const title of [...parcels.map((parcel) => titleOf(parcel, progressOf(parcel), words)), ...(extras?.titlesOfRest(order, view) ?? [])])
      sums.set(title, (sums.get(title) ?? 0) + 1)
    return html`<p part="sum">${[...sums].map(([title, n]) => `${n}\xa0${title}`).join(' · ')}</p>`
  }
}
