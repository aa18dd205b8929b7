import { html, nothing } from 'lit'
import type { TrackedPackage } from '../../contract/tracking.ts'
import { isAhead, writeShortDay } from '../date-format.ts'

/** How many towns have room beside each other on a phone. */
const stops = 3

/** The towns that a package passed, as stops of a line; nothing if they are fewer than two. */
export function renderRoute({ events }: TrackedPackage, lang: string) {
  const towns = new Map<string, string | null>()
  for (const { place, created_at } of [...events].reverse()) if (place?.city && !isAhead(created_at)) towns.set(place.city, created_at)
  const passed = [...towns].slice(-stops)
  return passed.length > 1
    ? html`<ol part="route">
        ${passed.map(([town, at]) => html`<li part="town">${town}<span class="quiet">${at && writeShortDay(lang, at)}</span></li>`)}
      </ol>`
    : nothing
}
