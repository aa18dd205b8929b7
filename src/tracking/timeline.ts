import { html, nothing } from 'lit'
import type { Place, TrackedEvent, TrackedPackage } from '../contract/tracking.ts'
import { lookups } from './lookups.ts'
import { writeDay, writeTime } from './moments.ts'
import type { Surroundings } from './package.ts'
import { standingOf } from './steps.ts'

/** How many entries show before the shopper asks for more. */
const shown = 3

/** What happened to a package, newest first, by days. */
export function renderTimeline({ id, events }: TrackedPackage, { host, words, lang }: Surroundings) {
  const rest = events.slice(shown)
  const isOpen = lookups.opened.has(id)
  return html`${renderDays(events.slice(0, shown))}
  ${
    rest.length
      ? html`<details .open=${isOpen} @toggle=${handleToggle}>
          <summary part="earlier">${words.earlier}</summary>
          ${isOpen ? renderDays(rest) : nothing}
        </details>`
      : nothing
  }`

  // Most of a long history is never looked at, and making it would keep the page waiting.
  function handleToggle({ target }: Event) {
    lookups.opened[(target as HTMLDetailsElement).open ? 'add' : 'delete'](id)
    host.requestUpdate()
  }

  function renderDays(some: readonly TrackedEvent[]) {
    let last = ''
    return html`<dl part="timeline">
      ${some.map((event) => {
        const { status, created_at, message, place } = event
        const day = created_at ? writeDay(lang, created_at) : '–'
        const isNew = day !== last
        last = day
        const standing = standingOf(status)
        return html`${isNew ? html`<dt part="day">${day}</dt>` : nothing}
          <dd part="event">
            <span class="quiet" part="time">${created_at && writeTime(lang, created_at)}</span>
            <span>${message ?? (standing ? words[standing] : status.replaceAll('_', ' '))} <span class="quiet" part="place">${placeName(place)}</span></span>
          </dd>`
      })}
    </dl>`
  }
}

/** A place as one line; none for none. A province may come with its country before it, as ISO 3166-2 writes it. */
export const placeName = (place: Place | null) =>
  place ? [place.city, place.province?.replace(`${place.country}-`, ''), place.country].filter(Boolean).join(', ') : ''
