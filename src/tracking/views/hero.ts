import { html, nothing } from 'lit'
import type { TrackedPackage } from '../../contract/tracking.ts'
import { fill } from '../../i18n/localize.ts'
import { isOver, writeShortDay } from '../date-format.ts'
import { startOf } from './headline.ts'
import type { Progress } from '../package-status.ts'
import { renderIcon, sparks, type Icon } from './icons.ts'
import type { TrackingWords } from './order-view.ts'

/** What a hero says: the answer, the status where the answer is another, and the name of what it is about. */
export interface Hero {
  icon: Icon
  headline: string
  status?: string | undefined
  name?: string | undefined
}

/** The answer at a glance: a drawing, and the day that a person wants to know. */
export const renderHero = ({ icon, headline, status, name }: Hero) =>
  html`${renderIcon(icon, icon === 'tick' ? sparks : nothing)}
    <div part="answer">
      ${name ? html`<span part="name" class="quiet">${name}</span>` : nothing} ${status ? html`<span part="status">${status}</span>` : nothing}
      <h3 part=${status ? 'headline' : 'headline status'}>${headline}</h3>
    </div>`

/** How far a package has come: a filled bar, from the day that it left to the day that it arrives. */
export function renderBar(step: number, total: number, status: string, words: TrackingWords, from: unknown, to: unknown = nothing) {
  return html`<div part=${`bar step-${step}`}>
    <span part="track" role="img" aria-label=${fill(words.step, { n: step, total, status })}></span>
    <span class="quiet">${from}</span>
    <span part="estimate">${to}</span>
  </div>`
}

/** The bar of one package. */
export function renderProgress(parcel: TrackedPackage, { step, names }: Progress, status: string, placedAt: string | null, words: TrackingWords, lang: string) {
  const { estimated_to: to, events } = parcel
  const shipped = step > 2 && events.findLast(({ status, created_at }) => created_at && /^(carrier_picked_up|in_transit)$/.test(status))?.created_at
  const begun = shipped || placedAt
  return renderBar(
    step,
    names.length,
    status,
    words,
    begun ? fill(shipped ? words.shipped : words.ordered, { date: writeShortDay(lang, begun) }) : nothing,
    to ? (isOver(to) ? fill(words.expected, { date: writeShortDay(lang, to) }) : writeShortDay(lang, startOf(parcel)!, to)) : nothing,
  )
}
