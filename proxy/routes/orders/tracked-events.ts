import type { TrackedEvent, TrackedPackage } from '../../../src/contract/tracking.ts'
import type { TrackEventDto } from '../../upstream/track.ts'
import { clean, toLocalTime, toPlace, toText } from './sanitize.ts'

/** The most events listed for one package, besides the newest and the oldest event of up to as many statuses. No parcel has so many. */
export const mostEvents = 1_000
/** The events that the packages of an order share, so that an order of many packages is read as fast as one of few. */
const eventsOfOrder = 500
/** The latest events that each package has in any case: more than its card shows at first. */
const fewestEvents = 5

/** How many events an order lists for each of so many packages. The others are requested for one package at a time. */
export const latestEvents = (packages: number) => Math.max(fewestEvents, Math.floor(eventsOfOrder / Math.max(1, packages)))

/** Milliseconds that an event may lie in the future and still count as happened, because clocks differ; the widget applies the same tolerance. */
const tolerance = 300_000

/**
 * Merges the timeline of a package with the events of its shipments. Two events of the same status and moment are one event, unless both have messages
 * and these differ. Each fills the fields that the other lacks.
 */
export function mergeEvents(timeline: TrackEventDto[], further: readonly TrackEventDto[]): TrackEventDto[] {
  if (timeline.length === 0 || further.length === 0) return timeline.length === 0 ? [...further] : timeline
  const merged = timeline.map((event) => ({ ...event }))
  const known = new Map<string, TrackEventDto[]>()
  const alike = (event: TrackEventDto) => {
    const name = JSON.stringify([event.status, timeOf(event)])
    const found = known.get(name) ?? []
    known.set(name, found)
    return found
  }
  for (const event of merged) alike(event).push(event)
  for (const event of further) {
    const others = alike(event)
    const same = others.find(({ message }) => message === event.message) ?? others.find(({ message }) => !message || !event.message)
    if (same) Object.assign(same, { message: same.message ?? event.message, location: same.location ?? event.location })
    else {
      const own = { ...event }
      others.push(own)
      merged.push(own)
    }
  }
  return merged
}

const timeTextOf = ({ created_at, occurred_at, datetime }: TrackEventDto) => created_at ?? occurred_at ?? datetime
const timeOf = (event: TrackEventDto) => Date.parse(timeTextOf(event) ?? '') || 0

/**
 * Lists at most `most` events, newest first, and sets `earlier` if it leaves some out. Events without a time come last (A82). Drops events
 * without status, message and place, and events that repeat another one. Always lists the newest event of each status that has happened, because it
 * shows the progress of the package, and the oldest event of each status, for readers with a different clock.
 */
export function toTimeline(events: TrackEventDto[], most: number): Pick<TrackedPackage, 'events' | 'earlier'> {
  const now = Date.now() + tolerance
  const dated = events
    .filter(({ status, message, location }) => status || message || location)
    .map((event) => ({ event, written: timeTextOf(event), time: timeOf(event) }))
    .sort((a, b) => b.time - a.time)
  const oldest = new Map<string, number>()
  for (const [index, { event }] of dated.entries()) if (oldest.has(event.status) || oldest.size < mostEvents) oldest.set(event.status, index)

  const listed: TrackedEvent[] = []
  const begun = new Set<string>()
  const isNew = createDuplicateFilter()
  let earlier = false
  for (const [index, { event, time, written }] of dated.entries()) {
    const { status } = event
    const last = oldest.get(status)
    const isNewest = last !== undefined && !begun.has(status) && time <= now
    if (isNewest) begun.add(status)
    const isListed = listed.length < most || isNewest || last === index
    // `earlier` is already true, so the other events that are left out need no check.
    if (!isListed && earlier) continue
    const one = toEvent(event, written)
    const isAlone = time !== dated[index - 1]?.time && time !== dated[index + 1]?.time
    if (!isAlone && !isNew(time, one)) continue
    if (isListed) listed.push(one)
    else earlier = true
  }
  return { events: listed, ...(earlier && { earlier }) }
}

const toEvent = ({ status, message, location }: TrackEventDto, written: string | null | undefined): TrackedEvent => ({
  status: clean(status),
  message: toText(message),
  created_at: toLocalTime(written),
  place: location ? toPlace(location) : null,
})

/** Returns a check whether an event differs from all events before. Events come sorted by time, and only events of the same time can be equal. */
function createDuplicateFilter() {
  const said = new Set<string>()
  let of: number | undefined
  return (time: number, { created_at: _, ...one }: TrackedEvent): boolean => {
    if (time !== of) said.clear()
    of = time
    const { size } = said
    return said.add(JSON.stringify(one)).size > size
  }
}
