import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import * as de from '../../src/messages/de.ts'
import * as en from '../../src/messages/en.ts'
import * as fr from '../../src/messages/fr.ts'
import { words } from '../../vite/words.ts'

type Text = string | Record<string, string>
type Parts = Record<string, Record<string, Text>>

const languages = words as Record<string, Parts>

const formsOf = (text: Text) => (typeof text === 'string' ? [text] : Object.values(text))
const placesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, place]) => place!).sort()
const textsOf = (parts: Parts) =>
  Object.entries(parts).flatMap(([part, words]) => Object.entries(words).map(([name, text]) => ({ part, name, text, at: `${part}.${name}` })))

describe('the words of every language', () => {
  test('stand in one file each, which the build and the elements know', () => {
    const files = readdirSync('src/messages').sort()
    const known = /^const languages = \/\^\((.*)\)/m.exec(readFileSync('src/translations.ts', 'utf8'))![1]!.split('|')

    assert.deepEqual(
      files,
      Object.keys(languages).map((name) => `${name}.ts`),
    )
    assert.deepEqual(known.sort(), Object.keys(languages))
  })

  for (const [language, parts] of Object.entries(languages)) {
    test(`${language}: has each part and name that English has, and no other`, () => {
      assert.deepEqual(Object.keys(parts).sort(), Object.keys(en).sort())
      for (const [part, words] of Object.entries(parts)) assert.deepEqual(Object.keys(words).sort(), Object.keys((en as Parts)[part]!).sort(), part)
    })

    test(`${language}: leaves the same places to fill in as English does`, () => {
      for (const { part, name, text, at } of textsOf(parts)) {
        const english = (en as Parts)[part]![name]!
        assert.equal(typeof text, typeof english, at)
        const general = (one: Text) => (typeof one === 'string' ? one : one.other!)
        assert.deepEqual(placesIn(general(text)), placesIn(general(english)), at)
        // "A minute" needs no number, but no form needs anything else.
        for (const form of formsOf(text)) for (const place of placesIn(form)) assert.ok(placesIn(general(english)).includes(place), at)
      }
    })

    test(`${language}: has a text for each way in which it counts`, () => {
      const rules = new Intl.PluralRules(language)
      const ways = [...new Set(Array.from({ length: 201 }, (_, number) => rules.select(number)))].sort()

      for (const { text, at } of textsOf(parts)) if (typeof text !== 'string') assert.deepEqual(Object.keys(text).sort(), ways, at)
    })

    test(`${language}: says something, without space around it`, () => {
      for (const { text, at } of textsOf(parts)) for (const form of formsOf(text)) assert.match(form, /^\S(.*\S)?$/, at)
    })

    test(`${language}: never calls protection insurance`, () => {
      const insurance = /insur|assur|versicher|seguro|asegur|segur[ao]|assicura|verzeker|保険|تأمين|تامين|مؤم[ّ]?ن/i
      for (const { part, text, at } of textsOf(parts)) if (/protection/i.test(part)) for (const form of formsOf(text)) assert.doesNotMatch(form, insurance, at)
    })
  }

  test('speak to the reader in one way throughout each language', () => {
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

  test('leave no French mark alone on a line', () => {
    for (const { text, at } of textsOf(fr)) for (const form of formsOf(text)) assert.doesNotMatch(form, / [:;?!»]/, at)
  })

  test('ask for no German case but that in which days are counted', () => {
    for (const { text, at } of textsOf(de)) for (const form of formsOf(text)) assert.doesNotMatch(form, /(seit|nach|vor|in|mit|von|zu|binnen) \{days\}/i, at)
  })

  test('each name of a widget stands for one text, whatever part says it', () => {
    for (const widget of ['protection', 'loyalty', 'tracking']) {
      const names = textsOf(en).flatMap(({ part, name }) => (part.startsWith(widget) ? [name] : []))

      assert.ok(names.length > 5, widget)
      assert.deepEqual(
        names.filter((name, place) => names.indexOf(name) !== place),
        [],
      )
    }
  })

  test('the way out of a contract is named as the law wants it named in Germany (§ 312k BGB)', () => {
    assert.equal(de.loyalty.cancelLink, 'Verträge hier kündigen')
    assert.equal(de.loyaltyActs.cancelNow.toLowerCase(), 'jetzt kündigen')
  })
})
