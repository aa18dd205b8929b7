import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { languages as ofWidgets } from '../../src/contract/languages.ts'
import { messages as english } from '../../src/i18n/english/protection.ts'
import { woocommerceFolder } from './woocommerce.ts'

/** The plugin itself is in English. */
const languages = ofWidgets.filter((language) => language !== 'en')
/** Widgets may say where a long word breaks. */
const withoutHyphens = (text: string) => text.replaceAll('\u00ad', '')

/** The functions of WordPress that translate, with a text in single or double quotes. */
const translated = /\b(?:__|_e|esc_html__|esc_html_e|esc_attr__|esc_attr_e|_n)\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/g
/** An entry of a file of translations. */
const entry = /^\t\t'((?:[^'\\]|\\.)*)'\s+=>\s+'((?:[^'\\]|\\.)*)',$/gm

const unquote = (text: string) => text.replace(/\\(['"\\])/g, '$1')

/** The name of the plugin, which is the same in all languages. */
const name = 'Storefront widgets'

/** The texts of the plugin in English. */
function readWords(): Set<string> {
  const words = new Set<string>()
  const files = readdirSync(woocommerceFolder, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'))
  for (const file of files.filter((one) => one.endsWith('.php') && !one.startsWith('languages/')))
    for (const [, single, double] of readFileSync(join(woocommerceFolder, file), 'utf8').matchAll(translated)) words.add(unquote(single ?? double!))
  words.delete(name)
  return words
}

const translationsOf = (language: string) => join(woocommerceFolder, `languages/storefront-widgets-${language}.l10n.php`)

/** The translations of a language, by the English text. */
function readTranslations(language: string): Map<string, string> {
  const text = readFileSync(translationsOf(language), 'utf8')
  return new Map([...text.matchAll(entry)].map(([, source, target]) => [unquote(source!), unquote(target!)]))
}

/** The placeholders of a text, sorted: `%s`, `%1$d`. */
const placeholders = (text: string) => (text.match(/%(?:\d+\$)?[sd]/g) ?? []).sort().join()

/** Finds the faults of the plugin's translations: a text that a language lacks, a text that the plugin does not use, a fee with another name than in the widget. */
export async function languageFaults(): Promise<string[]> {
  const words = readWords()
  const faults: string[] = []
  const there = readdirSync(join(woocommerceFolder, 'languages')).filter((file) => file.endsWith('.l10n.php'))
  for (const file of there)
    if (!languages.some((language) => basename(file) === `storefront-widgets-${language}.l10n.php`))
      faults.push(`${file} is none of the languages of the widgets`)
  for (const language of languages) {
    if (!existsSync(translationsOf(language))) {
      faults.push(`${translationsOf(language)} is missing`)
      continue
    }
    const texts = readTranslations(language)
    const { messages } = (await import(`../../src/i18n/translations/${language}/protection.ts`)) as { messages: typeof english }
    for (const text of words) if (!texts.has(text)) faults.push(`${language}: "${text}" is not translated`)
    for (const [text, translation] of texts) {
      if (!words.has(text)) faults.push(`${language}: the plugin does not say "${text}"`)
      if (placeholders(text) !== placeholders(translation)) faults.push(`${language}: the translation of "${text}" has other placeholders`)
    }
    const label = withoutHyphens(messages.label)
    if (texts.get(english.label) !== label) faults.push(`${language}: the widget says "${label}", not "${texts.get(english.label) ?? 'nothing'}"`)
  }
  return faults
}
