import { html, nothing } from 'lit'
import type { TrackedOrder } from '../../contract/tracking.ts'
import { fill } from '../../i18n/localize.ts'
import { writeDay } from '../date-format.ts'
import { progressOf } from '../package-status.ts'
import type { OrderView } from './order-view.ts'
import { renderPackage, titleOf } from './package.ts'
import { placeName } from './timeline.ts'

/** An order: its facts, how its packages stand in one line, and each of them. */
export function renderOrder(order: TrackedOrder, view: OrderView) {
  const { words, lang, extras, state, handlers } = view
  const { order_number, placed_at, packages } = order
  const parcels = packages.filter(({ tracking_number }) => tracking_number)
  const nameOf = (index: number) => (parcels.length > 1 ? `${fill(words.package, { n: index + 1, total: parcels.length })} ·` : '')
  const facts = [placed_at && fill(words.placed, { date: writeDay(lang, placed_at) }), placeName(lang, order.town)].filter(Boolean)
  const sums = new Map<string, number>()
  for (const title of [...parcels.map((parcel) => titleOf(parcel, progressOf(parcel), words)), ...(extras?.titlesOfRest(order, view) ?? [])])
    sums.set(title, (sums.get(title) ?? 0) + 1)
  return html`
    <div part="order">
      <h2 part="title" tabindex="-1">${order_number ? fill(words.order, { number: order_number }) : words.track}</h2>
      ${order.protected ? html`<span class="quiet" part="protected">${words.protected}</span>` : nothing}
      <p part="facts" class="quiet">${facts.join(' · ')}</p>
      ${parcels.length > 1 || sums.size > 1 ? html`<p part="sum">${[...sums].map(([title, n]) => `${n}\xa0${title}`).join(' · ')}</p>` : nothing}
    </div>
    ${extras?.renderMoney(order, view)} ${extras?.renderClaims(order, view)}
    ${parcels.slice(0, state.packagesShown).map((parcel, index) => renderPackage(parcel, nameOf(index), view))}
    ${parcels.length > state.packagesShown ? html`<button part="more-packages" @click=${handlers.extend}>${words.more_packages}</button>` : nothing}
    ${extras?.renderRest(order, view)} ${extras?.renderProtection(order, view)}
  `
}
