import { retryImport } from '../page/lazy.ts'
import type { Speaker, Speech, Widget } from './texts.ts'

export type { Counted, FirstMessages, Messages, Speaker, Speech, Widget, Words } from './texts.ts'

let watch: MutationObserver | undefined
let translate: typeof import('./translate.ts') | undefined

/** Loads the support for other languages, then updates all widgets to their current language. */
const loadTranslate = (): Promise<void> => retryImport(() => import('./translate.ts')).then((file) => (translate = file).refresh())

/**
 * Returns the locale and the translated texts for an element. Returns undefined while a translation is loading; when it is loaded, the
 * element is updated.
 */
export function speechOf<Name extends Widget>(speaker: Speaker, widget: Name): Speech<Name> | undefined {
  // A page that switches its language changes a `lang` attribute.
  if (!watch) (watch = new MutationObserver(() => void loadTranslate())).observe(document, { subtree: true, attributeFilter: ['lang'] })
  if (translate) return translate.speechOf(speaker, widget)
  const lang = speaker.closest<HTMLElement>('[lang]')?.lang ?? ''
  // English needs no translation file.
  if (/^en(-\w\w)?$/.test(lang)) return { lang }
  void loadTranslate()
}

/** Replaces the `{name}` placeholders of a text by values. */
export const fill = (text: string, values: Record<string, string | number>) =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
