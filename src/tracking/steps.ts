import type { TrackedEvent, TrackedPackage } from '../contract/tracking.ts'
import { isAhead, isOver } from './moments.ts'

/** The steps of a package that is brought, and the two that are different for one that is fetched. */
const names = ['confirmed', 'preparing', 'on_the_way', 'out_for_delivery', 'delivered'] as const
const namesWhenFetched = [...names.slice(0, 3), 'collect', 'picked_up'] as const

/** The service's twelve in the order in which they follow one another: the step that each reaches (0 reaches none), and what it is beside that. */
const statuses = {
  confirmed: [1],
  label_purchased: [2],
  label_printed: [2],
  carrier_picked_up: [3],
  in_transit: [3],
  delayed: [0, 'late'],
  out_for_delivery: [4],
  attempted_delivery: [4, 'attempted'],
  ready_for_pickup: [4, 'collect'],
  failure: [0, 'problem'],
  delivered: [5],
  picked_up: [5, 'picked_up'],
} as const satisfies Record<string, readonly [step: number, overlay?: string]>
const ranks = Object.keys(statuses)

/** How a package stands, in one of our own words. */
export type Standing = (typeof names)[number] | (typeof namesWhenFetched)[number] | 'late' | 'attempted' | 'problem'

/** How far a package has come. */
export interface Progress {
  /** From 1, confirmed, to 5, delivered or picked up. Once reached it is never taken back. */
  step: number
  /** The names of the five steps. */
  names: readonly Standing[]
  standing: Standing
  /** Whether the newest status is one of the service's twelve; otherwise only the service can name it. */
  isKnown: boolean
}

/**
 * Reads a package's events, in whatever order and however often they came. Only the newest can say more than how far it came; what is dated ahead
 * says nothing yet. A package to be brought is late, too, once the day is over on which it was expected and its carrier says nothing better.
 */
export function progressOf({ events, status, estimated_to, pending }: Pick<TrackedPackage, 'events' | 'status'> & Partial<TrackedPackage>): Progress {
  const past = events.filter(({ created_at }) => !isAhead(created_at))
  const seen = new Set(past.map((event) => event.status))
  const newest = past.sort((a, b) => timeOf(b) - timeOf(a) || rankOf(b) - rankOf(a) || (a.status < b.status ? 1 : -1))[0]?.status
  // The service's own summary may know of something that is in no event yet.
  const current = status && !seen.has(status) ? status : newest
  if (current) seen.add(current)
  // A package exists, so something is being prepared, whatever the carrier shares (A86).
  const step = Math.max(...[...seen].map((one) => meaningOf(one)?.[0] ?? 0), 0) || 2
  const isFetched = seen.has('picked_up') || (seen.has('ready_for_pickup') && !seen.has('delivered'))
  const steps = isFetched ? namesWhenFetched : names
  const meaning = meaningOf(current)
  return {
    step,
    names: steps,
    standing: (step < 5 && (meaning?.[1] || (!isFetched && !pending && isOver(estimated_to) && 'late'))) || steps[step - 1]!,
    isKnown: !current || step === 5 || !!meaning,
  }
}

/** What one status says by itself; nothing for one that the service has learnt since. */
export function standingOf(status: string): Standing | undefined {
  const meaning = meaningOf(status)
  return meaning && (meaning[1] ?? names[meaning[0] - 1])
}

const meaningOf = (status = ''): readonly [step: number, overlay?: Standing] | undefined =>
  Object.hasOwn(statuses, status) ? statuses[status as keyof typeof statuses] : undefined

const rankOf = ({ status }: TrackedEvent) => ranks.indexOf(status)
const timeOf = ({ created_at }: TrackedEvent) => Date.parse(created_at!) || 0

/** Whether there may be something to claim. */
export const mayClaim = ({ step, standing }: Progress) => step === 5 || standing === 'late' || standing === 'problem'

const severities: Standing[] = ['collect', 'late', 'attempted', 'problem']

/** Puts the worst news first, then what is furthest from its end; equal ones stay as they came. */
export const worstFirst = (a: Progress, b: Progress) => severities.indexOf(b.standing) - severities.indexOf(a.standing) || a.step - b.step
