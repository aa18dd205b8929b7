import { languages } from '../contract/languages.ts'
import type { Messages, Speaker, Speech, Widget } from './texts.ts'

// Support for languages other than English. English pages do not load this file. It imports no code of the widgets, so the entry can load it
// without them.

/** Matches a tag in one of the languages of the widgets. */
const ours = new RegExp(`^(${languages.join('|')})\\b`)

type Found = Pick<Speech<Widget>, 'spoken' | 'words'>

/** The translations requested so far, by widget and language. */
const found: Record<string, Found | Promise<Found>> = {}

/**
 * Returns the locale and the translated texts for an element. The language comes from the element, an ancestor, the page, or the first
 * browser language that has a translation, in this order. Returns English if there is no translation or if it takes longer than a second
 * to load. Returns undefined while the translation is loading.
 */
export function speechOf<Name extends Widget>(speaker: Speaker, widget: Name): Speech<Name> | undefined {
  const said = languageAround(speaker)
  const lang = tagOf(said)
  const words = wordsIn(lang, widget)
  if (words instanceof Promise) return void words.then(() => speaker.requestUpdate())
  // After the element has rendered its content.
  queueMicrotask(() => mark(speaker, words.spoken ?? 'en', said))
  return { lang, ...words } as Speech<Name>
}

function wordsIn(lang: string, widget: Widget): Found | Promise<Found> {
  const [language = 'en'] = ours.exec(lang) ?? []
  return language === 'en' ? {} : (found[widget + language] ??= fetchWords(widget, language))
}

const importMessages = (widget: Widget, language: string): Promise<{ messages: Messages<Widget> }> => import(`./translations/${language}/${widget}.ts`)

async function fetchWords(widget: Widget, language: string): Promise<Found> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, 1_000))
  const words = importMessages(widget, language).then(({ messages }) => ({ spoken: language, words: messages }))
  const inTime = await Promise.race([words, late]).catch(() => undefined)
  if (!inTime) words.then((found) => takeOver(widget, language, found)).catch(() => undefined)
  return (found[widget + language] = inTime ?? {})
}

/** Starts to load the translation for an element before the widget's code requests it. */
export function loadEarly(widget: Widget, element: Element): void {
  const [language = 'en'] = ours.exec(tagOf(languageAround(element))) ?? []
  if (language !== 'en') importMessages(widget, language).catch(() => undefined)
}

/** Switches to a translation that arrived late. Waits until no widget has the focus, so that texts do not change while a shopper uses them. */
function takeOver(widget: Widget, language: string, late: Found): void {
  const again = () => setTimeout(takeOver, 0, widget, language, late)
  if (isAtWidget(document.activeElement)) return addEventListener('focusout', again, { once: true })
  found[widget + language] = late
  refresh()
}

/** Whether a widget has the focus, also when the widget is inside another component's shadow tree. */
const isAtWidget = (active: Element | null | undefined): boolean =>
  !!active && (active.localName.startsWith('storefront-') || isAtWidget(active.shadowRoot?.activeElement))

/** The `lang` of the nearest ancestor, across shadow roots; empty if no ancestor has one. */
function languageAround(node: Element): string {
  const said = node.closest<HTMLElement>('[lang]')?.lang
  const { host } = node.getRootNode() as Partial<ShadowRoot>
  return said ?? (host ? languageAround(host) : '')
}

/** The page's language, or else the browser's, as a language tag (BCP 47). Some pages write "en_US". */
function tagOf(said: string): string {
  const tag = said || (navigator.languages.find((tag) => ours.test(tag)) ?? navigator.language)
  try {
    return new Intl.Locale(tag.replace('_', '-')).toString()
  } catch {
    return 'en'
  }
}

/**
 * Sets `lang` on the content if its language differs from the surrounding page (WCAG 3.1.2), and `dir="rtl"` for Arabic.
 * A shop's own texts are taken to be in the language of the page, so they get no `lang`.
 */
function mark({ renderRoot, messages }: Speaker, spoken: string, said: string): void {
  const content = renderRoot.firstElementChild as HTMLElement | null
  if (!content) return
  content.lang = spoken
  if (messages || said.split(/[-_]/, 1)[0] === spoken) content.removeAttribute('lang')
  if (spoken === 'ar') content.dir = 'rtl'
  else content.removeAttribute('dir')
}

/** Updates all widgets of the page to their current language, each as soon as its translation is loaded. */
export function refresh(root: ParentNode = document): void {
  for (const element of root.querySelectorAll<Element & Partial<Speaker>>('*')) {
    const [, widget] = /^storefront-(.+)/.exec(element.localName) ?? []
    if (widget) void Promise.resolve(wordsIn(tagOf(languageAround(element)), widget as Widget)).then(() => element.requestUpdate?.())
    else if (element.shadowRoot) refresh(element.shadowRoot)
  }
}
