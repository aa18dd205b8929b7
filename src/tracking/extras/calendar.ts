/** A day or a time on which a package is expected. */
export interface Arrival {
  /** The same for the same package, and for no other anywhere. */
  id: string
  summary: string
  /** ISO 8601; at midnight UTC it is a day. */
  from: string
  to: string
  url?: string | false | undefined
}

/** A calendar's file of these arrivals (RFC 5545). The same package has the same entry, so that a later file moves it. */
export const calendarFile = (arrivals: readonly Arrival[], now: Date): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//storefront-widgets//tracking//EN', ...arrivals.flatMap((arrival) => entryOf(arrival, now)), 'END:VCALENDAR']
    .map(folded)
    .join('')

function entryOf({ id, summary, from, to, url }: Arrival, now: Date): string[] {
  const isDay = [from, to].every((iso) => Date.parse(iso) % day === 0)
  const [begin, end] = [from, to].map((iso) => Date.parse(iso)).sort((a, b) => a - b) as [number, number]
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(id)}`,
    `DTSTAMP:${momentOf(now.getTime())}`,
    // A day ends where the next begins (3.6.1); a time without an end takes no time.
    ...(isDay
      ? [`DTSTART;VALUE=DATE:${momentOf(begin).slice(0, 8)}`, `DTEND;VALUE=DATE:${momentOf(end + day).slice(0, 8)}`]
      : [`DTSTART:${momentOf(begin)}`, ...(end > begin ? [`DTEND:${momentOf(end)}`] : [])]),
    `SUMMARY:${escaped(summary)}`,
    ...(url ? [`URL:${url}`] : []),
    // Nobody is busy because a package comes.
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

const day = 86_400_000
const momentOf = (time: number) => new Date(time).toISOString().replace(/[-:]|\.\d+/g, '')
const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/[\r\n]+/g, '\\n')

/** No line is longer than 75 octets, and none is broken within a character (3.1). */
function folded(line: string): string {
  const rows: string[] = []
  let row = ''
  let octets = 0
  for (const character of line) {
    const size = new TextEncoder().encode(character).length
    if (octets + size > 75) {
      rows.push(row)
      row = ' '
      octets = 1
    }
    row += character
    octets += size
  }
  return [...rows, row].join('\r\n') + '\r\n'
}
