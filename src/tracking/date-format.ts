/** A day as people of that language write it; a span of days when a later end is given. */
export function writeDay(lang: string, iso: string, end = iso): string {
  // A span takes many times as long to write as a day.
  return end === iso ? writer(lang, iso, days).format(placed(iso)) : writer(lang, iso, spans).formatRange(placed(iso), placed(end))
}

/** The time of day as people of that language write it. */
export const writeTime = (lang: string, iso: string): string => writer(lang, iso, times).format(placed(iso))

/** Whether a day, or the day after a time, is over, wherever that is: it is behind UTC by up to twelve hours. */
export const isOver = (iso: string | null | undefined) => Date.parse(iso!) + 129_600_000 < Date.now()

/** Whether something has not happened yet, however a carrier writes it; clocks differ by some minutes. */
export const isAhead = (iso: string | null, time = Date.parse(iso!)) => time > Date.now() + 300_000

const days = { weekday: 'long', day: 'numeric', month: 'long' } as const
/** Two long names of days would take three lines of a phone, and room is kept for two. */
const spans = { weekday: 'short', day: 'numeric', month: 'short' } as const
const times = { timeStyle: 'short' } as const

/** With an offset it is the time of the place where it happened, and told as it was there. */
const offset = /[+-]..:..$/
const placed = (iso: string) => new Date(iso.replace(offset, 'Z'))

/** The reader's own zone, but for times of a place, and for midnight UTC: that is how a bare day arrives here, and it is that day everywhere. */
const zoneOf = (iso: string) => (offset.test(iso) || !(Date.parse(iso) % 86_400_000) ? 'UTC' : undefined)

/** Making one takes longer than all that it writes. */
const writers: Record<string, Intl.DateTimeFormat> = {}
const writer = (lang: string, iso: string, options: Intl.DateTimeFormatOptions) => {
  const timeZone = zoneOf(iso)
  return (writers[[lang, timeZone, options.month] as never] ??= new Intl.DateTimeFormat(lang, { ...options, timeZone }))
}
