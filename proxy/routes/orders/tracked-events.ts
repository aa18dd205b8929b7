import type { TrackedEvent, TrackedPackage } from '../../../src/contract/tracking.ts'
import type { TrackEventDto } from '../../upstream/track.ts'
import { clean, toLocalTime, toPlace, toText } from './sanitize.ts'

/** Events of a package that are told, besides the newest and the oldest of each of as many statuses: no parcel has so many, and no page could show them. */
export const mostEvents = 1_000
/** The same for a brief answer about a vast order: more than a card shows before somebody asks for the rest. */
export const latestEvents = 10

/** Milliseconds by which what has happened may be dated ahead, since clocks differ; the widget judges alike. */
const tolerance = 300_000

/**
 * The timeline of a package with what its shipments tell beside it. An event of the same status and moment is the same one, unless both have
 * messages that differ; what one of the two leaves out, the other tells.
 */
export function mergeEvents(timeline: TrackEventDto[], told: readonly TrackEventDto[]): TrackEventDto[] {
  if (timeline.length === 0 || told.length === 0) return timeline.length === 0 ? [...told] : timeline
  const merged = timeline.map((event) => ({ ...event }))
  const known = new Map<string, TrackEventDto[]>()
  const alike = (event: TrackEventDto) => {
    const name = JSON.stringify([event.status, timeOf(event)])
    const found = known.get(name) ?? []
    known.set(name, found)
    return found
  }
  for (const event of merged) alike(event).push(event)
  for (const event of told) {
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

const writtenOf = ({ created_at, occurred_at, datetime }: TrackEventDto) => created_at ?? occurred_at ?? datetime
const timeOf = (event: TrackEventDto) => Date.parse(writtenOf(event) ?? '') || 0

/**
 * So many of the events, newest first, and `earlier` where a brief answer leaves some out; what has no time comes last (A82), and what says neither
 * what happened nor where, or only what another says, is no news. How far a package came is told by the newest of each status that has happened;
 * by the oldest too, for whoever judges by another clock what has.
 */
export function toTimeline(events: TrackEventDto[], most: number): Pick<TrackedPackage, 'events' | 'earlier'> {
  const now = Date.now() + tolerance
  const dated = events
    .filter(({ status, message, location }) => status || message || location)
    .map((event) => ({ event, written: writtenOf(event), time: timeOf(event) }))
    .sort((a, b) => b.time - a.time)
  const oldest = new Map<string, number>()
  for (const [index, { event }] of dated.entries()) if (oldest.has(event.status) || oldest.size < mostEvents) oldest.set(event.status, index)

  const told: TrackedEvent[] = []
  const begun = new Set<string>()
  const isNews = createNews()
  let earlier = false
  for (const [index, { event, time, written }] of dated.entries()) {
    const { status } = event
    const last = oldest.get(status)
    const isNewest = last !== undefined && !begun.has(status) && time <= now
    if (isNewest) begun.add(status)
    const isTold = told.length < most || isNewest || last === index
    // Once it is known that something is left out, nothing more is to be learnt of what is.
    if (!isTold && earlier) continue
    const one = toEvent(event, written)
    const isAlone = time !== dated[index - 1]?.time && time !== dated[index + 1]?.time
    if (!isAlone && !isNews(time, one)) continue
    if (isTold) told.push(one)
    else earlier = true
  }
  return { events: told, ...(most < mostEvents && earlier && { earlier }) }
}

const toEvent = ({ status, message, location }: TrackEventDto, written: string | null | undefined): TrackedEvent => ({
  status: clean(status),
  message: toText(message),
  created_at: toLocalTime(written),
  place: location ? toPlace(location) : null,
})

/** Tells whether an event says something that none before it has said. They come by their times, and only those of one time can be equal. */
function createNews() {
  const said = new Set<string>()
  let of: number | undefined
  return (time: number, { created_at: _, ...one }: TrackedEvent): boolean => {
    if (time !== of) said.clear()
    of = time
    const { size } = said
    return said.add(JSON.stringify(one)).size > size
  }
}
