import { fill } from '../i18n/localize.ts'
import { isOffline } from '../page/offline.ts'
import { daysUntil, writeTime } from './order/date-format.ts'
import type { OrderState } from './order/order-state.ts'
import type { TrackingWords } from './views/order-view.ts'

/** Why the order on screen may be old. */
interface Age {
  /** The proxy, or the service behind it, cannot be reached. */
  isOut: boolean
  /** The ticket of the order cannot be renewed. */
  isRunOut: boolean
}

/** The sentence of the status line: what changed, or as of when the order is known. */
export function noticeOf({ asOf, announcement }: OrderState, { isOut, isRunOut }: Age, words: TrackingWords, lang: string): string {
  const lastKnown = asOf ? `${fill(words.last_known, { time: timeOf(asOf, lang) })} ` : ''
  if (isOut && isOffline()) return asOf ? fill(words.offline, { time: writeTime(lang, new Date(asOf).toISOString()) }) : words.offline_plain
  if (isOut) return lastKnown + words.unavailable
  if (isRunOut) return lastKnown
  return typeof announcement === 'object' ? announcement.text : announcement ? words[announcement] : ''
}

/** The time of day, with its day unless that is today. */
function timeOf(asOf: number, lang: string) {
  const iso = new Date(asOf).toISOString()
  return daysUntil(iso) ? new Date(asOf).toLocaleString(lang, { dateStyle: 'medium', timeStyle: 'short' }) : writeTime(lang, iso)
}
