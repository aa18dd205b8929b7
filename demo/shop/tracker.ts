import type { AskProxy } from './merchant.ts'
import type { Order } from './order.ts'

/** What an order's tracking page tells of it, as far as the shop is curious. */
export interface Known {
  protected: boolean | null
  /** How its protection stands, where shoppers may change anything about that. */
  protection?: { state: 'unprotected' | 'protecting' | 'protected' | 'removing' | 'removed' }
  financial_status: string | null
  packages: { tracking_number: string | null; events: { message: string | null }[] }[]
}

interface Asked {
  key?: Promise<string> | undefined
  at: number
  answer?: Promise<void>
}

/** Milliseconds in which an order is asked for once. */
const fresh = 500

/**
 * What became of what was told by webhooks: their answers say no more than that they were taken, so the shop looks where its
 * customers look, with the key of the order's own link.
 */
export class Tracker {
  #asked = new WeakMap<Order, Asked>()

  constructor(
    readonly proxy: string,
    readonly origin: string,
    readonly askProxy: AskProxy,
  ) {}

  /** Takes over what the tracking page says by now; what it said last stands where it cannot be asked. */
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
    if (answer.ok) order.known = (await answer.json()) as Known
  }

  /** The key of the link to the order's tracking page; the same one every time. */
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
