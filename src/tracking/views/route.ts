import { html, nothing } from 'lit'
import type { Place, TrackedPackage } from '../../contract/tracking.ts'
import { isAhead, writeBareDay } from '../order/date-format.ts'
import type { Progress } from '../order/package-status.ts'
import type { TrackingWords } from './order-view.ts'

/** How many towns are shown, with the one that the package goes to. */
const stops = 4

/** The towns that a package passed with their days, and the one it goes to; nothing if they are fewer than two. */
export function renderRoute({ events }: TrackedPackage, { step, phase }: Progress, to: Place | null, words: TrackingWords, lang: string) {
  const towns = new Map<string, string | null>()
  for (const { place, created_at } of [...events].reverse())
    if (place?.city && !isAhead(created_at) && !towns.has(place.city)) towns.set(place.city, created_at)
  const goal = to?.city
  const isComing = goal && towns.size && !towns.has(goal) && step < 5 && !/^(returning|problem)$/.test(phase)
  return towns.size > 1 || isComing
    ? html`<h4>${words.route}</h4>
        <ol part="route">
          ${[...towns]
            .slice(isComing ? 1 - stops : -stops)
            .map(([town, at]) => html`<li><span part="town">${town}</span>${at ? html` <span class="muted">${writeBareDay(lang, at)}</span>` : nothing}</li>`)}
          ${isComing ? html`<li class="goal"><span part="town">${goal}</span></li>` : nothing}
        </ol>`
    : nothing
}
