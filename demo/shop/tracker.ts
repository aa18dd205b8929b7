import type { AskProxy } from './merchant.ts'
import type { Order } from './order.ts'
import type { TrackingAnswer } from './tracking-answer.ts'

interface Asked {
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
  #asked = new WeakMap<Order, Asked>()

  constructor(
    readonly proxy: string,
    readonly origin: string,
    readonly askProxy: AskProxy,
  ) {}

  /** Updates what the tracking page says. If the page is unavailable, the last data stays. */
  async look(order: Order) {
    const asked = this.#of(order)
    if (!asked.answer && Date.now() - asked.at < fresh) return
    asked.answer ??= this.#ask(order)
      .catch(() => {})
      .finally(() => Object.assign(asked, { at: Date.now(), answer: undefined }))
    await asked.answer
  }

  async #ask(order: Order) {
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
    const asked = this.#of(order)
    asked.key ??= this.#makeKey(order).catch((error: unknown) => {
      asked.key = undefined
      throw error
    })
    return asked.key
  }

  async #makeKey({ id, number, customer }: Order): Promise<string> {
    return (await this.askProxy<{ key: string }>('POST', `orders/${id}/links`, { order_number: number, email: customer.email })).key
  }

  #of(order: Order): Asked {
    const asked = this.#asked.get(order) ?? { at: 0 }
    this.#asked.set(order, asked)
    return asked
  }
}
