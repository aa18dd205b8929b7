import { html, nothing } from 'lit'
import type { TrackedOrder } from '../contract/tracking.ts'
import { fill } from '../i18n/localize.ts'
import { atOnce } from './request-order.ts'
import { orderStore } from './order-store.ts'
import { writeDay } from './date-format.ts'
import { renderPackage, titleOf } from './package.ts'
import { progressOf } from './package-status.ts'
import type { Surroundings } from './surroundings.ts'
import { placeName } from './timeline.ts'

/** An order: what it is, how its packages stand in one line, and each of them. */
export function renderOrder(order: TrackedOrder, surroundings: Surroundings) {
  const { words, lang } = surroundings
  const { order_number, placed_at, packages } = order
  const parcels = packages.filter(({ tracking_number }) => tracking_number)
  const cards = parcels.map((parcel, index) => ({
    parcel,
    name: parcels.length > 1 ? `${fill(words.package, { n: index + 1, total: parcels.length })} ·` : '',
  }))
  const facts = [placed_at && fill(words.placed, { date: writeDay(lang, placed_at) }), placeName(lang, order.town)].filter(Boolean)
  const sums = new Map<string, number>()
  for (const title of [...parcels.map((parcel) => titleOf(parcel, progressOf(parcel), words)), ...(orderStore.extras?.titlesOfRest(order, surroundings) ?? [])])
    sums.set(title, (sums.get(title) ?? 0) + 1)
  return html`
    <div part="order">
      <h2 part="title" tabindex="-1">${order_number ? fill(words.order, { number: order_number }) : words.track}</h2>
      ${order.protected ? html`<span class="quiet" part="protected">${words.protected}</span>` : nothing}
      <p part="facts" class="quiet">${facts.join(' · ')}</p>
      ${parcels.length > 1 || sums.size > 1 ? html`<p part="sum" .textContent=${[...sums].map(([title, n]) => `${n}\xa0${title}`).join(' · ')}></p>` : nothing}
    </div>
    ${orderStore.extras?.renderMoney(order, surroundings)} ${orderStore.extras?.renderClaims(order, surroundings)}
    ${cards.slice(0, orderStore.extras === null ? undefined : atOnce).map(({ parcel, name }) => renderPackage(parcel, name, surroundings))}
    ${orderStore.extras?.renderCards(cards.slice(atOnce), surroundings)} ${orderStore.extras?.renderRest(order, surroundings)}
    ${orderStore.extras?.renderProtection(order, surroundings)}
  `
}
