import type { TrackedItem, TrackedOrder } from '../../contract/tracking.ts'
import { isGivenUp } from '../views/order-view.ts'

/** What of an order is in no package that can be followed, by kind. */
export function restOf(order: TrackedOrder) {
  const { packages, unshipped_items, has_fulfillment_without_tracking, has_shippable_items } = order
  const rest: [kind: 'untracked' | 'unshipped' | 'digital' | 'confirmed', items: TrackedItem[]][] = []
  const untracked = packages.filter((parcel) => !parcel.tracking_number)
  if (untracked.length || has_fulfillment_without_tracking) rest.push(['untracked', untracked.flatMap(({ items }) => items)])
  if (isGivenUp(order)) return rest
  if (unshipped_items.length) rest.push(['unshipped', unshipped_items])
  if (!packages.length && !rest.length) rest.push([has_shippable_items ? 'confirmed' : 'digital', []])
  return rest
}

const moneyStates = ['pending', 'refunded', 'partially_refunded', 'voided'] as const
/** What of an order's money the shopper should know, by the name of its words; undefined for one that is paid. */
export const moneyStateOf = (status: string | null) => moneyStates.find((one) => one === status)
