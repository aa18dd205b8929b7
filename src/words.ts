/** Puts values into the `{name}` places of a text. */
export const fill = (text: string, values: Record<string, string | number>) =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))

/** The language that an element speaks: its own, the page's, the reader's; English where that is no language tag (BCP 47). Pages write "en_US", too. */
export function languageOf(element: HTMLElement): string {
  const lang = element.closest<HTMLElement>('[lang]')?.lang || document.documentElement.lang || navigator.language
  try {
    return String(new Intl.Locale(lang.replace('_', '-')))
  } catch {
    return 'en'
  }
}
