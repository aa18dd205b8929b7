import type { Widget } from './localize.ts'

/** Starts to load the translation for an element while the widget's code is loading. Does nothing for English. */
export function loadWordsEarly(widget: Widget, element: Element): void {
  if (/^en\b/.test(element.closest<HTMLElement>('[lang]')?.lang || navigator.language)) return
  import('./translate.ts').then(({ loadEarly }) => loadEarly(widget, element)).catch(() => undefined)
}
