import type { Widget } from './localize.ts'

/** Loads the words of a widget for the place where an element stands, unless those are English, while the code that needs them is loading. */
export function loadWordsEarly(widget: Widget, element: Element): void {
  if (/^en\b/.test(element.closest<HTMLElement>('[lang]')?.lang || navigator.language)) return
  import('./translate.ts').then(({ loadEarly }) => loadEarly(widget, element)).catch(() => undefined)
}
