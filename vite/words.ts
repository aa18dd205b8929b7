import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import * as ar from '../src/messages/ar.ts'
import * as de from '../src/messages/de.ts'
import * as en from '../src/messages/en.ts'
import * as es from '../src/messages/es.ts'
import * as fr from '../src/messages/fr.ts'
import * as it from '../src/messages/it.ts'
import * as ja from '../src/messages/ja.ts'
import * as nl from '../src/messages/nl.ts'
import * as pt from '../src/messages/pt.ts'

/** The words in every language, by its code. */
export const words: Record<string, Record<string, object>> = { ar, de, en, es, fr, it, ja, nl, pt }

const otherLanguages = Object.keys(words).filter((language) => language !== 'en')

const translations = '/src/translations.ts'

/** Part of the name of all these files, so that none is read together with one of another release; the script tag knows them by it, too. */
const wordsVersion = createHash('sha256')
  .update(JSON.stringify({ ...words, en: undefined }) + readFileSync(new URL(`..${translations}`, import.meta.url), 'utf8'))
  .digest('base64url')
  .replace(/[^a-z\d]/gi, '')
  .slice(0, 6)

/** An import of English words by the code that says them, the part by its name. */
const english = /import \{ (\w+)( as \w+)? \} from '((?:\.\.\/)+messages\/en\.ts)'/g

/** How the code asks for another language's words. */
const fetching = 'import(`./messages/${language}.ts`)'

/** Where the code that fetches words early is told of the languages that there are. */
const early = '/src/early-words.ts'
const place = 'other-languages'

const fileOfWords = /^\0words:(\w+)-(\w+)$|\/messages\/en\.ts\?(\w+)$/

/**
 * Hands every file that has something to say its own words alone, out of a language's one file: the English ones as its own, those of another
 * language in a file for each part and language, in that folder.
 */
export function wordsByPart(folder: string): Plugin {
  return {
    name: 'words-by-part',
    enforce: 'pre',
    config: () => ({ define: { wordsVersion: JSON.stringify(wordsVersion) } }),
    buildStart() {
      const emit = (id: string, name: string) => this.emitFile({ type: 'chunk', id, fileName: `${folder}${name}-${wordsVersion}.js` })
      emit(translations, 'words')
      for (const lang of otherLanguages) for (const part in words[lang]) emit(`\0words:${part}-${lang}`, `${part}-${lang}`)
    },
    resolveId: (id) => (fileOfWords.test(id) ? id : undefined),
    load(id) {
      const [, part, lang = 'en', englishPart = part] = fileOfWords.exec(id) ?? []
      if (!englishPart) return
      const texts = words[lang]?.[englishPart]
      if (!texts) throw new Error(`${id}: there is no such part`)
      return `export const ${englishPart} = ${JSON.stringify(texts)}`
    },
    transform(code, id) {
      if (id.endsWith(translations)) {
        if (!code.includes(fetching)) throw new Error(`${id} no longer asks for words by ${fetching}`)
        return { code: code.replace(fetching, `import(/* @vite-ignore */ \`./\${part}-\${language}-${wordsVersion}.js\`)`), map: null }
      }
      if (id.endsWith(early)) {
        if (!code.includes(place)) throw new Error(`${id} has no place for the languages, ${place}`)
        return { code: code.replace(place, otherLanguages.join('|')), map: null }
      }
      if (!id.endsWith('.ts') || !code.includes('messages/en.ts')) return
      code = code.replace(english, (_, part: string, alias = '', file: string) => `import { ${part}${alias} } from '${file}?${part}'`)
      if (/^import (?!type ).*messages\/en\.ts'/m.test(code)) throw new Error(`${id}: one part of the English words is imported by its name, not more at once`)
      return { code, map: null }
    },
    // Bundlers of applications shall look for these files.
    renderChunk: (code) => code.replace(/\/\* @vite-ignore \*\/\s*(?=`\.\/\$\{)/, ''),
  }
}
