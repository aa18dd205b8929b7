import type { Messages, Speaker, Speech, Widget } from './texts.ts'

// Everything about languages other than English, so that English pages need not load it. It imports nothing, so that the entry can load it
// without the code of the widgets.

/** The languages that there are words in. */
const languages = /^(ar|de|en|es|fr|it|ja|nl|pt)\b/

type Found = Pick<Speech<Widget>, 'spoken' | 'words'>

/** What was asked for, by widget and language. */
const found: Record<string, Found | Promise<Found>> = {}

/**
 * How an element of that widget speaks, by its own language, an ancestor's, the page's, or the first of the browser's that there are words
 * in. English where there are none, and as long as none have come within a second; undefined until that is known.
 */
export function speechOf<Name extends Widget>(speaker: Speaker, widget: Name): Speech<Name> | undefined {
  const said = languageAround(speaker)
  const lang = tagOf(said)
  const words = wordsIn(lang, widget)
  if (words instanceof Promise) return void words.then(() => speaker.requestUpdate())
  // Only once the content is there.
  queueMicrotask(() => mark(speaker, words.spoken ?? 'en', said))
  return { lang, ...words } as Speech<Name>
}

function wordsIn(lang: string, widget: Widget): Found | Promise<Found> {
  const [language = 'en'] = languages.exec(lang) ?? []
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

/** Loads the words of that widget in the language of the place where an element stands, before the code is there that will ask for them. */
export function loadEarly(widget: Widget, element: Element): void {
  const [language = 'en'] = languages.exec(tagOf(languageAround(element))) ?? []
  if (language !== 'en') importMessages(widget, language).catch(() => undefined)
}

/** Has words that came late said after all, once nobody is in the middle of something that the others say. */
function takeOver(widget: Widget, language: string, late: Found): void {
  const again = () => setTimeout(takeOver, 0, widget, language, late)
  if (isAtWidget(document.activeElement)) return addEventListener('focusout', again, { once: true })
  found[widget + language] = late
  refresh()
}

/** Whether the focus is in a widget, be it within another component. */
const isAtWidget = (active: Element | null | undefined): boolean =>
  !!active && (active.localName.startsWith('storefront-') || isAtWidget(active.shadowRoot?.activeElement))

/** Language of the place where a node stands, beyond the borders of shadow trees; empty where nobody says it. */
function languageAround(node: Element): string {
  const said = node.closest<HTMLElement>('[lang]')?.lang
  const { host } = node.getRootNode() as Partial<ShadowRoot>
  return said ?? (host ? languageAround(host) : '')
}

/** What a page says its language is, or the browser, as a language tag (BCP 47); some pages write "en_US". */
function tagOf(said: string): string {
  const tag = said || (navigator.languages.find((tag) => languages.test(tag)) ?? navigator.language)
  try {
    return new Intl.Locale(tag.replace('_', '-')).toString()
  } catch {
    return 'en'
  }
}

/**
 * Says what language the words are in where it is not the one of the place (WCAG 3.1.2), and lets Arabic run from right to left wherever it
 * stands. A shop that says it in words of its own says it in the language of the place.
 */
function mark({ renderRoot, messages }: Speaker, spoken: string, said: string): void {
  const content = renderRoot.firstElementChild as HTMLElement | null
  if (!content) return
  content.lang = spoken
  if (messages || said.split(/[-_]/, 1)[0] === spoken) content.removeAttribute('lang')
  if (spoken === 'ar') content.dir = 'rtl'
  else content.removeAttribute('dir')
}

/** Lets all widgets of the page look at their language again, each once its words are there. */
export function refresh(root: ParentNode = document): void {
  for (const element of root.querySelectorAll<Element & Partial<Speaker>>('*')) {
    const [, widget] = /^storefront-(.+)/.exec(element.localName) ?? []
    if (widget) void Promise.resolve(wordsIn(tagOf(languageAround(element)), widget as Widget)).then(() => element.requestUpdate?.())
    else if (element.shadowRoot) refresh(element.shadowRoot)
  }
}
