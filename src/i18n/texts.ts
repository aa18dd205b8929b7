import type { messages as loyaltyActions } from './english/loyalty-actions.ts'
import type { messages as loyaltyDetails } from './english/loyalty-details.ts'
import type { messages as loyaltyLanding } from './english/loyalty-landing.ts'
import type { messages as loyalty } from './english/loyalty.ts'
import type { messages as protectionCoverage } from './english/protection-coverage.ts'
import type { messages as protectionNotices } from './english/protection-notices.ts'
import type { messages as protection } from './english/protection.ts'
import type { messages as trackingExtras } from './english/tracking-extras.ts'
import type { messages as trackingForm } from './english/tracking-form.ts'
import type { messages as tracking } from './english/tracking.ts'

/**
 * The English texts of each widget. Each lazily loaded part of the code has its own file of texts and loads only that file.
 * A translation has one file for each widget.
 */
interface English {
  protection: typeof protection & typeof protectionNotices & typeof protectionCoverage
  loyalty: typeof loyalty & typeof loyaltyDetails & typeof loyaltyLanding & typeof loyaltyActions
  tracking: typeof tracking & typeof trackingForm & typeof trackingExtras
}

/** The name of a widget. */
export type Widget = keyof English

/** One text for each plural form of a language. */
export type Counted = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** The type of a translation of these texts. */
export type Words<Texts> = { [Key in keyof Texts]: Texts[Key] extends string ? string : Counted }

/** The type of a complete translation of a widget. */
export type Messages<Name extends Widget> = Words<English[Name]>

/** The texts available to a widget's first part: always its own, and the later parts' texts if a translation or the shop provides them. */
export type FirstMessages<Texts, Name extends Widget> = Words<Texts> & Partial<Messages<Name>>

/** An element with translatable texts. */
export interface Speaker extends HTMLElement {
  readonly renderRoot: HTMLElement | DocumentFragment
  /** Texts that the shop sets itself. */
  readonly messages?: object
  requestUpdate(): void
}

/** The locale and the texts of an element. */
export interface Speech<Name extends Widget> {
  /** Locale (BCP 47) for numbers, money and dates. */
  lang: string
  /** Language of the texts, unless it is English. */
  spoken?: string
  /** The translation to use instead of the English texts. */
  words?: Messages<Name>
}
