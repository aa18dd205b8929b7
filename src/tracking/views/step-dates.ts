import type { TrackedPackage } from '../../contract/tracking.ts'
import { fill } from '../../i18n/localize.ts'
import { daysUntil, isOver, writeBareDay, writeShortDay } from '../order/date-format.ts'
import { progressOf } from '../order/package-status.ts'
import { startOf } from './headline.ts'
import type { TrackingWords } from './order-view.ts'

/** The package of which steps are shown. */
export type SteppedPackage = Pick<TrackedPackage, 'events' | 'status'> & Partial<TrackedPackage>

/** The days of a package's steps, as far as they are known: of those that it has reached, and the day on which the last one is expected. */
export function datesOfSteps(parcel: SteppedPackage, placedAt: string | null, words: TrackingWords, lang: string): string[] {
  const { estimated_to: to } = parcel
  const { steps, present } = progressOf(parcel)
  const dates: string[] = []
  // Carriers write some times without a zone, and shops import orders later: a day after that of a later step is left out.
  for (let index = present, next = Infinity; index >= 0; index--) {
    const at = (!index && placedAt) || steps[index]!.at
    if (!at || daysUntil(at) > next) continue
    next = daysUntil(at)
    dates[index] = writeBareDay(lang, at)
  }
  if (to && present < 4) dates[4] = fill(isOver(to) ? words.expected : words.planned, { date: writeShortDay(lang, startOf(parcel)!, to) })
  return dates
}
