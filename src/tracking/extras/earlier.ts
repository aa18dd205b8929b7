import { html, nothing } from 'lit'
import type { TrackedEvent, TrackedPackage } from '../../contract/tracking.ts'
import type { OrderView } from '../views/order-view.ts'
import { eventsOf, historyOf } from './package-events.ts'

/** The events of a package after its latest ones. */
export function renderEarlier(parcel: TrackedPackage, latest: number, { state, words }: OrderView, renderDays: (events: readonly TrackedEvent[]) => unknown) {
  const { of, failures } = historyOf(state, parcel.id)
  return html`${renderDays(eventsOf(parcel, state).slice(latest))}
    <p class="muted" role="status">${of === parcel ? nothing : failures ? words.unavailable : words.finding}</p>`
}
