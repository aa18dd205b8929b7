import type { CallProxy } from './merchant.ts'
import type { Order } from './order.ts'
import type { TrackingAnswer } from './tracking-answer.ts'

interface Lookup {
  key?: Promise<string> | undefined
  at: number
  answer?: Promise<void>
}

/** Milliseconds within which an order is looked up only once. */
const fresh = 500

/**
 * Looks up the results of webhooks. The response to a webhook only says that it was accepted, so the shop looks at the same tracking page as its
 * customers, with the key of the order’s own link.
 */
export class Tracker {
  #lookups = new WeakMap<Order, Lookup>()

  constructor(
    readonly proxy: string,
    readonly origin: string,
    readonly callProxy: CallProxy,
  ) {}

  /** Updates what the tracking page says. If the page is unavailable, the last data stays. */
  async look(order: Order) {
    const lookup = this.#of(order)
    if (!lookup.answer && Date.now() - lookup.at < fresh) return
    lookup.answer ??= this.#lookUp(order)
      .catch(() => {})
      .finally(() => Object.assign(lookup, { at: Date.now(), answer: undefined }))
    await lookup.answer
  }

  async #lookUp(order: Order) {
    const key = await this.keyOf(order)
    const answer = await fetch(`${this.proxy}/v1/orders/track`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Storefront-Client': '1', Origin: this.origin },
      body: JSON.stringify({ key }),
      signal: AbortSignal.timeout(1500),
    })
    if (answer.ok) order.known = (await answer.json()) as TrackingAnswer
  }

  /** Resolves to the key of the link to the order’s tracking page, the same one every time. */
  async keyOf(order: Order): Promise<string> {
    const lookup = this.#of(order)
    lookup.key ??= this.#makeKey(order).catch((error: unknown) => {
      lookup.key = undefined
      throw error
    })
    return lookup.key
  }

  async #makeKey({ id, number, customer }: Order): Promise<string> {
    return (await this.callProxy<{ key: string }>('POST', `orders/${id}/links`, { order_number: number, email: customer.email })).key
  }

  #of(order: Order): Lookup {
    const lookup = this.#lookups.get(order) ?? { at: 0 }
    this.#lookups.set(order, lookup)
    return lookup
  }
}
