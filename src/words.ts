import type * as en from './messages/en.ts'

/** A part of the code that has words of its own. */
export type Part = keyof typeof en

/** A text for each way in which a language counts. */
export type Counted = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** The words of a part, in any language. */
export type Words<Name extends Part> = { [Key in keyof (typeof en)[Name]]: (typeof en)[Name][Key] extends string ? string : Counted }

type All<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer Intersection) => void ? Intersection : never

type PartOf<Widget extends string> = Extract<Part, `${Widget}${string}`>

/** The words of a widget: of all parts whose names begin with its own. */
export type WidgetWords<Widget extends string> = All<{ [Name in PartOf<Widget>]: Words<Name> }[PartOf<Widget>]>

/** An element that says something. */
export interface Speaker extends HTMLElement {
  readonly renderRoot: HTMLElement | DocumentFragment
  /** The shop's own words. */
  readonly messages?: object
  requestUpdate(): void
}

/** How an element speaks. */
export interface Speech<Name extends Part> {
  /** Language and region (BCP 47) by which it writes numbers, money and dates. */
  lang: string
  /** Language of its words, if it is not English. */
  spoken?: string
  /** What it says instead of the English words. */
  words?: Partial<Words<Name>>
}

let watch: MutationObserver | undefined
let translations: typeof import('./translations.ts') | undefined

/** Fetches what is to be known of other languages, and lets all elements look at theirs again. */
const translate = (): Promise<void> => import('./translations.ts').then((file) => (translations = file).refresh())

/**
 * How an element says the words of that part, by the language of the place where it stands. Undefined while words of another language
 * than English are on their way; the element is asked to update then.
 */
export function speechOf<Name extends Part>(speaker: Speaker, part: Name): Speech<Name> | undefined {
  // A page that changes its language says so somewhere around the element.
  if (!watch) (watch = new MutationObserver(() => void translate())).observe(document, { subtree: true, attributeFilter: ['lang'] })
  if (translations) return translations.speechOf(speaker, part)
  const lang = speaker.closest<HTMLElement>('[lang]')?.lang ?? ''
  // English is known without it.
  if (/^en(-\w\w)?$/.test(lang)) return { lang }
  void translate()
}

/** Puts values into the `{name}` places of a text. */
export const fill = (text: string, values: Record<string, string | number>) =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
