import { html, nothing } from 'lit'
import { ResponseError } from '../contract/client.ts'
import { tracking, type TrackedEvent, type TrackedOrder, type TrackedPackage } from '../contract/tracking.ts'
import { connect } from '../proxy.ts'
import { orderStore } from './order-store.ts'
import type { Surroundings } from './surroundings.ts'
import { isMiss } from './problems.ts'

// Of an order of very many events only the latest are told at first. Loaded with what orders of many packages need.

type Host = Surroundings['host']

/** All that happened to packages of which only the latest was told; null where it could not be had. */
const histories = new WeakMap<TrackedPackage, readonly TrackedEvent[] | null>()
/** What was told of a package last, by its id: it stands there until all is told again. */
const lastTold = new Map<string, readonly TrackedEvent[]>()
/** Orders all of which is asked for, and the elements that wait for it. */
const waiting = new WeakMap<TrackedOrder, Set<Host>>()

/** When an element last asked for its order anew because of this. */
const refreshed = new WeakMap<Host, number>()

/** Milliseconds until it is asked for again, as long as somebody wants to read it, by how often it was in vain. */
const pauses = [5_000, 10_000, 20_000, 40_000, 60_000]
/** Milliseconds after which no answer is to be expected. */
const patience = 20_000

/** All that happened to a package, once it is known; null where it could not be had. */
export const historyOf = (parcel: TrackedPackage) => histories.get(parcel)

/** What happened to a package before what shows of it. The whole of it is asked for when somebody opens it; what is known stands there meanwhile. */
export function renderWhole(parcel: TrackedPackage, surroundings: Surroundings, renderDays: (some: readonly TrackedEvent[]) => unknown) {
  const { words, shown } = surroundings
  const history = historyOf(parcel)
  if (!history) void askForAll(surroundings)
  return html`${renderDays((history ?? knownOf(parcel)).slice(shown))}
    <p class="quiet" role="status">${history ? nothing : history === null ? words.unavailable : words.finding}</p>`
}

/** What has happened since all was told, before that; or what little is told now. */
function knownOf({ id, events }: TrackedPackage): readonly TrackedEvent[] {
  const told = (lastTold.get(id) ?? []).map(write)
  const known = new Set(told)
  const isSamePackage = events.some((event) => known.has(write(event)))
  return isSamePackage ? [...events.filter((event) => !known.has(write(event))), ...lastTold.get(id)!] : events
}

/** Asks for all of the order on screen, and takes from it the histories of its packages; again and again while it cannot be had and somebody wants to read it. */
async function askForAll({ host, question }: Pick<Surroundings, 'host' | 'question'>, tries = 0, hosts = new Set([host])) {
  const order = host.tracked
  if (!order) return
  const others = waiting.get(order)
  if (others) return hosts.forEach((one) => others.add(one))
  waiting.set(order, hosts)
  const parcels = order.packages.filter(({ earlier }) => earlier)
  const showing = (some: TrackedOrder | undefined) => [...hosts].find(({ isConnected, tracked }) => isConnected && tracked === some)
  let pause = pauses[tries] ?? pauses.at(-1)!
  let latest: TrackedOrder | undefined = order
  try {
    await takeAll(order, parcels, question)
    // Something has happened since: that belongs on screen before what was earlier.
    if (!parcels.every(historyOf)) void refresh(showing(order))
  } catch (problem) {
    for (const parcel of parcels) if (!historyOf(parcel)) histories.set(parcel, null)
    if (isMiss(problem)) {
      const shower = showing(order)
      const isAsked = await refresh(shower)
      latest = shower?.tracked
      // The ticket has run out, and there is no proof to have another by.
      if (isAsked && latest === order) return
      if (isAsked && !tries) pause = 0
    } else if (problem instanceof ResponseError) pause = Math.max(pause, (problem.problem.retry_after ?? 0) * 1_000)
  } finally {
    for (const each of hosts) each.requestUpdate()
  }
  if (parcels.every(historyOf)) return
  await new Promise((resolve) => setTimeout(resolve, pause))
  await untilSeen()
  // Whoever opens it later asks anew.
  waiting.delete(order)
  const reader = showing(latest)
  if (reader && parcels.some((parcel) => orderStore.opened.has(parcel.id) && !historyOf(parcel))) void askForAll({ host: reader, question }, tries + 1, hosts)
}

/** Asks for the order on screen anew, and resolves to whether it did: not where it has done so just now, which was of no use then. */
async function refresh(host: Host | undefined) {
  if (!host || performance.now() - (refreshed.get(host) ?? -Infinity) < pauses[0]!) return false
  refreshed.set(host, performance.now())
  await host.refresh()
  return true
}

/** Asks once, and takes the histories of those of which it is not known yet. */
async function takeAll(order: TrackedOrder, parcels: readonly TrackedPackage[], question: string) {
  const [baseUrl] = JSON.parse(question) as [string]
  const { packages } = await connect(tracking, baseUrl).trackOrder({ ticket: order.ticket }, { signal: AbortSignal.timeout(patience) })
  const all = new Map(packages.map(({ id, events }) => [id, events]))
  for (const parcel of parcels) {
    if (historyOf(parcel)) continue
    const events = all.get(parcel.id)
    const isWhole = events && headOf(events) === headOf(parcel.events)
    histories.set(parcel, isWhole ? events : null)
    if (isWhole) lastTold.set(parcel.id, events)
  }
}

/** Resolves once the page can be seen. */
async function untilSeen() {
  while (document.hidden) await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }))
}

const write = (event: TrackedEvent) => JSON.stringify(event)
/** The events that may show above the others. */
const headOf = (events: readonly TrackedEvent[]) => events.slice(0, 3).map(write).join()
