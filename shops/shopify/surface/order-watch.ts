import { createClient, ResponseError, type Client } from '../../../src/contract/client.ts'
import { extensionOrders, extensionProtection } from '../../../src/contract/extension.ts'
import type { OrderAction } from '../../../src/contract/order-protection.ts'
import type { TrackedOrder } from '../../../src/contract/tracking.ts'
import { sleep } from '../../../src/page/sleep.ts'
import { Store } from '../../../src/page/store.ts'
import { changeProtection } from '../../../src/tracking/extras/change-protection.ts'
import { eventsPauseOf, requestEvents } from '../../../src/tracking/extras/package-events.ts'
import { mergeOrder } from '../../../src/tracking/order/order-diff.ts'
import {
  announcementFor,
  announcementTime,
  changeOrder,
  initialOrder,
  waitOf,
  type OrderEvent,
  type OrderState,
} from '../../../src/tracking/order/order-state.ts'
import { pollEnrichment } from '../../../src/tracking/poll-enrichment.ts'
import { isMiss, isOutage } from '../../../src/tracking/order/problems.ts'

const table = { ...extensionOrders, ...extensionProtection }

/** What a page of Shopify knows about the order that it shows. */
export interface ShownOrder {
  /** The key in the order's metafield, where the page can read it. */
  key?: string | undefined
  id: string
  /** The token of the checkout that made the order. */
  checkoutToken?: string | undefined
}

/** Milliseconds after so many misses until the order is requested again: its page may come before the shop has sent it to the proxy. */
const missPauses = [0, 2_000, 4_000, 8_000, 16_000]

/** Requests the order of a page again and again as long as the page shows it. Holds its state, all timers and retries. */
export class OrderWatch {
  readonly store = new Store<OrderState, OrderEvent>(changeOrder, initialOrder)
  readonly #api: Client<typeof table>
  #key: string | undefined
  #ended = new AbortController()
  #waiting = new AbortController()

  constructor(
    proxy: string,
    private readonly shown: ShownOrder,
    private readonly sessionToken: () => Promise<string>,
  ) {
    this.#api = createClient(table, { baseUrl: proxy })
  }

  get state(): OrderState {
    return this.store.state
  }

  /** The proof by which the order can be changed, once it is known. */
  get proof(): { key?: string } {
    return this.#key === undefined ? {} : { key: this.#key }
  }

  /** Whether the order may still become known. */
  get isAwaited(): boolean {
    const { order, problem, isBusy, misses } = this.state
    return !order && (isBusy || !problem || (isMiss(problem) && !!missPauses[misses]))
  }

  dispatch(event: OrderEvent) {
    this.store.dispatch(event)
  }

  /** Requests the order from now on, until the returned function is called. */
  start(): () => void {
    this.#ended = new AbortController()
    void this.refresh()
    return () => {
      this.#ended.abort()
      this.#waiting.abort()
    }
  }

  /** Requests the order; the order on screen stays there meanwhile. */
  async refresh(): Promise<void> {
    const { signal } = this.#ended
    this.dispatch({ type: 'requested' })
    try {
      const answer = await this.#request(signal)
      const { order, isNew } = mergeOrder(answer, this.state.order)
      const announcement = announcementFor(this.state, isNew)
      this.dispatch({ type: 'answered', order, isNew, at: Date.now() })
      this.dispatch({ type: 'announced', announcement, isNew })
      if (announcement) setTimeout(() => this.dispatch({ type: 'said', text: '' }), announcementTime)
    } catch (problem) {
      if (signal.aborted) return
      this.dispatch({ type: 'failed', problem })
    }
    await this.#requestEvents(signal)
  }

  /** Shows or hides the earlier events of a package, and requests those that are not known. */
  async toggle(id: string, isOpen: boolean): Promise<void> {
    this.dispatch({ type: 'toggled', id, isOpen })
    await this.#requestEvents(this.#ended.signal)
  }

  /** Adds or removes the protection of the order. Resolves to the result; to undefined if a change was being made already. */
  changeProtection(action: OrderAction) {
    return changeProtection(action, this, this.#api)
  }

  /** Requests by the ticket of the last answer; then by the key in the order's metafield; then by a key for the page's own proofs. */
  async #request(signal: AbortSignal): Promise<TrackedOrder> {
    const { order: held } = this.state
    const { key } = this.shown
    return (
      (await this.#attempt(() => (held ? this.#api.trackOrder({ ticket: held.ticket }, { signal }) : undefined))) ??
      (await this.#attempt(() => (key ? this.#trackByKey(key, signal) : undefined))) ??
      (await this.#trackByKey(await this.#makeKey(signal), signal))
    )
  }

  /** The answer of a request; undefined if its proof is not good any more, so that the next proof is tried. */
  async #attempt(request: () => Promise<TrackedOrder> | undefined): Promise<TrackedOrder | undefined> {
    try {
      return await request()
    } catch (problem) {
      if (isMiss(problem)) return undefined
      throw problem
    }
  }

  async #trackByKey(key: string, signal: AbortSignal) {
    const order = await this.#api.trackOrder({ key }, { signal })
    this.#key = key
    return order
  }

  async #makeKey(signal: AbortSignal) {
    const { id, checkoutToken } = this.shown
    const headers = { Authorization: `Bearer ${await this.sessionToken()}` }
    const { key } = await this.#api.keyOrder({ id, checkout_token: checkoutToken || undefined }, { signal, headers }).catch((problem: unknown) => {
      throw toMiss(problem)
    })
    return key
  }

  /** Requests the events of each opened package of which the order has only the latest, and then waits. */
  async #requestEvents(signal: AbortSignal) {
    await requestEvents(this, this.#api)
    this.#waiting.abort()
    if (signal.aborted || this.state.isBusy) return
    this.#waiting = new AbortController()
    this.#plan(this.#waiting.signal)
  }

  /** Waits until it is time to request the order again. */
  #plan(signal: AbortSignal) {
    const { order, problem, misses } = this.state
    const wait =
      !order && isMiss(problem)
        ? missPauses[misses] && { for: 'time' as const, milliseconds: missPauses[misses] }
        : waitOf(this.state, {}, Date.now(), eventsPauseOf(this.state))
    if (!wait) return
    const waited = wait.for === 'time' ? sleep(wait.milliseconds, signal) : this.#waitForScans(wait.ticket, signal)
    waited.then(
      () => this.refresh(),
      () => undefined,
    )
  }

  async #waitForScans(ticket: string, signal: AbortSignal) {
    await pollEnrichment((seconds) => this.#api.trackEnrichment({ ticket, wait: seconds }, { signal }), signal)
    this.dispatch({ type: 'waited' })
  }
}

/**
 * A right proof passes the limit of misses, which all buyers at one address share. So a refusal for too many misses means no more than a miss: the order is
 * not known yet.
 */
const toMiss = (problem: unknown) =>
  problem instanceof ResponseError && problem.problem.code === 'rate-limited' ? new ResponseError(404, { code: 'not-found' }, 'keyOrder') : problem

/** Whether the proxy cannot be reached, so that what is on screen may be old. */
export const isOut = ({ problem }: OrderState) => isOutage(problem)
