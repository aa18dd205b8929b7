import {
  isProtectionLine,
  leftOf,
  quantityLeft,
  type Address,
  type Credit,
  type Order,
  type Refund,
  type RefundedShare,
  type Share,
  type Shipment,
} from '../order.ts'
import type { Orders, Purchase } from '../orders.ts'
import { toEventPayload, toFulfillmentPayload } from './fulfillment-payload.ts'
import type { LoyaltyLine } from './loyalty.ts'
import { toAmount } from './money.ts'
import { toOrderPayload } from './order-payload.ts'
import { toRefundPayload } from './refund-payload.ts'
import type { Topic, Webhooks } from './webhooks.ts'

/** The possible events of a parcel: the button, the status, and the message. */
export const parcelSteps = {
  scan: ['in_transit', 'Scanned at the sorting centre'],
  out: ['out_for_delivery', 'On the van'],
  deliver: ['delivered', 'Left at the front door'],
  delay: ['delayed', 'Held up by weather'],
  fail: ['failure', 'Returned to the depot, label damaged'],
} as const

/** The shop’s platform. It reports every change of an order by webhook, as Shopify does; no merchant writes this code. */
export class Platform {
  constructor(
    readonly orders: Orders,
    readonly webhooks: Webhooks,
    readonly loyalty: LoyaltyLine,
    readonly origin: string,
  ) {}

  /** Places an order. It is reported after `delay` milliseconds, for pages that wait for the report. */
  place(purchase: Purchase, delay = 0): Order {
    return this.#created(this.orders.place(purchase), delay)
  }

  sendAgain(order: Order, shares: Share[], note: string, address?: Address): Order {
    return this.#created(this.orders.placeAgain(order, shares, note, address))
  }

  ship(order: Order): Shipment {
    const shipment = this.orders.ship(order)
    const { tracking_number: number } = shipment
    const payload = toFulfillmentPayload(shipment, order)
    this.#notify(order, 'fulfillments/create', `Shipment by ${shipment.carrier}`, payload, ({ packages }) =>
      packages.some(({ tracking_number }) => tracking_number === number),
    )
    this.#updated(order)
    return shipment
  }

  report(order: Order, shipment: Shipment, step: keyof typeof parcelSteps) {
    const [status, message] = parcelSteps[step]
    const payload = toEventPayload(this.orders.note(shipment, status, message), shipment, order)
    this.#notify(order, 'fulfillment_events/create', message, payload, ({ packages }) =>
      packages.some(({ events }) => events.some((event) => event.message === message)),
    )
  }

  refund(order: Order, shares: Omit<RefundedShare, 'id'>[], note: string, delivery = 0): Refund {
    const refund = this.orders.refund(order, shares, note, delivery)
    const cents = shares.reduce((sum, share) => sum + share.cents, delivery)
    const isUnprotected = shares.some(({ line }) => isProtectionLine(line))
    this.#notify(
      order,
      'refunds/create',
      `Refund of $${toAmount(cents)}`,
      toRefundPayload(refund, order),
      isUnprotected ? (known) => known.protected === false : undefined,
    )
    this.#updated(order)
    return refund
  }

  credit(order: Order, cents: number, note: string): Credit {
    return this.orders.credit(order, cents, note)
  }

  /** Cancels an order and refunds everything. Nothing is shipped. */
  cancel(order: Order) {
    this.orders.cancel(order)
    const shares = order.lines.filter((line) => leftOf(line) > 0).map((line) => ({ line, quantity: quantityLeft(line), cents: leftOf(line) }))
    if (shares.length > 0 || order.delivery > 0) this.refund(order, shares, 'Cancelled', order.delivery)
    this.#notify(order, 'orders/cancelled', 'Cancellation', this.#payload(order), ({ financial_status }) => financial_status === 'refunded')
  }

  stop() {
    this.webhooks.stop()
    this.loyalty.stop()
  }

  #created(order: Order, delay = 0) {
    // The proxy does not report an order without shippable goods to the service.
    const isSeen = order.lines.some(({ variant }) => variant.requires_shipping)
    this.#notify(order, 'orders/create', `Order ${order.number}`, this.#payload(order), isSeen ? () => true : undefined, delay)
    return order
  }

  #updated(order: Order) {
    this.#notify(order, 'orders/updated', 'Order as it is now', this.#payload(order))
  }

  #notify(order: Order, topic: Topic, about: string, payload: unknown, shows?: Parameters<Webhooks['send']>[3], delay = 0) {
    order.webhooks.push(this.webhooks.send(topic, about, payload, shows, delay))
  }

  #payload = (order: Order) => toOrderPayload(order, this.origin)
}
