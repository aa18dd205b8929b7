import type { TrackedPackage } from '../../contract/tracking.ts'
import { fill } from '../../i18n/localize.ts'
import { daysUntil, isOver, writeNearDay, writeShortDay } from '../date-format.ts'
import type { Progress } from '../package-status.ts'
import type { TrackingWords } from './order-view.ts'

/** Where a package is, in two or three words: ours for what we know, the service's own for the rest, unless that is a name for programs. */
export const titleOf = ({ label }: Pick<TrackedPackage, 'label'>, { standing, isKnown }: Progress, words: TrackingWords) =>
  (!isKnown && label && isReadable(label) && label) || words[standing]

/** Whether people wrote a text: `PAYMENT_FAILED` is for programs. */
export const isReadable = (text: string) => !/^\S*_\S*$/.test(text)

/** What a person wants to know first: the day, or what has happened instead. Undefined where the title says all there is. */
export function headlineOf(parcel: TrackedPackage, { standing, step }: Progress, words: TrackingWords, lang: string): string | undefined {
  const { events, quiet_days, estimated_to: to } = parcel
  if (standing === 'delivered' || standing === 'picked_up') {
    const at = events.find(({ status }) => status === standing)?.created_at
    return at ? fill(words[`${standing}_on`], { date: writeNearDay(lang, at) }) : undefined
  }
  if (standing === 'attempted' || standing === 'collect' || standing === 'returning') return words[`${standing}_title`]
  if (standing === 'problem') return events.find(({ status }) => status === 'failure')?.message ?? undefined
  if (standing === 'out_for_delivery') {
    // What was out for delivery on another day is not promised for today.
    const at = events.find(({ status }) => status === standing)?.created_at
    return at && !quiet_days && daysUntil(at) === 0 ? fill(words.arriving, { date: writeNearDay(lang, new Date().toISOString()) }) : undefined
  }
  if (step > 4 || !to || isOver(to)) return undefined
  return fill(standing === 'late' ? words.now_arriving : words.arriving, { date: writeNearDay(lang, startOf(parcel)!, to) })
}

/** The date of the day that a headline names in a word such as "tomorrow"; undefined where the headline has the date, or no day, and for today. */
export function exactDayOf({ events, estimated_from, estimated_to: to }: TrackedPackage, { standing, step }: Progress, headline: string, lang: string) {
  const reached = step === 5 || standing === 'out_for_delivery' ? events.find(({ status }) => status === standing)?.created_at : undefined
  const at = reached ?? (step < 5 && to && Math.max(daysUntil(startOf({ estimated_from, estimated_to: to })!), 0) >= daysUntil(to) ? to : undefined)
  if (!at || !daysUntil(at) || !headline.includes(writeNearDay(lang, at))) return undefined
  const date = writeShortDay(lang, at)
  return headline.includes(date) ? undefined : date
}

/** The first day on which a package may arrive. */
export const startOf = ({ estimated_from: from, estimated_to: to }: Partial<TrackedPackage>) => (from && to && from < to ? from : to)
