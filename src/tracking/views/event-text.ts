import type { Place, TrackedEvent, TrackedPackage } from '../../contract/tracking.ts'
import { fill } from '../../i18n/localize.ts'
import { isAhead, writeDay } from '../order/date-format.ts'
import { phaseOf } from '../order/package-status.ts'
import { isReadable } from './headline.ts'
import type { TrackingWords } from './order-view.ts'

/** What happened: the carrier's words, ours for a status that we know, or the service's for the present one. */
export function textOf({ message, status }: TrackedEvent, { status: current, label }: TrackedPackage, words: TrackingWords): string {
  const phase = phaseOf(status)
  return message ?? (phase ? words[phase] : (status === current && label && isReadable(label) && label) || words.update)
}

/** The heading of the day on which it happened, or is to happen. */
export function dayOf({ created_at }: TrackedEvent, words: TrackingWords, lang: string): string {
  if (!created_at) return words.undated
  const date = writeDay(lang, created_at)
  return isAhead(created_at) ? fill(words.planned, { date }) : date
}

/** A place as one line, by its town and country: the codes of provinces say nothing to most readers. None for none. */
export const placeName = (lang: string, place: Place | null) =>
  [place?.city, countryName(lang, place?.country)].filter(Boolean).join(commas[lang.slice(0, 2)] ?? ', ')

/** The separator between town and country, in languages that do not use the Latin comma. */
const commas: Record<string, string> = { ar: '، ', ja: '、' }

const countries: Record<string, Intl.DisplayNames> = {}
const countryName = (lang: string, code?: string | null) =>
  /^[a-z]{2}$/i.test(code ?? '') ? (countries[lang] ??= new Intl.DisplayNames(lang, { type: 'region' })).of(code!) : code
