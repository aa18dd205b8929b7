import { html, nothing } from 'lit'
import type { Place, TrackedEvent, TrackedPackage } from '../contract/tracking.ts'
import { orderStore } from './order-store.ts'
import { fill } from '../i18n/localize.ts'
import { isAhead, writeDay, writeTime } from './date-format.ts'
import type { Surroundings } from './surroundings.ts'
import { standingOf } from './package-status.ts'

/** What happened to a package, newest first, by days. */
export function renderTimeline(parcel: TrackedPackage, surroundings: Surroundings) {
  const { id, events, earlier, status: current, label } = parcel
  const { host, words, lang, shown } = surroundings
  const rest = events.slice(shown)
  const isOpen = orderStore.opened.has(id)
  return html`${renderDays(events.slice(0, shown))}
  ${
    rest.length
      ? html`<details .open=${isOpen} @toggle=${handleToggle}>
          <summary part="earlier">${words.earlier}</summary>
          ${isOpen ? (earlier && orderStore.extras?.renderWhole(parcel, surroundings, renderDays)) || renderDays(rest) : nothing}
        </details>`
      : nothing
  }`

  // Most of a long history is never looked at, and making it would keep the page waiting.
  function handleToggle({ target }: Event) {
    orderStore.opened[(target as HTMLDetailsElement).open ? 'add' : 'delete'](id)
    host.requestUpdate()
  }

  function renderDays(some: readonly TrackedEvent[]) {
    let last = ''
    return html`<dl part="timeline">
      ${some.map((event) => {
        const { status, created_at, message, place } = event
        const date = created_at && writeDay(lang, created_at)
        const day = date ? (isAhead(created_at) ? fill(words.planned, { date }) : date) : words.undated
        const isNew = day !== last
        last = day
        const standing = standingOf(status)
        return html`${isNew ? html`<dt part="day">${day}</dt>` : nothing}
          <dd part="event">
            <span class="quiet" part="time">${created_at && writeTime(lang, created_at)}</span>
            <span>
              ${message ?? (standing ? words[standing] : (status === current && label) || status.replaceAll('_', ' '))}
              <span class="quiet" part="place">${placeName(lang, place)}</span>
            </span>
          </dd>`
      })}
    </dl>`
  }
}

/** A place as one line, by its town and country: the codes of provinces say nothing to most readers. None for none. */
export const placeName = (lang: string, place: Place | null) => [place?.city, countryName(lang, place?.country)].filter(Boolean).join(', ')

const countries: Record<string, Intl.DisplayNames> = {}
const countryName = (lang: string, code?: string | null) =>
  /^[a-z]{2}$/i.test(code ?? '') ? (countries[lang] ??= new Intl.DisplayNames(lang, { type: 'region' })).of(code!) : code
