import { html, nothing } from 'lit'
import { tracking, type TrackedEvent, type TrackedOrder, type TrackedPackage } from '../contract/tracking.ts'
import { connect } from '../proxy.ts'
import { lookups } from './lookups.ts'
import type { Surroundings } from './package.ts'
import { isMiss } from './problems.ts'

// Of an order of very many events only the latest are told at first. Loaded with what orders of many packages need.

/** All that happened to packages of which only the latest was told; null where it could not be had. */
const histories = new WeakMap<TrackedPackage, readonly TrackedEvent[] | null>()
/** Orders that are asked for, or were in vain a moment ago. */
const asked = new WeakSet<TrackedOrder>()

/** Milliseconds until it is asked for again, as long as somebody wants to read it. */
const pause = 5_000

/** All that happened to a package, once it is known; null where it could not be had. */
export const historyOf = (parcel: TrackedPackage) => histories.get(parcel)

/** What happened to a package before what shows of it. The whole of it is asked for when somebody opens it; what is known stands there meanwhile. */
export function renderWhole(parcel: TrackedPackage, surroundings: Surroundings, renderDays: (some: readonly TrackedEvent[]) => unknown) {
  const { words, shown } = surroundings
  const history = historyOf(parcel)
  if (!history) void askForAll(surroundings)
  return html`${renderDays((history ?? parcel.events).slice(shown))}
    <p class="quiet" role="status">${history ? nothing : history === null ? words.unavailable : words.finding}</p>`
}

/** Asks for all of an order, and takes from it the histories of the packages on screen. */
async function askForAll(surroundings: Surroundings) {
  const { host, question } = surroundings
  const order = lookups.answers.get(question)
  if (!order || asked.has(order)) return
  asked.add(order)
  const parcels = order.packages.filter(({ earlier }) => earlier)
  try {
    const [baseUrl] = JSON.parse(question) as [string]
    const { packages } = await connect(tracking, baseUrl).trackOrder({ ticket: order.ticket })
    const all = new Map(packages.map(({ id, events }) => [id, events]))
    for (const parcel of parcels) {
      const events = all.get(parcel.id)
      histories.set(parcel, events && isSame(events[0], parcel.events[0]) ? events : null)
    }
    // Something has happened since: that belongs on screen before what was earlier.
    if (!parcels.every(historyOf)) void host.refresh()
  } catch (problem) {
    for (const parcel of parcels) histories.set(parcel, null)
    // The ticket has run out; the proof has not.
    if (isMiss(problem)) void host.refresh()
  }
  host.requestUpdate()
  if (parcels.every(historyOf)) return
  setTimeout(() => {
    asked.delete(order)
    if (host.isConnected && parcels.some(({ id }) => lookups.opened.has(id))) void askForAll(surroundings)
  }, pause)
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
