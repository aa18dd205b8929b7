import { retryImport } from '../page/lazy.ts'
import type { Speaker, Speech, Widget } from './texts.ts'

export type { Counted, FirstMessages, Messages, Speaker, Speech, Widget, Words } from './texts.ts'

let watch: MutationObserver | undefined
let translate: typeof import('./translate.ts') | undefined

/** Fetches what is to be known of other languages, and lets all elements look at theirs again. */
const loadTranslate = (): Promise<void> => retryImport(() => import('./translate.ts')).then((file) => (translate = file).refresh())

/**
 * How an element of that widget speaks, by the language of the place where it stands. Undefined while the words of another language
 * than English are loading; the element is asked to update then.
 */
export function speechOf<Name extends Widget>(speaker: Speaker, widget: Name): Speech<Name> | undefined {
  // A page that changes its language says so somewhere around the element.
  if (!watch) (watch = new MutationObserver(() => void loadTranslate())).observe(document, { subtree: true, attributeFilter: ['lang'] })
  if (translate) return translate.speechOf(speaker, widget)
  const lang = speaker.closest<HTMLElement>('[lang]')?.lang ?? ''
  // English is known without it.
  if (/^en(-\w\w)?$/.test(lang)) return { lang }
  void loadTranslate()
}

/** Puts values into the `{name}` places of a text. */
export const fill = (text: string, values: Record<string, string | number>) =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
