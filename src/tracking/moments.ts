/** Writes moments as people of one language read them. */
export function momentsIn(lang: string) {
  const writer = (options: Intl.DateTimeFormatOptions, timeZone?: string) => new Intl.DateTimeFormat(lang, { ...options, timeZone })
  const day = { weekday: 'short', day: 'numeric', month: 'short' } as const
  const longDay = { weekday: 'long', day: 'numeric', month: 'long' } as const

  const write = (iso: string, options: Intl.DateTimeFormatOptions) => {
    const { date, timeZone } = clockOf(iso)
    return writer(options, timeZone).format(date)
  }

  return {
    day: (iso: string) => write(iso, day),
    longDay: (iso: string) => write(iso, longDay),
    time: (iso: string) => write(iso, { timeStyle: 'short' }),
    /** A span of days; one day when both are the same, or when one is missing. */
    days: (from: string | null, to: string | null) => {
      const [start, end] = [clockOf(from ?? to!), clockOf(to ?? from!)]
      return writer(day, start.timeZone).formatRange(start.date, end.date < start.date ? start.date : end.date)
    },
  }
}

/** Whether a text from the service is a moment at all. */
export const isMoment = (iso: string | null): iso is string => iso !== null && !Number.isNaN(Date.parse(iso))

/**
 * The moment as a clock on the spot showed it, where the carrier told how far that clock is from UTC; as the reader's clock did
 * otherwise. A bare day, or midnight UTC, which is how many services write one, is that day everywhere.
 */
function clockOf(iso: string): { date: Date; timeZone?: string } {
  if (/[+-]\d\d:?\d\d$/.test(iso) && iso.includes('T')) return { date: new Date(iso.replace(/[+-]\d\d:?\d\d$/, 'Z')), timeZone: 'UTC' }
  return { date: new Date(iso), timeZone: /^\d{4}-\d\d-\d\d(T00:00(:00(\.0+)?)?Z)?$/.test(iso) ? 'UTC' : undefined }
}
