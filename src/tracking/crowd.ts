import { html, nothing, type TemplateResult } from 'lit'
import type { TrackedPackage } from '../contract/tracking.ts'
import { speechOf } from '../words.ts'
import { adopt } from './adopt.ts'
import { crowdStyles } from './crowd.styles.ts'
import { lookups } from './lookups.ts'
import { renderPackage, type Surroundings } from './package.ts'

// Orders of many packages, drawn a few at a time, so that the page answers meanwhile. Loaded where there are more than are shown at once.

/** How many cards are drawn before the browser may do something else. */
const atATime = 2

/** A card as it was drawn last, and from what. */
interface Drawn {
  card: TemplateResult
  from: unknown[]
}

/** What each element has drawn so far, by the places of the cards. */
const drawn = new WeakMap<Surroundings['host'], Drawn[]>()
const goingOn = new WeakSet<Surroundings['host']>()

/** Cards that are drawn a few at a time; until it is its turn, each is what it was. */
export function renderCards(cards: readonly { parcel: TrackedPackage; name: string }[], surroundings: Surroundings) {
  const { host, words, lang, claimUrl, shown } = surroundings
  if (!cards.length) return nothing
  adopt(host, crowdStyles)
  const known = drawn.get(host) ?? []
  drawn.set(host, known)
  const manner = JSON.stringify([words, lang, claimUrl, shown, speechOf(host, 'trackingAftercare')])
  let left = atATime
  const all = cards.map(({ parcel, name }, index) => {
    const before = known[index]
    const from = [parcel, manner, name, lookups.opened.has(parcel.id)]
    const changed = from.findIndex((one, place) => one !== before?.from[place])
    // What was just opened or closed is not kept waiting.
    if (changed >= 0 && (changed > 2 || left-- > 0)) known[index] = { card: renderPackage(parcel, name, surroundings), from }
    return known[index]?.card
  })
  if (left < 0 && !goingOn.has(host)) {
    goingOn.add(host)
    // In a task of its own, after the last ones were painted.
    requestAnimationFrame(() =>
      setTimeout(() => {
        goingOn.delete(host)
        host.requestUpdate()
      }),
    )
  }
  return html`<div class="crowd">${all}</div>`
}
