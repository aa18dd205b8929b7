/** Puts values into the `{name}` places of a text. */
export const fill = (text: string, values: Record<string, string | number>) =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))

/** The language that an element speaks: its own, the page's, the reader's. */
export const languageOf = (element: HTMLElement): string => element.closest<HTMLElement>('[lang]')?.lang || document.documentElement.lang || navigator.language
