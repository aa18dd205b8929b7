import type { Client } from '../../contract/client.ts'
import type { tracking, TrackedEvent, TrackedPackage } from '../../contract/tracking.ts'
import type { History, OrderEvent, OrderState } from '../order/order-state.ts'

/** The order whose events are requested. */
export interface OpenedOrder {
  readonly state: OrderState
  dispatch(event: OrderEvent): void
}

type Api = Pick<Client<typeof tracking>, 'trackEvents'>

/** Milliseconds after so many failures until the events of a package are requested again. */
const pauses = [0, 0, 5_000, 10_000, 20_000, 40_000, 60_000]
/** Milliseconds after which they are not expected any more. */
const timeout = 20_000

/** What is known of the earlier events of a package. */
export const historyOf = ({ histories }: OrderState, id: string): History => histories.get(id) ?? { failures: 0 }

/** The opened packages of which an order has only the latest events, and whose other events are not known. */
export const withoutHistory = (state: OrderState): TrackedPackage[] =>
  state.order?.packages.filter((parcel) => parcel.earlier && state.opened.has(parcel.id) && historyOf(state, parcel.id).of !== parcel) ?? []

/** Requests all events of these packages. Resolves once each has been answered or has failed. */
export const requestEvents = (order: OpenedOrder, api: Api) =>
  Promise.all(
    withoutHistory(order.state)
      .filter(({ id }) => !historyOf(order.state, id).isBusy)
      .map((parcel) => requestEventsOf(parcel, order, api)),
  )

async function requestEventsOf(parcel: TrackedPackage, order: OpenedOrder, api: Api): Promise<void> {
  const { id } = parcel
  const before = historyOf(order.state, id)
  const change = (history: History) => order.dispatch({ type: 'history-changed', id, history })
  change({ ...before, isBusy: true })
  try {
    const { ticket } = order.state.order!
    const { events } = await api.trackEvents({ ticket, package: id }, { signal: AbortSignal.timeout(timeout) })
    change({ of: parcel, events, failures: 0 })
  } catch {
    change({ ...before, isBusy: false, failures: before.failures + 1 })
    return
  }
  // Something may have happened to the package meanwhile.
  const later = withoutHistory(order.state).find((one) => one.id === id)
  if (later) await requestEventsOf(later, order, api)
}

/** Milliseconds until the page requests an order again, with a new ticket, because events could not be had; undefined if none are missing. */
export function eventsPauseOf(state: OrderState): number | undefined {
  const failures = withoutHistory(state).flatMap(({ id }) => historyOf(state, id).failures || [])
  return failures.length ? (pauses[Math.min(...failures)] ?? pauses.at(-1)) : undefined
}

/** All known events of a package, newest first: those that came since its history, then the history. */
export function eventsOf({ id, events }: TrackedPackage, state: OrderState): readonly TrackedEvent[] {
  const { events: requested = [] } = historyOf(state, id)
  const known = new Set(requested.map(write))
  return events.some((event) => known.has(write(event))) ? [...events.filter((event) => !known.has(write(event))), ...requested] : events
}

const write = (event: TrackedEvent) => JSON.stringify(event)
