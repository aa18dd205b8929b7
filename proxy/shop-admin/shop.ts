import type { Money } from '../../src/contract/money.ts'
import type { OrderInput } from '../upstream/protection.ts'

/** Part of an order's line, and what it comes to. */
export interface LineShare {
  id: string
  quantity: number
  /** For all of the share, in the shop's currency. */
  amount: Money
  /** The same in the customer's currency. */
  presented?: Money | undefined
}

/** What the shop's platform has to do: `key` names it, and is the same at every try. */
interface Request {
  key: string
  /** The order's id at the platform. */
  order: string
  /** Shown beside it in the shop's own books. */
  note: string
}

/** What is kept on disk beside a request, for a platform that cannot tell by itself that it was asked before. */
export interface Ledger {
  /** Which try this is: 1 the first time. */
  attempt: number
  /** An earlier try may have taken effect without anybody knowing. */
  doubtful: boolean
  /** Milliseconds since 1970, by a clock that no step of a wall clock moves. */
  now(): number
  fact<Value>(name: string): Promise<Value | undefined>
  /** On disk before it resolves; answers what is kept under the name, ours or an earlier value. */
  keepFirst<Value>(name: string, value: Value): Promise<Value>
}

/** An order that the platform has made, in whichever words it has for it: so that it is reported like any other. */
export interface MadeOrder {
  id: string
  number: string
  /** In the words of a platform whose webhooks are understood. */
  payload?: { platform: 'shopify' | 'woocommerce'; text: string }
  /** In the words of the protection service. */
  report?: OrderInput
}

/**
 * What moves money and goods: the shop's platform, or the merchant's own system. Whatever is asked for twice under one key is done
 * once, and answered the same. Rejects with a {@link ShopRefusal} where it is never going to be done; anything else that it rejects
 * with may be asked for again under the same key.
 */
export interface Shop {
  /** Gives back what was paid for these lines; answers the id of the refund. */
  refund(request: Request & { lines: LineShare[] }): Promise<{ id: string }>
  /** Sends these again at no cost; the address only where it differs from the first one. */
  reorder(
    request: Request & { lines: { id: string; quantity: number }[]; address?: OrderInput['shipping_address'] | undefined; ledger: Ledger },
  ): Promise<MadeOrder>
  /** Credits the order's customer; answers the id of what was issued. */
  credit(request: Request & { amount: Money; ledger: Ledger }): Promise<{ id: string }>
  /** Pictures of an order's goods by line; absent where the platform has none to give. */
  pictures?(order: string): Promise<ReadonlyMap<string, string>>
  /** All orders made or changed in this time, in a platform's words, a page after the other; absent where they cannot be listed. */
  orders?(from: Date, to: Date): AsyncIterable<{ platform: 'shopify' | 'woocommerce'; text: string }>
  close?(): Promise<void>
}

/** The shop says no, for good; the message says why and is meant for people. */
export class ShopRefusal extends Error {}

/** What lists the orders of a platform that were made or changed in a time, as its webhooks write them. */
export interface OrderList {
  orders: NonNullable<Shop['orders']>
  close?(): Promise<void>
}
