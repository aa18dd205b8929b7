import { html, nothing } from 'lit'
import type { Place, TrackedEvent, TrackedPackage } from '../../contract/tracking.ts'
import { fill } from '../../i18n/localize.ts'
import { isAhead, writeDay, writeTime } from '../date-format.ts'
import { isReadable } from './headline.ts'
import { renderIcon } from './icons.ts'
import type { OrderView } from './order-view.ts'
import { standingOf } from '../package-status.ts'

/** How many events of a package show before the shopper asks for more. */
const latest = 2

/** What happened to a package, newest first, by days. */
export function renderTimeline(parcel: TrackedPackage, view: OrderView) {
  const { words, lang, state, extras, handlers } = view
  const { id, events, earlier, status: current, label } = parcel
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
              ${message ?? (standing ? words[standing] : (status === current && label && isReadable(label) && label) || words.update)}
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
