import type { Quote } from '../../contract/protection.ts'
import type { Money } from '../../money.ts'

/** A protection line as the cart holds it. */
export interface ProtectionLine {
  key: string
  quantity: number
  /** The price of one piece, if it is known. */
  price?: Money
  /** As it was bought, with the record of the consent. */
  token?: string
  /** The product variant that it is of. */
  variant?: number | string
  /** The terms of its quote, if the line contains them. */
  terms?: Pick<Quote, 'amount' | 'price' | 'expires_at'>
  /** Whether it is part of a subscription. The shopper agreed to one payment only. */
  recurring?: boolean
}

/** What protection needs to know of a cart. */
export interface CartContent {
  /** Whether nothing at all is in it: whatever was chosen belonged to an earlier cart. */
  empty: boolean
  /** Names this very cart, where it has a name: a choice is kept for no other. */
  cart?: string
  /** The worth of what ships, protection left out; null when nothing ships. */
  shippable: Money | null
  /** How many orders may have been made of it, if this page can count them. */
  order?: number
  lines: ProtectionLine[]
}

/** One step towards the right cart: a line gets another quantity (0: it goes), or a line for the quote comes. */
export type Change = { key: string; quantity: 0 | 1 } | { add: Quote }

/** Facts from other sources that a read or a write of the cart uses. */
export interface CartHints {
  /** From the element's attributes. */
  amount?: Money
  /** The shopper collects it: nothing ships. */
  pickup?: boolean
  /** The protection line that the page says its cart holds. */
  line?: unknown
  /** The product variant of the last quote. It identifies our line even if the line has lost its properties. */
  variant?: number | string
}

/** How a kind of cart is read, written and watched. */
export interface Cart {
  read(hints: CartHints): Promise<CartContent>
  /** Makes the changes, notifies the page, and returns the new content. Absent if the page makes the changes, on our events. */
  write?(content: CartContent, changes: Change[], hints: CartHints): Promise<CartContent>
  /** Calls back whenever other code may have changed the cart. */
  watch(changed: () => void): void
  /** Adds the bought quote, if there is one, to the form that contains the element. */
  carry?(internals: ElementInternals, bought: Quote | undefined, name?: string): void
}
