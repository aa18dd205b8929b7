import type { TrackedOrder, TrackedPackage } from '../contract/tracking.ts'
import { progressOf, worstFirst } from './package-status.ts'

/** An order that takes the place of the one on screen, and whether it tells anything new. */
export interface Merged {
  order: TrackedOrder
  isNew: boolean
}

/**
 * Puts the packages of an order into the places that they have on screen, since somebody is reading there; new ones follow. The first order shows
 * the worst news first. A package of which nothing is new stays the very same object.
 */
export function mergeOrder(order: TrackedOrder, held: TrackedOrder | undefined): Merged {
  if (!held) return { order: { ...order, packages: [...order.packages].sort((a, b) => worstFirst(progressOf(a), progressOf(b))) }, isNew: true }
  const places = new Map(held.packages.map((parcel, place) => [parcel.id, { parcel, place }]))
  const placeOf = ({ id }: TrackedPackage) => places.get(id)?.place ?? Infinity
  let isNew = order.packages.length !== held.packages.length || differs({ ...order, packages: [] }, { ...held, packages: [] })
  const packages = [...order.packages]
    .sort((a, b) => (placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b)))
    .map((parcel) => {
      const before = places.get(parcel.id)?.parcel
      const isOther = !before || differs(parcel, before)
      isNew ||= isOther
      // By now it may be late, or its carrier may have been asked, with nothing new in it.
      return isOther || before.pending !== parcel.pending || progressOf(before).standing !== progressOf(parcel).standing ? parcel : before
    })
  return { order: { ...order, packages }, isNew }
}

/** Whether two answers tell something else. Sealed fields are new in each answer, and that carriers have been asked is no news. */
const differs = (a: object, b: object) => write(a) !== write(b)
const write = (answer: object) => JSON.stringify(answer, (name, value: unknown) => (/pending|settled|ticket|_key/.test(name) ? 0 : value))
