/** A day as people of that language write it; a span of days when a later end is given. */
export const writeDay = (lang: string, iso: string, end = iso): string =>
  new Intl.DateTimeFormat(lang, { weekday: 'long', day: 'numeric', month: 'long', timeZone: zoneOf(iso) }).formatRange(new Date(iso), new Date(end))

/** The time of day as people of that language write it. */
export const writeTime = (lang: string, iso: string): string => new Intl.DateTimeFormat(lang, { timeStyle: 'short' }).format(new Date(iso))

/** The reader's own, but for midnight UTC: that is how a bare day arrives here, and it is that day everywhere. */
const zoneOf = (iso: string) => (Date.parse(iso) % 86_400_000 ? undefined : 'UTC')
