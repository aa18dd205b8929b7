import type { Money } from '../../src/contract/money.ts'
import type { PlatformName } from '../config/merchant-settings.ts'
import type { OrderInput } from '../upstream/protection.ts'

/** A part of an order's line, with its amount. */
export interface LineShare {
  id: string
  quantity: number
  /** For the whole share, in the shop's currency. */
  amount: Money
  /** The same amount in the customer's currency. */
  presented?: Money | undefined
}

/** A request to the shop's platform: `key` identifies the request, and is the same at every attempt. */
interface Request {
  key: string
  /** The order's id at the platform. */
  order: string
  /** Shown next to it in the shop's own records. */
  note: string
}

/** The stored facts of a request, for a platform that does not detect repeats itself. */
export interface Ledger {
  /** The number of this attempt, from 1. */
  attempt: number
  /** Whether an earlier attempt may have taken effect with an unknown result. */
  inDoubt: boolean
  /** Milliseconds since 1970, by a clock that ignores steps of the wall clock. */
  now(): number
  fact<Value>(name: string): Promise<Value | undefined>
  /** Stores a value under a name that has none, on disk before it resolves; resolves to the stored value, this one or an earlier one. */
  putIfAbsent<Value>(name: string, value: Value): Promise<Value>
}

/** An order that the platform has made, in one of the forms that can be reported. */
export interface MadeOrder {
  id: string
  number: string
  /** In the form of a platform whose webhooks the proxy understands. */
  payload?: { platform: PlatformName; text: string }
  /** In the form of the protection service. */
  report?: OrderInput
}

/**
 * The system that moves money and goods: the shop's platform, or the merchant's own system. Requests with the same key are done once,
 * and get the same response. Rejects with a {@link ShopRefusal} if the request will never be done; after any other rejection, it
 * may be repeated under the same key.
 */
export interface Shop {
  /** Refunds what was paid for these lines; resolves to the id of the refund. */
  refund(request: Request & { lines: LineShare[] }): Promise<{ id: string }>
  /** Sends these goods again at no cost; `address` is set only if it differs from the first one. */
  reorder(
    request: Request & { lines: { id: string; quantity: number }[]; address?: OrderInput['shipping_address'] | undefined; ledger: Ledger },
  ): Promise<MadeOrder>
  /** Credits the order's customer; resolves to the id of the credit. */
  credit(request: Request & { amount: Money; ledger: Ledger }): Promise<{ id: string }>
  /** Pictures of an order's goods by line; absent if the platform has none. */
  pictures?(order: string): Promise<ReadonlyMap<string, string>>
  /** All orders created or changed in this interval, in a platform's form, page by page; absent if they cannot be listed. */
  orders?(from: Date, to: Date): AsyncIterable<{ platform: PlatformName; text: string }>
  /** Writes keys into orders, where extensions of the platform read them, and removes them; absent if the platform has no such place. */
  orderKeys?: { write(order: string, key: string): Promise<void>; remove(order: string): Promise<void> }
  /** Why the platform gives the proxy no access; undefined if nothing is known against it. */
  fault?(): string | undefined
  close?(): Promise<void>
}

/** The shop's final refusal; the message gives the reason, for people. */
export class ShopRefusal extends Error {}

/** Lists the orders of a platform that were created or changed in an interval, in the form of its webhooks. */
export interface OrderList {
  orders: NonNullable<Shop['orders']>
  close?(): Promise<void>
}
