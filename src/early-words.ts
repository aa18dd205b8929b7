/** The version in the names of all files of words; the build puts it here, and the languages other than English below. */
declare const wordsVersion: string

/** Whoever takes the promise deals with its failure; until then it is nobody's. */
export function quietly<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => {})
  return promise
}

/**
 * Fetches the words of that part in the language of the place where an element stands, unless it is English, before the code is there that will
 * import them; their failure is that code's to deal with.
 */
export function fetchWordsEarly(base: string, part: string, element: Element): void {
  const found = /^(other-languages)\b/.exec(element.closest<HTMLElement>('[lang]')?.lang || navigator.language)
  if (found) ['words', `${part}-${found[0]}`].forEach((name) => quietly(import(/* @vite-ignore */ `${base}assets/${name}-${wordsVersion}.js`)))
}
