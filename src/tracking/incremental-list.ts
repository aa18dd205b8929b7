import { nothing, render } from 'lit'
import type { TrackedPackage } from '../contract/tracking.ts'
import { adopt } from './adopt.ts'
import { incrementalListStyles } from './incremental-list.styles.ts'
import { orderStore } from './order-store.ts'
import { renderPackage } from './package.ts'
import { keepRoom } from './still.ts'
import type { Surroundings } from './surroundings.ts'
import { historyOf } from './full-history.ts'

// Orders of many packages, drawn a few at a time, so that the page answers meanwhile. Loaded where there are more than are shown at once.

/** How many cards are drawn before the browser may do something else. */
const atATime = 2

/** The cards of an element: their place, what each was drawn from, and whether others wait for their turn. */
interface List {
  place: HTMLElement
  drawn: unknown[][]
  goesOn?: boolean
}

const lists = new WeakMap<Surroundings['host'], List>()

/** Cards that are drawn a few at a time, each in a place of its own, so that those of which nothing is new cost nothing; until it is its turn, each is what it was. */
export function renderCards(cards: readonly { parcel: TrackedPackage; name: string }[], surroundings: Surroundings) {
  const { host, words, lang, claimUrl, shown } = surroundings
  if (!cards.length) return nothing
  adopt(host, incrementalListStyles)
  const list: List = lists.get(host) ?? { place: document.createElement('div'), drawn: [] }
  lists.set(host, list)
  const { place, drawn } = list
  place.className = 'list'
  for (const { length } = cards; drawn.length > length; drawn.pop()) place.lastElementChild!.remove()
  const manner = JSON.stringify([words, lang, claimUrl, shown])
  let left = atATime
  for (const [index, { parcel, name }] of cards.entries()) {
    const before = drawn[index]
    const isOpen = orderStore.opened.has(parcel.id)
    const from = [parcel, manner, name, isOpen, isOpen && historyOf(parcel)]
    const changed = from.findIndex((one, at) => one !== before?.[at])
    // What was just opened or closed is not kept waiting.
    if (changed < 0 || (changed < 3 && left-- < 1)) continue
    const own = place.children[index] ?? place.appendChild(document.createElement('div'))
    if (before && !changed) keepRoom(own, partsOnScreen(own))
    render(renderPackage(parcel, name, surroundings), own as HTMLElement, { host })
    drawn[index] = from
  }
  if (left < 0 && !list.goesOn) {
    list.goesOn = true
    // In a task of its own, after the last ones were painted.
    requestAnimationFrame(() =>
      setTimeout(() => {
        list.goesOn = false
        host.requestUpdate()
      }),
    )
  }
  return place
}

/** The parts of a card, where it is laid out: one far away has no room yet, and to ask for it would take as long as to draw it. */
const partsOnScreen = (own: Element) =>
  [...own.querySelectorAll<HTMLElement>('article > *')].filter((part) => part.checkVisibility?.({ contentVisibilityAuto: true }) !== false)
