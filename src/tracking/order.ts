import { html, nothing } from 'lit'
import type { TrackedItem, TrackedOrder } from '../contract/tracking.ts'
import type { TrackingWords } from '../messages/en/tracking.ts'
import { fill } from '../words.ts'
import { renderItems } from './items.ts'
import { isMoment, momentsIn } from './moments.ts'
import { renderPackage, titleOf, type Surroundings } from './package.ts'
import { progressOf, worstFirst, type Progress } from './steps.ts'
import { placeName } from './timeline.ts'

/** An order: what it is, how its packages stand in one line, and each of them, worst news first. */
export function renderOrder(order: TrackedOrder, surroundings: Surroundings) {
  const { words, lang } = surroundings
  const parcels = parcelsOf(order)
  const sent = parcels.filter(({ parcel }) => parcel.tracking_number)
  const unsent = order.packages.filter((parcel) => !parcel.tracking_number)
  const facts = [
    isMoment(order.placed_at) && fill(words.placed, { date: momentsIn(lang).longDay(order.placed_at) }),
    order.town && placeName(order.town) && fill(words.to, { place: placeName(order.town) }),
  ].filter(Boolean)
  const sums = sumsOf(order, sent.map(({ progress }) => progress), words)
  return html`
    <header part="order">
      <h2 part="title" tabindex="-1">${order.order_number ? fill(words.order, { number: order.order_number }) : words.your_package}</h2>
      ${order.protected ? html`<span class="badge" part="protected">${words.protected}</span>` : nothing}
      ${facts.length ? html`<p class="quiet" part="facts">${facts.join(' · ')}</p>` : nothing}
      ${sums.length > 1 ? html`<p part="sum">${sums.join(' · ')}</p>` : nothing}
    </header>
    ${sent.map(({ parcel, progress }, index) =>
      renderPackage(parcel, progress, sent.length > 1 ? fill(words.package_of, { n: index + 1, total: sent.length }) : words.package, surroundings),
    )}
    ${unsent.length || order.has_fulfillment_without_tracking
      ? renderNote(words.untracked, words.untracked_means, unsent.flatMap(({ items }) => items), 'untracked')
      : nothing}
    ${order.unshipped_items.length ? renderNote(words.unshipped, words.unshipped_means, order.unshipped_items, 'unshipped') : nothing}
    ${order.has_shippable_items
      ? order.packages.length || order.unshipped_items.length
        ? nothing
        : renderNote(words.step_1, words.means_confirmed, [], 'unshipped')
      : html`<p class="card" part="digital">${words.digital}</p>`}
  `
}

/** The order's packages with their progress, worst news first. */
export const parcelsOf = ({ packages }: TrackedOrder) =>
  packages.map((parcel) => ({ parcel, progress: progressOf(parcel) })).sort((a, b) => worstFirst(a.progress, b.progress))

/** How the worst-off package stands, for an announcement. */
export function standOf(order: TrackedOrder, words: TrackingWords): string {
  const [worst] = parcelsOf(order)
  return worst ? titleOf(worst.parcel, worst.progress, words) : words.unshipped
}

const renderNote = (title: string, meaning: string, items: readonly TrackedItem[], part: string) =>
  html`<section class="card" part=${part}>
    <h3 part="status">${title}</h3>
    <p part="meaning">${meaning}</p>
    ${renderItems(items, title)}
  </section>`

function sumsOf(order: TrackedOrder, all: Progress[], words: TrackingWords): string[] {
  const counts: Record<string, number> = {}
  const count = (kind: string, n = 1) => (counts[kind] = (counts[kind] ?? 0) + n)
  for (const { step, overlay } of all) count(overlay ?? (step === 5 ? 'delivered' : step > 2 ? 'on_the_way' : 'preparing'))
  const untracked = order.packages.length - all.length
  if (untracked) count('untracked', untracked)
  const unshipped = order.unshipped_items.reduce((sum, { quantity }) => sum + quantity, 0)
  if (unshipped) count('unshipped', unshipped)
  return Object.entries(counts).map(([kind, n]) => fill((words as Record<string, string>)[`sum_${kind}`]!, { n }))
}
