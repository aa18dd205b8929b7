import type { TrackedPackage } from '../../contract/tracking.ts'
import { isAhead, isOver } from './date-format.ts'

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
const sequence = Object.keys(statuses)

/** The phase of a package that the widget shows: the step that the package has reached, or the problem it has. A `status` is the service's own word. */
export type Phase = (typeof names)[number] | (typeof namesWhenFetched)[number] | 'late' | 'attempted' | 'problem' | 'returning'

/** A step on the way of a package, and when the package reached it, if that is known. */
export interface Step {
  name: Phase
  at?: string | null | undefined
}

/** How far a package has come. */
export interface Progress {
  /** From 1, confirmed, to 5, delivered or picked up. Once reached it is never taken back. */
  step: number
  /** The steps to show: all five, or only those up to an end that nobody planned. */
  steps: readonly Step[]
  /** The place of the present one among them. */
  present: number
  phase: Phase
  /** Whether the newest status is one of the service's twelve; otherwise only the service can name it. */
  isKnown: boolean
}

type StatusSource = Pick<TrackedPackage, 'events' | 'status'> & Partial<TrackedPackage>

/** Remembered, because an order can have hundreds of packages. */
const read = new WeakMap<StatusSource, Progress>()

/**
 * Reads a package's events, in whatever order and however often they came. Only the newest can say more than how far it came; what is dated ahead
 * says nothing yet. A package to be brought is late, too, once the day is over on which it was expected and its carrier says nothing better.
 */
export function progressOf(parcel: StatusSource): Progress {
  const known = read.get(parcel)
  if (known) return known
  const { events, status, estimated_to, pending } = parcel
  const seen = new Set<string>()
  let newest = ''
  let latest = -Infinity
  // An event without a time may be the oldest of its step, so the day of that step is not known.
  const firsts: { time: number; at: string | null }[] = []
  for (const { status, created_at } of events) {
    const time = Date.parse(created_at!) || 0
    if (isAhead(created_at, time)) continue
    seen.add(status)
    const reached = meaningOf(status)?.[0] ?? 0
    const first = firsts[reached]
    if (!first || time < first.time) firsts[reached] = { time, at: created_at }
    // Of what happened at one time, what comes last on the way, and then whichever: the order of the events does not matter.
    if ((time - latest || positionOf(status) - positionOf(newest) || (status > newest ? 1 : -1)) < 0) continue
    newest = status
    latest = time
  }
  // The service's own summary may know of something that is in no event yet.
  const current = status && !seen.has(status) ? status : newest
  if (current) seen.add(current)
  // A package exists, so something is being prepared, whatever the carrier shares (A86).
  const step = Math.max(...[...seen].map((one) => meaningOf(one)?.[0] ?? 0), 0) || 2
  const isFetched = seen.has('picked_up') || (seen.has('ready_for_pickup') && !seen.has('delivered'))
  const planned = isFetched ? namesWhenFetched : names
  const meaning = meaningOf(current)
  const phase = (step < 5 && (meaning?.[1] || (!isFetched && !pending && isOver(estimated_to) && 'late'))) || planned[step - 1]!
  const steps: Step[] = planned.map((name, index) => ({ name, at: firsts[index + 1]?.at }))
  // It is not on its way to the shopper any more: the carrier had it, what it has reached stays, and nothing else is promised.
  const isStopped = phase === 'returning' || phase === 'problem'
  const present = isStopped ? Math.max(step, 3) : step - 1
  if (isStopped || phase === 'attempted') steps[present] = { name: phase }
  if (isStopped) steps.splice(present + 1)
  const progress = { step, steps, present, phase, isKnown: !current || step === 5 || !!meaning }
  read.set(parcel, progress)
  return progress
}

/** What one status says by itself; nothing for one that the service has learnt since. */
export function phaseOf(status: string): Phase | undefined {
  const meaning = meaningOf(status)
  return meaning && (meaning[1] ?? names[meaning[0] - 1])
}

const meaningOf = (status = ''): readonly [step: number, overlay?: Phase] | undefined =>
  Object.hasOwn(statuses, status) ? statuses[status as keyof typeof statuses] : /^return/i.test(status) ? [0, 'returning'] : undefined

const positionOf = (status: string) => sequence.indexOf(status)

/** Whether there may be something to claim. */
export const mayClaim = ({ step, phase }: Progress) => step === 5 || /^(late|problem|returning)$/.test(phase)

const severities: Phase[] = ['collect', 'late', 'attempted', 'returning', 'problem']

/** Puts the worst news first, then what is furthest from its end; equal ones stay as they came. */
export const worstFirst = (a: Progress, b: Progress) => severities.indexOf(b.phase) - severities.indexOf(a.phase) || a.step - b.step
