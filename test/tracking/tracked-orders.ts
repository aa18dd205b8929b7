import type { TrackedEvent, TrackedOrder, TrackedPackage } from '../../src/contract/tracking.ts'

/** A scan so many hours after the beginning of 2026. */
export const event = (message: string, hour: number): TrackedEvent => ({
  status: 'in_transit',
  message,
  created_at: new Date(Date.UTC(2026, 0, 1, hour)).toISOString(),
  place: null,
})

/** A package that is on its way. */
export const parcel = (id: string, changes: Partial<TrackedPackage> = {}): TrackedPackage => ({
  id,
  tracking_number: id,
  carrier: 'UPS',
  links: [],
  status: 'in_transit',
  label: null,
  estimated_from: null,
  estimated_to: null,
  pending: false,
  events: [],
  items: [],
  ...changes,
})

/** An order of these packages. */
export const orderWith = (...packages: TrackedPackage[]): TrackedOrder => ({
  proof: 'key',
  ticket: 'ticket',
  order_number: 'K-1001',
  placed_at: null,
  financial_status: 'paid',
  protected: null,
  town: null,
  has_shippable_items: true,
  has_fulfillment_without_tracking: false,
  packages,
  unshipped_items: [],
  all_settled: packages.every(({ pending }) => !pending),
})
