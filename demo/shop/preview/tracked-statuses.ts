import { eachParcel, inHours, newest, onDay, onlyParcels, withoutStatus, type Change, type PackageEvent } from './tracked.ts'
import { orderOf, type TrackingState } from './tracking-state.ts'

/** The twelve statuses, each with an order of the demo in that status. */
const known: TrackingState[] = [
  { name: 'confirmed', title: 'Confirmed', shows: 'First of five steps.', ...orderOf('K-1008') },
  {
    name: 'confirmed-window',
    title: 'Confirmed, with its days',
    shows: 'First of five steps, and the days on which it may arrive.',
    ...orderOf('K-1008'),
    change: eachParcel(() => window(4, 6)),
  },
  { name: 'label-purchased', title: 'Label bought', shows: 'Second step: no scan yet.', ...orderOf('K-1007') },
  { name: 'label-printed', title: 'Label printed', shows: 'Second step: no scan yet.', ...orderOf('K-1006') },
  { name: 'carrier-picked-up', title: 'With the carrier', shows: 'Third step.', ...orderOf('K-1002'), change: onlyParcels(1, 1) },
  { name: 'in-transit', title: 'On the way', shows: 'Third step.', ...orderOf('K-1024') },
  { name: 'delayed', title: 'Late', shows: 'The step stays; that it is late, and a link to the shop.', ...orderOf('K-1004') },
  { name: 'out-for-delivery', title: 'Out for delivery', shows: 'Fourth step, and that it arrives today.', ...orderOf('K-1003') },
  { name: 'attempted-delivery', title: 'Delivery attempted', shows: 'Fourth step, and what happens next.', ...orderOf('K-1009') },
  { name: 'ready-for-pickup', title: 'Ready to collect', shows: 'The other fourth step.', ...orderOf('K-1010') },
  { name: 'picked-up', title: 'Collected', shows: 'The other fifth step.', ...orderOf('K-1011') },
  { name: 'delivered', title: 'Delivered', shows: 'Fifth step, and a link to the shop.', ...orderOf('K-1001') },
  { name: 'failure', title: 'Delivery failed', shows: 'The step stays; that there is a problem, and a link to the shop.', ...orderOf('K-1012') },
]

/** Statuses that platforms and carriers added later. */
const unknown: TrackingState[] = [
  {
    name: 'unknown-buyer-action',
    title: 'Unknown status',
    shows: 'The step stays, with the label of the service, and a link to the shop.',
    ...orderOf('K-1024'),
    change: newest('buyer_action_required', 'Action required'),
  },
  {
    name: 'unknown-recipient-pickup',
    title: 'Unknown status, with a message',
    shows: 'The step stays, with the label of the service.',
    ...orderOf('K-1024'),
    change: newest('READY_FOR_RECIPIENT_PICKUP', 'Ready for pickup', 'At the counter of the station'),
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
    shows: "The day, in the shopper's language.",
    ...orderOf('K-1024'),
    change: eachParcel(() => ({ estimated_from: onDay(3), estimated_to: onDay(3) })),
  },
  {
    name: 'estimate-window',
    title: 'Estimate: some days',
    shows: 'First and last possible day.',
    ...orderOf('K-1024'),
    change: eachParcel(() => ({ estimated_from: onDay(2), estimated_to: onDay(5) })),
  },
  {
    name: 'estimate-passed',
    title: 'Estimate, passed',
    shows: 'That it is late, the expected day, and a link to the shop.',
    ...orderOf('K-1024'),
    change: eachParcel(() => ({ estimated_from: onDay(-4), estimated_to: onDay(-3) })),
  },
]

/** Carrier data that is late, wrong or missing. */
const histories: TrackingState[] = [
  { name: 'pending', title: 'Carriers being asked', shows: 'The known data at once; the rest is loading.', ...orderOf('K-1024'), conditions: 'pending' },
  {
    name: 'late-answer',
    title: 'A late answer, with all news at once',
    shows: 'Status, estimate, explanation, and the days without a scan.',
    ...orderOf('K-1024'),
    first: withoutStatus,
    change: (order) => withScanGap(newest('delayed', 'Delayed')(eachParcel(() => window(2, 5))(order))),
  },
  {
    name: 'late-answers',
    title: 'Late answers for three packages',
    shows: 'One carrier reports a problem, one reports nothing, one has delivered.',
    ...orderOf('K-1022'),
    first: withoutStatus,
    change: (order) => outcomes(onlyParcels(3)(order)),
  },
  {
    name: 'settled-without-a-scan',
    title: 'Settled without a scan',
    shows: "That there is no scan yet, and a link to the carrier's page.",
    ...orderOf('K-1002'),
    change: (order) => eachParcel(() => ({ status: null, label: 'Waiting for tracking', events: [] }))(onlyParcels(1)(order)),
  },
  { name: 'silent', title: 'Silent for six days', shows: 'The last scan, and what a pause means.', ...orderOf('K-1024'), change: eachParcel(silentFor(6)) },
  {
    name: 'out-of-order',
    title: 'Events out of order',
    shows: 'Delivered: the times of the events decide, not the order in which they arrive.',
    ...orderOf('K-1001'),
    change: eachParcel(({ events }) => ({ events: [...events].reverse() })),
  },
  {
    name: 'without-time',
    title: 'Events without time',
    shows: 'At the end, and that their day is unknown.',
    ...orderOf('K-1001'),
    change: eachParcel(({ events }) => ({ events: [...events.slice(2), ...events.slice(0, 2).map((event) => ({ ...event, created_at: null }))] })),
  },
  {
    name: 'in-the-future',
    title: 'An event in the future',
    shows: 'The expected day; no scan yet.',
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
