import { eachParcel, inHours, newest, onDay, onlyParcels, withoutStatus, type Change, type PackageEvent } from './tracked.ts'
import { orderOf, type TrackingState } from './tracking-state.ts'

/** The twelve statuses, each with an order of the demo in that status. */
const known: TrackingState[] = [
  { name: 'confirmed', title: 'Confirmed', shows: 'First of five steps.', ...orderOf('K-1008') },
  { name: 'label-purchased', title: 'Label bought', shows: 'Second step: no scan yet.', ...orderOf('K-1007') },
  { name: 'label-printed', title: 'Label printed', shows: 'Second step: no scan yet.', ...orderOf('K-1006') },
  { name: 'carrier-picked-up', title: 'With the carrier', shows: 'Third step.', ...orderOf('K-1002'), change: onlyParcels(1, 1) },
  { name: 'in-transit', title: 'On the way', shows: 'Third step.', ...orderOf('K-1024') },
  { name: 'delayed', title: 'Late', shows: 'The step stays; that it is late, and the way to the shop.', ...orderOf('K-1004') },
  { name: 'out-for-delivery', title: 'Out for delivery', shows: 'Fourth step, and today.', ...orderOf('K-1003') },
  { name: 'attempted-delivery', title: 'Delivery attempted', shows: 'Fourth step, and what happens next.', ...orderOf('K-1009') },
  { name: 'ready-for-pickup', title: 'Ready to collect', shows: 'The other fourth step.', ...orderOf('K-1010') },
  { name: 'picked-up', title: 'Collected', shows: 'The other fifth step.', ...orderOf('K-1011') },
  { name: 'delivered', title: 'Delivered', shows: 'Fifth step, and the way to the shop.', ...orderOf('K-1001') },
  { name: 'failure', title: 'Delivery failed', shows: 'The step stays; that something is wrong, and the way to the shop.', ...orderOf('K-1012') },
]

/** Statuses that platforms and carriers added later. */
const unknown: TrackingState[] = [
  {
    name: 'unknown-buyer-action',
    title: 'Unknown status',
    shows: 'The step stays, in the words of the service.',
    ...orderOf('K-1024'),
    change: newest('buyer_action_required', 'Action required'),
  },
  {
    name: 'unknown-recipient-pickup',
    title: 'Unknown status, with a message',
    shows: 'The step stays, in the words of the service.',
    ...orderOf('K-1024'),
    change: newest('READY_FOR_RECIPIENT_PICKUP', 'Ready for whoever it is for', 'At the counter of the station'),
  },
  {
    name: 'unknown-returning',
    title: 'Unknown status, without a label',
    shows: 'The step stays, in neutral words.',
    ...orderOf('K-1024'),
    change: newest('returning_to_sender', null),
  },
]

/** Estimates of the delivery day. */
const estimates: TrackingState[] = [
  {
    name: 'estimate-day',
    title: 'Estimate: a day',
    shows: 'The day, in the words of the reader.',
    ...orderOf('K-1024'),
    change: eachParcel(() => ({ estimated_from: onDay(3), estimated_to: onDay(3) })),
  },
  {
    name: 'estimate-window',
    title: 'Estimate: some days',
    shows: 'From when to when.',
    ...orderOf('K-1024'),
    change: eachParcel(() => ({ estimated_from: onDay(2), estimated_to: onDay(5) })),
  },
  {
    name: 'estimate-passed',
    title: 'Estimate, passed',
    shows: 'That it is late, when it was expected, and the way to the shop.',
    ...orderOf('K-1024'),
    change: eachParcel(() => ({ estimated_from: onDay(-4), estimated_to: onDay(-3) })),
  },
]

/** Carrier data that is late, wrong or missing. */
const histories: TrackingState[] = [
  { name: 'pending', title: 'Carriers being asked', shows: 'What is known at once; the rest is looked for.', ...orderOf('K-1024'), conditions: 'pending' },
  {
    name: 'late-answer',
    title: 'A late answer, with all news at once',
    shows: 'Where the package is, when it comes, what that means, and that nothing was heard for days.',
    ...orderOf('K-1024'),
    first: withoutStatus,
    change: (order) => withScanGap(newest('delayed', 'Delayed')(eachParcel(() => window(2, 5))(order))),
  },
  {
    name: 'late-answers',
    title: 'Late answers for three packages',
    shows: 'One carrier tells of a problem, one has nothing to tell, one has delivered.',
    ...orderOf('K-1022'),
    first: withoutStatus,
    change: (order) => outcomes(onlyParcels(3)(order)),
  },
  {
    name: 'settled-without-a-scan',
    title: 'Settled without a scan',
    shows: 'That there is no scan yet, and the page of the carrier.',
    ...orderOf('K-1002'),
    change: (order) => eachParcel(() => ({ status: null, label: 'Waiting for tracking', events: [] }))(onlyParcels(1)(order)),
  },
  { name: 'silent', title: 'Silent for six days', shows: 'The last scan, and whether to worry.', ...orderOf('K-1024'), change: eachParcel(silentFor(6)) },
  {
    name: 'out-of-order',
    title: 'Events out of order',
    shows: 'Delivered all the same: how far it came goes by the times, not by the order in which they are told.',
    ...orderOf('K-1001'),
    change: eachParcel(({ events }) => ({ events: [...events].reverse() })),
  },
  {
    name: 'without-time',
    title: 'Events without time',
    shows: 'Last, and that their day is not known.',
    ...orderOf('K-1001'),
    change: eachParcel(({ events }) => ({ events: [...events.slice(2), ...events.slice(0, 2).map((event) => ({ ...event, created_at: null }))] })),
  },
  {
    name: 'in-the-future',
    title: 'An event in the future',
    shows: 'When it is expected; nothing has come of it yet.',
    ...orderOf('K-1024'),
    change: eachParcel(({ events: [first, ...rest] }) => ({ events: first ? [{ ...first, created_at: inHours(50) }, ...rest] : [] })),
  },
]

/** Makes an estimate from one day to another. */
const window = (from: number, to: number) => ({ estimated_from: onDay(from), estimated_to: onDay(to) })

/** Makes packages without news for so long that the page mentions it. */
const withScanGap: Change = eachParcel(() => ({ quiet_days: 4 }))

/** Makes one package without a scan, one delivered, and one with a problem, which comes last. */
const outcomes: Change = eachParcel(({ events }, index) => {
  if (index === 0) return { status: null, label: 'Waiting for tracking', events: [] }
  const status = index === 1 ? 'delivered' : 'failure'
  return { ...window(1, 1), status, label: null, events: [{ status, message: null, created_at: inHours(-1), place: null }, ...events] }
})

/** Makes a package whose newest event is so many days old. */
function silentFor(days: number) {
  return ({ events }: { events: PackageEvent[] }) => ({
    quiet_days: days,
    events: events.map((event, index) => ({ ...event, created_at: inHours(-24 * (days + index)) })),
  })
}

/** The states of a package: one for each status, and one for each irregularity. */
export const trackedStatuses: TrackingState[] = [...known, ...unknown, ...estimates, ...histories]
