/** A text from the service, if it is a moment at all. */
export const momentOf = (iso: string | null) => (iso && !Number.isNaN(Date.parse(iso)) ? iso : undefined)

/** A day as people of that language write it; a span of days when a later end is given. */
export function writeDay(lang: string, iso: string, end = iso): string {
  const [from, to] = [clockOf(iso), clockOf(end)]
  return new Intl.DateTimeFormat(lang, { weekday: 'long', day: 'numeric', month: 'long', timeZone: from.timeZone }).formatRange(from.date, to.date)
}

/** The time of day as people of that language write it. */
export function writeTime(lang: string, iso: string): string {
  const { date, timeZone } = clockOf(iso)
  return new Intl.DateTimeFormat(lang, { timeStyle: 'short', timeZone }).format(date)
}

/**
 * The moment as a clock on the spot showed it, where the carrier told how far that clock is from UTC; as the reader's clock did
 * otherwise. Midnight UTC, which is how a bare day is read, is that day everywhere.
 */
function clockOf(iso: string) {
  const local = iso.replace(/(T.*)[+-]\d\d:?\d\d$/, '$1Z')
  const date = new Date(local)
  return { date, timeZone: local !== iso || !(date.getTime() % 86_400_000) ? 'UTC' : undefined }
}
