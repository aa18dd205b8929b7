import type { TrackedEvent, TrackedOrder, TrackedPackage } from '../contract/tracking.ts'
import type { messages as en } from '../i18n/english/tracking.ts'
import type { FirstMessages, Speaker } from '../i18n/localize.ts'

/** The texts that the first screen has. */
export type TrackingWords = FirstMessages<typeof en, 'tracking'>

/** What the cards need to know beyond the order. */
export interface Surroundings {
  /** The element that shows the order. */
  host: Speaker & {
    tracked: TrackedOrder | undefined
    refresh(): Promise<void>
    updateComplete: Promise<boolean>
    fromUrl?: boolean
    orderKey?: string
  }
  /** What the order is the answer to: the proxy's address and the proof, as JSON. */
  question: string
  words: TrackingWords
  lang: string
  /** Where the shop takes claims. */
  claimUrl?: string
  /** How many events of a package show before the shopper asks for more. */
  shown: number
  /** Says something in the line that is read out. */
  tell: (words: string) => void
}

/** What is loaded later: what only some orders have to show, or somebody asks for. */
export interface Extras {
  renderClaims(order: TrackedOrder, surroundings: Surroundings): unknown
  renderCards(cards: readonly { parcel: TrackedPackage; name: string }[], surroundings: Surroundings): unknown
  renderMore(order: TrackedOrder, surroundings: Surroundings): unknown
  renderMoney(order: TrackedOrder, surroundings: Surroundings): unknown
  renderQuiet(parcel: TrackedPackage, surroundings: Surroundings): unknown
  renderRest(order: TrackedOrder, surroundings: Surroundings): unknown
  titlesOfRest(order: TrackedOrder, surroundings: Surroundings): string[]
  renderProtection(order: TrackedOrder, surroundings: Surroundings): unknown
  renderWhole(parcel: TrackedPackage, surroundings: Surroundings, renderDays: (some: readonly TrackedEvent[]) => unknown): unknown
}
