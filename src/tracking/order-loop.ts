import { tracking, type TrackedOrder } from '../contract/tracking.ts'
import { sleep } from '../page/sleep.ts'
import { connect } from '../proxy.ts'
import { loadedExtras, loadExtras } from './load-extras.ts'
import { mergeOrder } from './order/order-diff.ts'
import { announcementFor, announcementTime, isStale, waitOf, type OrderEvent, type OrderState, type Wait } from './order/order-state.ts'
import { orderOf, type OrderStore } from './order/order-store.ts'
import { pollEnrichment } from './poll-enrichment.ts'
import { isOutage } from './order/problems.ts'
import type { Proof } from './order/proof.ts'

/** Events of the window after which the shopper may be back, or the connection. */
const returns = ['focus', 'online', 'offline', 'hashchange', 'popstate', 'visibilitychange']

/** Asks the proxy for one order as long as an element shows it, and tells the store what comes. Holds all timers and retries of that order. */
export class OrderLoop {
  readonly name: string
  readonly #elements = new Set<object>()
  #listening?: AbortController
  #running?: Promise<void>
  #requesting?: AbortController
  #waiting?: AbortController

  constructor(
    private readonly store: OrderStore,
    readonly baseUrl: string,
    readonly proof: Proof,
  ) {
    this.name = nameOf(proof)
  }

  get state(): OrderState {
    return orderOf(this.store.state, this.name)
  }

  dispatch(event: OrderEvent) {
    this.store.dispatch({ type: 'order', name: this.name, event })
  }

  /** Asks for the order on behalf of an element that begins to show it; resolves with the answer. */
  join(element: object): Promise<void> {
    this.#elements.add(element)
    if (this.#elements.size === 1) {
      this.#listening = new AbortController()
      for (const type of returns) window.addEventListener(type, this.#handleReturn, { signal: this.#listening.signal, capture: true })
    }
    return (this.state.isBusy && this.#running) || this.refresh()
  }

  /** Stops asking once no element shows the order. */
  leave(element: object) {
    this.#elements.delete(element)
    if (this.#elements.size) return
    this.#listening?.abort()
    this.#waiting?.abort()
    this.#requesting?.abort()
    this.dispatch({ type: 'stopped' })
  }

  /** Asks for the order again; the order on screen stays there meanwhile. */
  refresh(): Promise<void> {
    return (this.#running = this.#refresh())
  }

  async #refresh() {
    if (!this.#elements.size) return
    this.#requesting?.abort()
    this.#waiting?.abort()
    const { signal } = (this.#requesting = new AbortController())
    this.dispatch({ type: 'requested' })
    try {
      const answer = await this.#request(signal)
      if (needsExtras(answer)) await loadExtras()
      // To read, compare and render hundreds of packages takes a while. The page may do something else in between.
      await sleep(0, signal)
      const { order, isNew } = mergeOrder(answer, this.state.order)
      await sleep(0, signal)
      const announcement = announcementFor(this.state, isNew)
      this.dispatch({ type: 'answered', order, isNew, at: Date.now() })
      // The status line changes in a step of its own: a screen reader may miss a change that comes with its surroundings.
      await new Promise((resolve) => setTimeout(resolve))
      this.dispatch({ type: 'announced', announcement, isNew })
      if (announcement) setTimeout(() => this.dispatch({ type: 'said', text: '' }), announcementTime)
    } catch (problem) {
      if (signal.aborted) return
      this.dispatch({ type: 'failed', problem })
    }
    void this.#requestEvents()
  }

  /** Shows or hides the earlier events of a package, and asks for those that are not known. */
  toggle(id: string, isOpen: boolean) {
    this.dispatch({ type: 'toggled', id, isOpen })
    if (this.#hasOpened) void this.#requestEvents()
  }

  get #api() {
    return connect(tracking, this.baseUrl)
  }

  /** Asks by the ticket of the last answer, since that is no try at guessing; once it has run out, by the proof again. */
  async #request(signal: AbortSignal): Promise<TrackedOrder> {
    const { order: current } = this.state
    const byTicket =
      current &&
      this.#api
        .trackOrder({ ticket: current.ticket }, { signal })
        .catch((problem: unknown) => (isOutage(problem) ? Promise.reject(problem as Error) : undefined))
    return (await byTicket) ?? this.#api.trackOrder(this.proof, { signal })
  }

  /** Whether a package is opened of which the order has only the latest events. */
  get #hasOpened() {
    return this.state.order?.packages.some(({ id, earlier }) => earlier && this.state.opened.has(id))
  }

  /** Asks for the events of each opened package of which the order has only the latest, and then waits. */
  async #requestEvents() {
    if (this.#hasOpened) {
      await loadExtras()
      await loadedExtras()?.requestEvents(this)
    }
    this.#plan()
  }

  /** Waits until it is time to ask again, unless nobody can see the order. */
  #plan() {
    this.#waiting?.abort()
    if (!this.#elements.size || document.hidden || this.state.isBusy) return
    const pause = loadedExtras()?.eventsPauseOf(this.state)
    const wait = waitOf(this.state, this.proof, Date.now(), pause)
    if (!wait) return
    const { signal } = (this.#waiting = new AbortController())
    this.#wait(wait, signal).then(
      () => this.refresh(),
      () => undefined,
    )
  }

  async #wait(wait: Wait, signal: AbortSignal) {
    if (wait.for === 'time') return sleep(wait.milliseconds, signal)
    await pollEnrichment((seconds) => this.#api.trackEnrichment({ ticket: wait.ticket, wait: seconds }, { signal }), signal)
    this.dispatch({ type: 'waited' })
  }

  #handleReturn = ({ type }: Event) => {
    if (this.state.isBusy) return
    // A request that fails shows that the order on screen is the last known one.
    if ((isOutage(this.state.problem) || type === 'offline' || isStale(this.state, Date.now())) && !document.hidden) void this.refresh()
    else if (type === 'visibilitychange') this.#plan()
  }
}

const nameOf = (proof: Proof) => JSON.stringify(proof)

const loops = new WeakMap<OrderStore, Map<string, OrderLoop>>()

/** The loop of the page for this proof. */
export function orderLoopOf(store: OrderStore, baseUrl: string, proof: Proof): OrderLoop {
  const ofStore = loops.get(store) ?? new Map<string, OrderLoop>()
  const loop = ofStore.get(nameOf(proof)) ?? new OrderLoop(store, baseUrl, proof)
  loops.set(store, ofStore.set(loop.name, loop))
  return loop
}

/** Whether there is more to tell of an order than where its packages are. */
const needsExtras = ({ claims, may, financial_status, packages, unshipped_items, has_fulfillment_without_tracking: hasUntracked }: TrackedOrder) =>
  claims ||
  may ||
  hasUntracked ||
  unshipped_items.length ||
  !packages.length ||
  (financial_status ?? 'paid') !== 'paid' ||
  packages.some(({ quiet_days, tracking_number }) => quiet_days || !tracking_number)
