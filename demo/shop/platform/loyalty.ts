import type { Order } from '../order.ts'

/** Milliseconds between attempts, and the number of retries. */
const pause = 3000
const retries = 20

/** The connection of the shop’s platform to the loyalty service. */
export interface LoyaltyLine {
  report(order: Order): void
  /** Stops all retries. */
  stop(): void
}

/**
 * Reports members’ orders to the loyalty service, as a shop’s platform does by itself; no merchant writes this code. No
 * shopper waits for a report.
 */
export function createLoyaltyLine(services: URL): LoyaltyLine {
  const timers = new Set<NodeJS.Timeout>()
  const report = async (order: Order, left = retries): Promise<void> => {
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
      void report(order, left - 1)
    }, pause).unref()
    timers.add(timer)
  }
  return { report: (order: Order) => void report(order), stop: () => timers.forEach(clearTimeout) }
}
