import { html, nothing } from 'lit'
import type { Place, TrackedEvent } from '../contract/tracking.ts'
import type { TrackingWords } from '../messages/en/tracking.ts'
import { fill } from '../words.ts'
import { isMoment, type momentsIn } from './moments.ts'

/** How many entries show before the shopper asks for more. */
const shown = 3

/** What happened to a package, newest first, by days. */
export function renderTimeline(events: readonly TrackedEvent[], words: TrackingWords, moments: ReturnType<typeof momentsIn>) {
  const seen = new Set<string>()
  // Carriers and shops report the same scan twice.
  const distinct = events.filter((event) => seen.size < seen.add(JSON.stringify(event)).size)
  const rest = distinct.slice(shown)
  return html`
    <h4 class="unseen">${words.history}</h4>
    ${renderDays(distinct.slice(0, shown))}
    ${rest.length
      ? html`<details part="more">
          <summary part="more-control">
            <span class="when-closed">${fill(words.more, { n: rest.length })}</span><span class="when-open">${words.fewer}</span>
          </summary>
          ${renderDays(rest)}
        </details>`
      : nothing}
  `

  function renderDays(some: readonly TrackedEvent[]) {
    const days = new Map<string, TrackedEvent[]>()
    for (const event of some) {
      const day = isMoment(event.created_at) ? moments.longDay(event.created_at) : words.undated
      days.set(day, [...(days.get(day) ?? []), event])
    }
    return html`<dl class="days" part="timeline">
      ${[...days].map(
        ([day, entries]) => html`
          <dt part="day">${day}</dt>
          ${entries.map(
            ({ status, message, created_at, place }) => html`<dd part="event">
              <span class="time quiet" part="event-time">${isMoment(created_at) ? moments.time(created_at) : nothing}</span>
              <span part="event-text"
                >${message ?? wordsFor(status, words) ?? status.replaceAll('_', ' ')}
                ${place && placeName(place) ? html`<span class="quiet" part="event-place">${placeName(place)}</span>` : nothing}</span
              >
            </dd>`,
          )}
        `,
      )}
    </dl>`
  }
}

/** Our words for a status; none for one that the service has learnt since. */
export const wordsFor = (status: string | null, words: TrackingWords, kind: 'at' | 'means' = 'at') =>
  (words as Record<string, string>)[`${kind}_${status}`]

export const placeName = ({ city, province, country }: Place) => [city, province, country].filter(Boolean).join(', ')
