import type { messages as loyaltyActions } from './english/loyalty-actions.ts'
import type { messages as loyaltyGuest } from './english/loyalty-guest.ts'
import type { messages as loyalty } from './english/loyalty.ts'
import type { messages as protectionCoverage } from './english/protection-coverage.ts'
import type { messages as protectionNotices } from './english/protection-notices.ts'
import type { messages as protection } from './english/protection.ts'
import type { messages as trackingExtras } from './english/tracking-extras.ts'
import type { messages as trackingForm } from './english/tracking-form.ts'
import type { messages as tracking } from './english/tracking.ts'

/**
 * The English texts of each widget. They are split into one file for each lazily loaded part of the code, so that each part brings its own.
 * A translation is one file for each widget.
 */
interface English {
  protection: typeof protection & typeof protectionNotices & typeof protectionCoverage
  loyalty: typeof loyalty & typeof loyaltyGuest & typeof loyaltyActions
  tracking: typeof tracking & typeof trackingForm & typeof trackingExtras
}

/** A widget that has texts. */
export type Widget = keyof English

/** A text for each plural form of a language. */
export type Counted = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** These texts, in any language. */
export type Words<Texts> = { [Key in keyof Texts]: Texts[Key] extends string ? string : Counted }

/** All texts of a widget, in any language. */
export type Messages<Name extends Widget> = Words<English[Name]>

/** The texts that a widget's first part has: its own in English, and the others where a translation or the shop gives them. */
export type FirstMessages<Texts, Name extends Widget> = Words<Texts> & Partial<Messages<Name>>

/** An element that says something. */
export interface Speaker extends HTMLElement {
  readonly renderRoot: HTMLElement | DocumentFragment
  /** The shop's own words. */
  readonly messages?: object
  requestUpdate(): void
}

/** How an element speaks. */
export interface Speech<Name extends Widget> {
  /** Language and region (BCP 47) by which it writes numbers, money and dates. */
  lang: string
  /** Language of its words, if it is not English. */
  spoken?: string
  /** What it says instead of the English words. */
  words?: Messages<Name>
}
