import type { Order } from '../order.ts'

/** Milliseconds until a platform that was not heard says it again, and how often it does. */
const pause = 3000
const tries = 20

/** The shop platform's own line to the loyalty service. */
export interface LoyaltyLine {
  tell(order: Order): void
  /** Ends all tries. */
  stop(): void
}

/**
 * Tells the loyalty service of what members buy, as a shop's platform does by itself; no merchant writes this. Nobody who
 * shops waits for it.
 */
export function createLoyaltyLine(services: URL): LoyaltyLine {
  const timers = new Set<NodeJS.Timeout>()
  const tell = async (order: Order, left = tries): Promise<void> => {
    const body = { customerId: order.customer.id, orderId: Number(order.id), orderTotal: order.total / 100 }
    const heard = await fetch(new URL('/_control/platform/orders', services), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(pause),
    }).then(
      ({ status }) => status < 500,
      () => false,
    )
    if (heard || left === 0) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      void tell(order, left - 1)
    }, pause).unref()
    timers.add(timer)
  }
  return { tell: (order: Order) => void tell(order), stop: () => timers.forEach(clearTimeout) }
}
