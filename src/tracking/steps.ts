import type { TrackedEvent, TrackedPackage } from '../contract/tracking.ts'

/** What colours the bar besides its steps: only the newest event can. */
export type Overlay = 'problem' | 'attempted' | 'late' | 'collect'

/** How far a package has come. */
export interface Progress {
  /** 1 confirmed, 2 preparing, 3 on the way, 4 out for delivery or ready for pickup, 5 delivered or picked up. */
  step: number
  /** Whether it waits in a shop or locker, or has been fetched there. */
  collect: boolean
  /** Whether nobody has scanned it yet, as far as is known. */
  unscanned: boolean
  overlay?: Overlay
  /** The status that stands for now; null while there is none. */
  status: string | null
}

/** The service's twelve in the order in which they follow one another, each with the step that it reaches; 0 reaches none. */
const steps: Record<string, number> = {
  confirmed: 1,
  label_purchased: 2,
  label_printed: 2,
  carrier_picked_up: 3,
  in_transit: 3,
  delayed: 0,
  out_for_delivery: 4,
  attempted_delivery: 4,
  ready_for_pickup: 4,
  failure: 0,
  delivered: 5,
  picked_up: 5,
}
const ranks = Object.keys(steps)
const overlays: Record<string, Overlay> = { failure: 'problem', attempted_delivery: 'attempted', delayed: 'late', ready_for_pickup: 'collect' }

/**
 * Reads a package's events, in whatever order and however often they came. A step once reached is never taken back: a later
 * event of a lower step, or one that nobody here knows, changes the words and leaves the bar.
 */
export function progressOf({ events, status }: Pick<TrackedPackage, 'events' | 'status'>): Progress {
  const newest = events.reduce<TrackedEvent | undefined>((best, event) => (best && !isAfter(event, best) ? best : event), undefined)
  const seen = new Set(events.map((event) => event.status))
  // The service's own summary may know of something that is in no event yet.
  const current = status && !seen.has(status) ? status : (newest?.status ?? status)
  if (current) seen.add(current)
  const step = Math.max(0, ...[...seen].map((one) => stepOf(one)))
  return {
    // A package exists, so something was prepared, whatever the carrier shares (A86).
    step: step || 2,
    collect: seen.has('picked_up') || (seen.has('ready_for_pickup') && !seen.has('delivered')),
    unscanned: step < 3 && !(current && current in overlays),
    overlay: step < 5 && current ? overlays[current] : undefined,
    // A low event that arrives after the end is history, not news.
    status: step === 5 && stepOf(current) < 5 ? (seen.has('picked_up') ? 'picked_up' : 'delivered') : current,
  }
}

const stepOf = (status: string | null) => (status && Object.hasOwn(steps, status) ? steps[status]! : 0)

/** Later by its time, or, at the same time, further along; unknown times count as earliest. */
function isAfter(a: TrackedEvent, b: TrackedEvent): boolean {
  const difference = timeOf(a) - timeOf(b)
  if (difference) return difference > 0
  const rank = ranks.indexOf(a.status) - ranks.indexOf(b.status)
  return rank ? rank > 0 : a.status > b.status
}

const timeOf = ({ created_at }: TrackedEvent) => Date.parse(created_at ?? '') || 0

/** Puts the worst news first, then what is furthest from its end; equal ones stay as they came. */
export const worstFirst = (a: Progress, b: Progress) => badness(b) - badness(a)

const severities: (Overlay | undefined)[] = [undefined, 'collect', 'late', 'attempted', 'problem']
const badness = ({ overlay, step }: Progress) => severities.indexOf(overlay) * 10 - step
