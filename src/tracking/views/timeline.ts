import { html, nothing } from 'lit'
import type { TrackedEvent, TrackedPackage } from '../../contract/tracking.ts'
import { writeTime } from '../date-format.ts'
import { dayOf, placeName, textOf } from './event-text.ts'
import { renderIcon } from './icons.ts'
import type { OrderView } from './order-view.ts'

/** How many events of a package show before the shopper asks for more. */
const latest = 2

/** What happened to a package, newest first, by days. */
export function renderTimeline(parcel: TrackedPackage, view: OrderView) {
  const { words, lang, state, extras, handlers } = view
  const { id, events, earlier } = parcel
  const isOpen = state.opened.has(id)
  return html`${renderDays(events.slice(0, latest))}
  ${
    earlier || events.length > latest
      ? html`<details .open=${isOpen} @toggle=${handleToggle}>
          <summary part="earlier">${words.earlier}${renderIcon('chevron')}</summary>
          ${isOpen ? renderEarlier() : nothing}
        </details>`
      : nothing
  }`

  function handleToggle({ target }: Event) {
    handlers.toggle(id, (target as HTMLDetailsElement).open)
  }

  // Most of a long history is never looked at, so it is rendered only when it is opened.
  function renderEarlier() {
    return (earlier && extras?.renderEarlier(parcel, latest, view, renderDays)) || renderDays(events.slice(latest))
  }

  function renderDays(some: readonly TrackedEvent[]) {
    let last = ''
    return html`<dl part="timeline">
      ${some.map((event) => {
        const { created_at, place } = event
        const day = dayOf(event, words, lang)
        const isNew = day !== last
        last = day
        return html`${isNew ? html`<dt part="day">${day}</dt>` : nothing}
          <dd part="event">
            <span class="quiet" part="time">${created_at && writeTime(lang, created_at)}</span>
            <span>
              ${textOf(event, parcel, words)}
              <span class="quiet" part="place">${placeName(lang, place)}</span>
            </span>
          </dd>`
      })}
    </dl>`
  }
}
