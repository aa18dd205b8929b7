/** A day as people of that language write it. */
export const writeDay = (lang: string, iso: string): string => writer(lang, iso, days).format(placed(iso))

/** A day in its shortest form: "Thu, Nov 26"; a span as "Nov 28 – Dec 1". */
export const writeShortDay = (lang: string, iso: string, end = iso): string =>
  end === iso ? writer(lang, iso, shortDays).format(placed(iso)) : writer(lang, iso, shortSpans).formatRange(placed(iso), placed(end))

/** A day without its weekday: "Nov 26". */
export const writeBareDay = (lang: string, iso: string): string => writer(lang, iso, shortSpans).format(placed(iso))

/** A day as people say it: "tomorrow", "Thursday" within a week, and otherwise its date. The past part of a span is left out. No line breaks inside it. */
export function writeNearDay(lang: string, iso: string, end = iso): string {
  const [from, to] = [daysUntil(iso), daysUntil(end)]
  if (from < to && to > 0) return from < 0 ? writeNearDay(lang, new Date().toISOString(), end) : writeShortDay(lang, iso, end).replace(/\s/g, '\u00a0')
  if (Math.abs(to) < 2) return new Intl.RelativeTimeFormat(lang, { numeric: 'auto' }).format(to, 'day')
  return to > 1 && to < 7 ? writer(lang, end, weekdays).format(placed(end)) : writeShortDay(lang, end)
}

/** What `writeNearDay` leaves out of a day: of "tomorrow" its weekday and date, of "Thursday" its date; undefined for today and where it wrote the date. */
export function writeRestOfDay(lang: string, iso: string, end = iso): string | undefined {
  const to = daysUntil(end)
  if (Math.max(daysUntil(iso), 0) < to || !to || to < -1 || to > 6) return undefined
  return Math.abs(to) < 2 ? writeShortDay(lang, end) : writeBareDay(lang, end)
}

/** How many days lie between today and a day. */
export function daysUntil(iso: string): number {
  const day = placed(iso)
  const isFixed = zoneOf(iso) === 'UTC'
  const today = new Date()
  const from = Date.UTC(today.getFullYear(), today.getMonth(), today.getDate())
  const to = isFixed ? Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate()) : Date.UTC(day.getFullYear(), day.getMonth(), day.getDate())
  return (to - from) / 86_400_000
}

/** The time of day as people of that language write it. */
export const writeTime = (lang: string, iso: string): string => writer(lang, iso, times).format(placed(iso))

/** Whether a day, or the day after a time, is over, wherever that is: it is behind UTC by up to twelve hours. */
export const isOver = (iso: string | null | undefined) => Date.parse(iso!) + 129_600_000 < Date.now()

/** Whether something has not happened yet, however a carrier writes it; clocks differ by some minutes. */
export const isAhead = (iso: string | null, time = Date.parse(iso!)) => time > Date.now() + 300_000

const days = { weekday: 'long', day: 'numeric', month: 'long' } as const
const shortDays = { weekday: 'short', day: 'numeric', month: 'short' } as const
const shortSpans = { day: 'numeric', month: 'short' } as const
const weekdays = { weekday: 'long' } as const
const times = { timeStyle: 'short' } as const

/** A time with an offset is the time at the place of the event, and is written as it was there. */
const offset = /[+-]..:..$/
const placed = (iso: string) => new Date(iso.replace(offset, 'Z'))

/** The reader's own zone, but for times of a place, and for midnight UTC: that is how a bare day arrives here, and it is that day everywhere. */
const zoneOf = (iso: string) => (offset.test(iso) || !(Date.parse(iso) % 86_400_000) ? 'UTC' : undefined)

/** Making one takes longer than all that it writes. */
const writers: Record<string, Intl.DateTimeFormat> = {}
const writer = (lang: string, iso: string, options: Intl.DateTimeFormatOptions) => {
  const timeZone = zoneOf(iso)
  return (writers[[lang, timeZone, JSON.stringify(options)] as never] ??= new Intl.DateTimeFormat(lang, { ...options, timeZone }))
}
