import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { languages as listed } from '../../src/contract/languages.ts'

type Text = string | Record<string, string>
/** The texts of one language, by widget. */
type Parts = Record<string, Record<string, Text>>

const widgets = ['protection', 'loyalty', 'tracking']

const textsIn = async (path: string) => ((await import(`../../src/i18n/${path}`)) as { messages: Record<string, Text> }).messages

/** The English texts of a widget, file by file. */
const englishFilesOf = (widget: string) =>
  Promise.all(
    readdirSync('src/i18n/english')
      .filter((name) => name.startsWith(widget))
      .map((file) => textsIn(`english/${file}`)),
  )

const englishOf = async (widget: string): Promise<Record<string, Text>> => Object.assign({}, ...(await englishFilesOf(widget))) as Record<string, Text>

const byWidget = async (textsOf: (widget: string) => Promise<Record<string, Text>>): Promise<Parts> =>
  Object.fromEntries(await Promise.all(widgets.map(async (widget) => [widget, await textsOf(widget)] as const)))

const en = await byWidget(englishOf)
const translated = readdirSync('src/i18n/translations')
const languages: Record<string, Parts> = { en }
for (const language of translated) languages[language] = await byWidget((widget) => textsIn(`translations/${language}/${widget}.ts`))

const formsOf = (text: Text) => (typeof text === 'string' ? [text] : Object.values(text))
const placesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, place]) => place!).sort()
const textsOf = (parts: Parts) =>
  Object.entries(parts).flatMap(([part, words]) => Object.entries(words).map(([name, text]) => ({ part, name, text, at: `${part}.${name}` })))

/** The plural forms that a text needs. The types ask for `other` in every language, also where whole numbers never have it. */
function pluralFormsOf(language: string): string[] {
  const rules = new Intl.PluralRules(language)
  return [...new Set(['other', ...Array.from({ length: 201 }, (_, number) => rules.select(number))])].sort()
}

describe('the texts of every language', () => {
  test('are in one file per widget, and the list of languages names each language', () => {
    for (const language of translated) assert.deepEqual(readdirSync(`src/i18n/translations/${language}`).sort(), widgets.map((name) => `${name}.ts`).sort())
    assert.deepEqual([...listed].sort(), Object.keys(languages).sort())
  })

  test('are counted in the README and in the description of the plugin', () => {
    const counts = ['nine', 'ten', 'eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen']

    for (const page of ['README.md', 'shops/woocommerce/storefront-widgets/readme.txt']) {
      // The changelog of the plugin is about the time of a release.
      const [description] = readFileSync(page, 'utf8').split('== Changelog ==')
      const numbers = [...description!.matchAll(/\b(\w+) languages/g)].map(([, number]) => number)
      assert.deepEqual([...new Set(numbers)], [counts[listed.length - 9]], page)
    }
  })

  for (const [language, parts] of Object.entries(languages)) {
    test(`${language}: has the same text names as English`, () => {
      for (const [part, words] of Object.entries(parts)) assert.deepEqual(Object.keys(words).sort(), Object.keys(en[part]!).sort(), part)
    })

    test(`${language}: has the same placeholders as English`, () => {
      for (const { part, name, text, at } of textsOf(parts)) {
        const english = en[part]![name]!
        assert.equal(typeof text, typeof english, at)
        const general = (one: Text) => (typeof one === 'string' ? one : one.other!)
        assert.deepEqual(placesIn(general(text)), placesIn(general(english)), at)
        // A plural form may omit a placeholder ("A minute"), but may not add one.
        for (const form of formsOf(text)) for (const place of placesIn(form)) assert.ok(placesIn(general(english)).includes(place), at)
      }
    })

    test(`${language}: has a text for each plural form of the language`, () => {
      for (const { text, at } of textsOf(parts)) if (typeof text !== 'string') assert.deepEqual(Object.keys(text).sort(), pluralFormsOf(language), at)
    })

    test(`${language}: has no empty text, and no space around a text`, () => {
      for (const { text, at } of textsOf(parts)) for (const form of formsOf(text)) assert.match(form, /^\S(.*\S)?$/, at)
    })

    test(`${language}: never calls protection insurance`, () => {
      const insurance = /insur|assur|versicher|seguro|asegur|segur[ao]|assicura|verzeker|保険|تأمين|تامين|مؤم[ّ]?ن/i
      for (const { part, text, at } of textsOf(parts)) if (/protection/i.test(part)) for (const form of formsOf(text)) assert.doesNotMatch(form, insurance, at)
    })
  }

  test('a language whose whole numbers never have the form "other" needs it, too', () => {
    assert.deepEqual(pluralFormsOf('pl'), ['few', 'many', 'one', 'other'])
    assert.deepEqual(pluralFormsOf('de'), ['one', 'other'])
    assert.deepEqual(pluralFormsOf('ja'), ['other'])
  })

  test('keep one form of address and one vocabulary within each language', () => {
    const other: Record<string, RegExp> = {
      de: /(?<!\p{L})(du|dich|dir|deine?[mnrs]?)(?!\p{L})/iu,
      es: /(?<!\p{L})(ustede?s?|inténtelo)(?!\p{L})|Su pedido/iu,
      fr: /(?<!\p{L})(tu|toi|ton|tes)(?!\p{L})/iu,
      it: /(?<!\p{L})(Lei|Suo|Sua|[Rr]iprovi)(?!\p{L})/u,
      ja: /補償|配送業者|[?!:]/u,
      nl: /(?<!\p{L})uw?(?!\p{L})/iu,
      pt: /encomenda|(está|estamos) a \p{L}+r(?!\p{L})|(para|sem) si(?!\p{L})/iu,
    }
    for (const [language, pattern] of Object.entries(other))
      for (const { text, at } of textsOf(languages[language]!)) for (const form of formsOf(text)) assert.doesNotMatch(form, pattern, `${language} ${at}`)
  })

  test('have no breaking space before a French punctuation mark', () => {
    for (const { text, at } of textsOf(languages.fr!)) for (const form of formsOf(text)) assert.doesNotMatch(form, / [:;?!»]/, at)
  })

  test('have no German preposition before {days} that would require another case', () => {
    for (const { text, at } of textsOf(languages.de!))
      for (const form of formsOf(text)) assert.doesNotMatch(form, /(seit|nach|vor|in|mit|von|zu|binnen) \{days\}/i, at)
  })

  for (const widget of widgets)
    test(`each text name of ${widget} is defined in only one English file`, async () => {
      const names = (await englishFilesOf(widget)).flatMap((texts) => Object.keys(texts))

      assert.ok(names.length > 5)
      assert.deepEqual(
        names.filter((name, place) => names.indexOf(name) !== place),
        [],
      )
    })

  test('the German link and button to cancel have the wording that § 312k BGB requires', () => {
    assert.equal(languages.de!.loyalty!.cancelLink, 'Verträge hier kündigen')
    assert.match(String(languages.de!.loyalty!.cancelNow), /^jetzt kündigen$/i)
  })
})
