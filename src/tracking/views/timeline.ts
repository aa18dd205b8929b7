import { html, nothing } from 'lit'
import type { TrackedEvent, TrackedPackage } from '../../contract/tracking.ts'
import { isAhead, writeBareDay, writeTime } from '../order/date-format.ts'
import { dayOf, placeName, textOf } from './event-text.ts'
import { renderIcon } from './icons.ts'
import type { OrderView } from './order-view.ts'

/** How many events of a package show before the shopper asks for more. */
const latest = 2

/**
 * What happened to a package, newest first, by days. The latest events have their dates beside them, and headings for screen readers alone: so two
 * events of one day are as high as two of two days, and late ones move little.
 */
export function renderTimeline(parcel: TrackedPackage, view: OrderView) {
  const { words, lang, state, extras, handlers } = view
  const { id, events, earlier } = parcel
  const isOpen = state.opened.has(id)
  return html`${renderDays(events.slice(0, latest), true)}
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

  function renderDays(some: readonly TrackedEvent[], areLatest = false) {
    let last = ''
    return html`<dl part="timeline">
      ${some.map((event) => {
        const { created_at, place } = event
        const day = dayOf(event, words, lang)
        const isNew = day !== last
        last = day
        const isDated = areLatest && created_at && !isAhead(created_at)
        return html`${isNew ? html`<dt part="day" class=${isDated ? 'unseen' : ''}>${day}</dt>` : nothing}
          <dd part="event" class=${isDated ? 'dated' : ''}>
            ${isDated ? html`<span class="muted" part="date" aria-hidden="true">${writeBareDay(lang, created_at)}</span>` : nothing}
            <span class="muted" part="time">${created_at && writeTime(lang, created_at)}</span>
            <div>
              ${textOf(event, parcel, words)}
              <div class="muted" part="place">${placeName(lang, place)}</div>
            </div>
          </dd>`
      })}
    </dl>`
  }
}
