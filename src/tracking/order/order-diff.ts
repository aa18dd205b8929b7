import type { TrackedOrder, TrackedPackage } from '../../contract/tracking.ts'
import { progressOf, worstFirst } from './package-status.ts'

/** An order that takes the place of the one on screen, and whether it tells anything new. */
interface Merged {
  order: TrackedOrder
  isNew: boolean
}

/**
 * Puts the packages of an order into the places that they have on screen, since somebody is reading there; new ones follow. The first order shows
 * the worst news first. A package of which nothing is new stays the very same object.
 */
export function mergeOrder(order: TrackedOrder, shown: TrackedOrder | undefined): Merged {
  if (!shown) return { order: { ...order, packages: [...order.packages].sort((a, b) => worstFirst(progressOf(a), progressOf(b))) }, isNew: true }
  const places = new Map(shown.packages.map((parcel, place) => [parcel.id, { parcel, place }]))
  const placeOf = ({ id }: TrackedPackage) => places.get(id)?.place ?? Infinity
  let isNew = order.packages.length !== shown.packages.length || differs({ ...order, packages: [] }, { ...shown, packages: [] })
  const packages = [...order.packages]
    .sort((a, b) => (placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b)))
    .map((parcel) => {
      const before = places.get(parcel.id)?.parcel
      const isOther = !before || differs(parcel, before)
      isNew ||= isOther
      // By now it may be late, or its carrier may have been asked, with nothing new in it.
      return isOther || before.pending !== parcel.pending || progressOf(before).phase !== progressOf(parcel).phase ? parcel : before
    })
  return { order: { ...order, packages }, isNew }
}

/** Fields that differ in each answer, or that only say that carriers have been asked: a change of these alone is no news. */
const ignoredFields = /pending|settled|ticket|_key/

/** Whether two answers differ in anything else. Compares field by field, since an order may have hundreds of packages. */
function differs(a: unknown, b: unknown): boolean {
  if (Object(a) !== a || Object(b) !== b) return a !== b
  const [one, other] = [a, b] as [Record<string, unknown>, Record<string, unknown>]
  const names = Object.keys(one)
  return names.length !== Object.keys(other).length || names.some((name) => !ignoredFields.test(name) && differs(one[name], other[name]))
}
