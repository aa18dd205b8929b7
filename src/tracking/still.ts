import type { TrackedOrder, TrackedPackage } from '../contract/tracking.ts'
import { sleep } from '../page/sleep.ts'
import { progressOf } from './package-status.ts'

// What is on screen stays where it is when something new is told: the reader is in the middle of it.

/** How many packages are compared before the browser may do something else. */
const atATime = 10

/**
 * Makes an order ready to take the place of the one on screen: its packages where they were, those that are new after them, and those of which
 * nothing is new the very same, so that only the others are drawn again. Resolves to whether there is anything new.
 */
export async function takeIn(order: TrackedOrder, held: TrackedOrder, signal: AbortSignal): Promise<boolean> {
  const places = new Map(held.packages.map(({ id }, index) => [id, index]))
  const placeOf = ({ id }: TrackedPackage) => places.get(id) ?? Infinity
  order.packages.sort((a, b) => (placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b)))
  let isNew = tellsOther({ ...order, packages: [] }, { ...held, packages: [] }) || order.packages.length !== held.packages.length
  for (const [index, parcel] of order.packages.entries()) {
    const before = held.packages[index]
    const isOther = !before || tellsOther(parcel, before)
    isNew ||= isOther
    // By now it may be late, or have been asked for, with nothing new in it.
    if (!isOther && before.pending === parcel.pending && progressOf(before).standing === progressOf(parcel).standing) order.packages[index] = before
    if (index % atATime === atATime - 1) await sleep(0, signal)
  }
  return isNew
}

/** Whether two answers tell something else; what is sealed is new in each, and that carriers have been asked is no news. */
const tellsOther = (a: object, b: object) => toldBy(a) !== toldBy(b)
const toldBy = (answer: object) => JSON.stringify(answer, (name, value: unknown) => (/pending|settled|ticket|_key/.test(name) ? 0 : value))

/** The parts of the cards that stand in an element itself. Gone through one by one, since a search would go through hundreds of cards beside them. */
const partsOf = (root: ParentNode) =>
  [...root.firstElementChild!.children].flatMap((card) => (card.localName === 'article' ? ([...card.children] as HTMLElement[]) : []))

/** Lets these parts of cards be at least as high from now on as they are: those that stand in an element itself, unless others are named. */
export function keepRoom(root: ParentNode, parts = partsOf(root)) {
  // Read before any is written: a browser that has to do both in turn lays the page out each time.
  const heights = parts.map(({ offsetHeight }) => offsetHeight)
  // What is empty has no room.
  parts.forEach(({ style }, index) => heights[index] && (style.minBlockSize = `${heights[index]}px`))
}

/** Room is that of lines, which are others where there is more or less width. */
export function giveBackRoom(root: ParentNode) {
  for (const part of root.querySelectorAll('article > [style]')) part.removeAttribute('style')
}

/** Whether what is told of a package needs more room than was kept; not where the shopper has opened it. */
export const isTight = (root: ParentNode) =>
  partsOf(root).some((part) => part.matches('[part=history]:not(:has([open]))') && part.offsetHeight > parseFloat(part.style.minBlockSize) + 1)
