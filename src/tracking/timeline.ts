import { html, nothing } from 'lit'
import type { Place, TrackedEvent } from '../contract/tracking.ts'
import type { TrackingWords } from '../messages/en/tracking.ts'
import { writeDay, writeTime } from './moments.ts'
import { standingOf } from './steps.ts'

/** How many entries show before the shopper asks for more. */
const shown = 3

/** What happened to a package, newest first, by days. */
export function renderTimeline(events: readonly TrackedEvent[], words: TrackingWords, lang: string) {
  const rest = events.slice(shown)
  return html`${renderDays(events.slice(0, shown))}
  ${
    rest.length
      ? html`<details>
          <summary part="earlier">${words.earlier}</summary>
          ${renderDays(rest)}
        </details>`
      : nothing
  }`

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
