import type { OrderAction } from '../../contract/order-protection.ts'
import type { TrackedEvent, TrackedItem, TrackedOrder, TrackedPackage } from '../../contract/tracking.ts'
import type { messages as en } from '../../i18n/english/tracking.ts'
import type { FirstMessages } from '../../i18n/localize.ts'
import type { OrderState } from '../order/order-state.ts'

/** The texts of the first screen. */
export type TrackingWords = FirstMessages<typeof en, 'tracking'>

/** What a view of an order reads beside the order itself, and whom it tells what the shopper does. */
export interface OrderView {
  state: OrderState
  words: TrackingWords
  lang: string
  /** The page on which the shop takes claims. */
  claimUrl: string
  /** The page on which shoppers write to the shop. */
  contactUrl: string
  /** Whether the page reads a proof from its address, so that links to an order work. */
  readsAddress: boolean
  /** Whether the shopper gave the order's key, which allows changes. A ticket shows the order and changes nothing. */
  hasKey: boolean
  /** The views that only some orders need; null if they cannot be loaded. */
  extras: Extras | null | undefined
  handlers: OrderHandlers
}

/** Whether an order was given up: what has not left by then is not going to, and nothing is protected. */
export const isGivenUp = ({ financial_status }: Pick<TrackedOrder, 'financial_status'>) => financial_status === 'refunded' || financial_status === 'voided'

/**
 * Whether open and settled claims are about all of these items: then no other claim is due, and protection has done its part. A claim that names no
 * items is about the whole order; one that was refused is about none.
 */
export function isClaimed({ claims = [] }: Pick<TrackedOrder, 'claims'>, items: readonly TrackedItem[]) {
  const valid = claims.filter(({ state }) => state !== 'refused')
  const names = new Set(valid.flatMap((claim) => claim.items.map(({ name }) => name)))
  return valid.some((claim) => !claim.items.length) || (items.length > 0 && items.every(({ name }) => names.has(name)))
}

/** All that an order is about, whether sent or not. */
export const itemsOf = ({ packages, unshipped_items }: TrackedOrder) => [...packages.flatMap(({ items }) => items), ...unshipped_items]

/** What a shopper can do with an order. Each handler stays the same for as long as its element exists. */
export interface OrderHandlers {
  /** Says something in the status line. */
  say: (text: string) => void
  /** Shows or hides the earlier events of a package. */
  toggle: (id: string, isOpen: boolean) => void
  /** Shows more packages. */
  extend: () => void
  /** Leaves for another order, by its key if the page does not read its address. */
  leaveFor: (key?: string) => void
  /** Asks for a confirmation before protection is removed, or takes that question back. */
  confirm: (isAsking: boolean) => void
  changeProtection: (action: OrderAction) => void
  /** Loads what else can be done with the order. */
  more: () => void
}

/** The views in the file that is loaded on demand. */
export interface Extras {
  renderClaims(order: TrackedOrder, view: OrderView): unknown
  renderActions(order: TrackedOrder, view: OrderView): unknown
  renderEarlier(parcel: TrackedPackage, latest: number, view: OrderView, renderDays: (events: readonly TrackedEvent[]) => unknown): unknown
  renderMoney(order: TrackedOrder, view: OrderView): unknown
  renderScanGap(parcel: TrackedPackage, view: OrderView): unknown
  renderRest(order: TrackedOrder, view: OrderView): unknown
  titlesOfRest(order: TrackedOrder, view: OrderView): string[]
  renderProtection(order: TrackedOrder, view: OrderView): unknown
}
