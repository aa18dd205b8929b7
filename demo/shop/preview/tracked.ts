/** An event of a package, in the form of the proxy. */
export interface PackageEvent {
  status: string
  message: string | null
  created_at: string | null
  place: { city: string | null; province: string | null; country: string | null } | null
}

/** A package, in the form of the proxy. */
export interface Parcel {
  tracking_number: string | null
  carrier: string | null
  links: { carrier: string | null; url: string }[]
  status: string | null
  label: string | null
  estimated_from: string | null
  estimated_to: string | null
  pending: boolean
  quiet_days?: number | undefined
  events: PackageEvent[]
  items: { name: string; quantity: number; image_url: string | null }[]
}

/** An order, in the form of the proxy. It has more fields than those named here. */
export interface Tracked {
  ticket: string
  order_number: string | null
  packages: Parcel[]
  all_settled: boolean
  [more: string]: unknown
}

/** Changes the order that the page of a state receives. */
export type Change = (order: Tracked) => Tracked

const hour = 3_600_000

/** Returns the time so many hours from now, or a little earlier. It is constant within an hour, so that repeated requests get the same data. */
export const inHours = (hours: number) => new Date(Math.floor(Date.now() / hour + hours) * hour - 420_000).toISOString()

/** Returns the beginning of the day so many days from now, which is the form of a bare date. */
export const onDay = (days: number) => `${inHours(24 * days).slice(0, 10)}T00:00:00.000Z`

/** Changes every package in one way. */
export const eachParcel =
  (change: (parcel: Parcel, index: number) => Partial<Parcel>): Change =>
  (order) => ({ ...order, packages: order.packages.map((parcel, index) => ({ ...parcel, ...change(parcel, index) })) })

/** Keeps only so many of the order’s packages, from the given one on. */
export const onlyParcels =
  (count: number, from = 0): Change =>
  (order) => ({ ...order, packages: order.packages.slice(from, from + count) })

/** Adds an event that is newer than all others to every package. */
export const newest = (status: string, label: string | null, message: string | null = null): Change =>
  eachParcel(({ events }) => ({ status, label, events: [{ status, message, created_at: inHours(-2), place: events[0]?.place ?? null }, ...events] }))

/** Returns the order as it is before the carriers have responded: without their data. */
export const withoutCarrierData: Change = (order) => {
  const packages = order.packages.map((parcel) => (parcel.tracking_number ? { ...parcel, pending: true, events: [] } : parcel))
  return { ...order, packages, all_settled: packages.every(({ pending }) => !pending) }
}

/** Makes packages without status, label and estimates. */
export const withoutStatus = eachParcel(() => ({ status: null, label: null, estimated_from: null, estimated_to: null, quiet_days: undefined }))

/** The statuses of the packages of a large order, one after the other, so that every status occurs. */
const statuses = ['in_transit', 'out_for_delivery', 'delivered', 'carrier_picked_up', 'delayed', 'ready_for_pickup', 'attempted_delivery']
const towns = ['Eugene', 'Reno', 'Salt Lake City', 'Boise', 'Sacramento']

/** Adds fifty events to each package, three hours apart, to an order that was placed before them. */
export const withManyEvents: Change = (order) => ({ ...addEvents(order), placed_at: inHours(-9 * 24) })

const addEvents = eachParcel((_, index) => {
  const status = statuses[index % statuses.length]!
  const events = Array.from({ length: 50 }, (_, age): PackageEvent => {
    const city = towns[(index + age) % towns.length]!
    return {
      status: age === 0 ? status : 'in_transit',
      message: age === 0 ? null : `Scanned at the facility in ${city}`,
      created_at: inHours(-3 * age - (index % 24) - 1),
      place: { city, province: null, country: 'US' },
    }
  })
  return { status, label: null, events, estimated_from: onDay(1), estimated_to: onDay(3) }
})
