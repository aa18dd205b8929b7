import type { TrackedPackage } from '../../contract/tracking.ts'
import { fill } from '../../i18n/localize.ts'
import { daysUntil, isOver, writeNearDay } from '../order/date-format.ts'
import type { Phase, Progress } from '../order/package-status.ts'
import type { TrackingWords } from './order-view.ts'

/** Where a package is, in two or three words: ours for what we know, the service's own for the rest, unless that is a name for programs. */
export const titleOf = ({ label }: Pick<TrackedPackage, 'label'>, { phase, isKnown }: Progress, words: TrackingWords) =>
  (!isKnown && label && isReadable(label) && label) || words[phase]

/** Whether people wrote a text: `PAYMENT_FAILED` is for programs. */
export const isReadable = (text: string) => !/^\S*_\S*$/.test(text)

/** What a person wants to know first: the day, or what has happened instead. Undefined where the title says all there is. */
export function headlineOf(parcel: TrackedPackage, progress: Progress, words: TrackingWords, lang: string): string | undefined {
  const { phase, step } = progress
  if (restatesStatus(phase)) return words[`${phase}_title`]
  if (phase === 'problem') return parcel.events.find(({ status }) => status === 'failure')?.message ?? undefined
  const days = daysOf(parcel, progress)
  const phrase = step === 5 ? words[`${phase as 'delivered'}_on`] : phase === 'late' ? words.now_arriving : words.arriving
  return days && fill(phrase, { date: writeNearDay(lang, ...days) })
}

/** Whether the headline says the status in other words, so that its name beside it would be a repetition. */
export const restatesStatus = (phase: Phase) => phase === 'attempted' || phase === 'returning'

/** The first and the last of the days that a headline names: on which a package came or may arrive. Undefined where the headline names none. */
export function daysOf({ events, quiet_days, estimated_from: from, estimated_to: to }: TrackedPackage, { phase, step }: Progress) {
  const at = events.find(({ status }) => status === phase)?.created_at
  if (step === 5 || phase === 'out_for_delivery') {
    // A package that the driver took on another day may not come today.
    const isNamed = step === 5 || (!quiet_days && at && daysUntil(at) === 0)
    return at && isNamed ? ([at, at] as const) : undefined
  }
  if (!to || isOver(to) || /^(attempted|collect|problem|returning)$/.test(phase)) return undefined
  return [startOf({ estimated_from: from, estimated_to: to })!, to] as const
}

/** The first day on which a package may arrive. */
export const startOf = ({ estimated_from: from, estimated_to: to }: Partial<TrackedPackage>) => (from && to && from < to ? from : to)
