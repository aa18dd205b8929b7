import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'

interface Term {
  concept: string
  term: string
  avoid: string[]
}

const concepts = ['protection', 'credits', 'tier', 'claim', 'package', 'estimated arrival', 'redeem', 'carrier']

const pageOf = (language: string) => readFileSync(`docs/words/${language}.md`, 'utf8')

/** The rows of a style page's table of terms. */
const termsOf = (language: string): Term[] =>
  [
    ...pageOf(language)
      .split('## Terms')[1]!
      .split('\n## ')[0]!
      .matchAll(/^\| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm),
  ]
    .map(([, concept, term, avoid]) => ({ concept: concept!, term: term!, avoid: avoid!.split(', ') }))
    .filter(({ concept }) => !/^(Concept|-+)$/.test(concept))

/** All texts of a language, without soft hyphens and placeholders. */
async function textsOf(language: string): Promise<string[]> {
  const folder = language === 'en' ? 'english' : `translations/${language}`
  const files = await Promise.all(
    readdirSync(`src/i18n/${folder}`).map((file) => import(`../../src/i18n/${folder}/${file}`) as Promise<{ messages: Record<string, string | object> }>),
  )
  const texts = files
    .flatMap(({ messages }) => Object.values(messages))
    .flatMap((text) => (typeof text === 'string' ? [text] : (Object.values(text) as string[])))
  return texts.map((text) => text.replaceAll('\u00ad', '').replaceAll(/\{\w+\}/g, ''))
}

/** Whether a text has the word by itself. Japanese and Arabic join words with others. */
const has = (text: string, word: string, language: string) =>
  /ja|ar/.test(language) ? text.includes(word) : new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'iu').test(text)

describe('the style page of each language', () => {
  for (const language of ['en', ...readdirSync('src/i18n/translations')]) {
    test(`${language}: says how to address shoppers, how to write numbers and dates, and which terms to use`, () => {
      assert.ok(existsSync(`docs/words/${language}.md`), `docs/words/${language}.md is missing`)
      for (const heading of ['Address and tone', 'Letters, numbers and dates', 'Terms', 'Do and don’t'])
        assert.match(pageOf(language), new RegExp(`^## ${heading}$`, 'm'))
      const named = termsOf(language).map(({ concept }) => concept)
      assert.deepEqual(
        concepts.filter((concept) => !named.includes(concept)),
        [],
      )
    })

    test(`${language}: the texts use its terms, and no other words for them`, async () => {
      const texts = await textsOf(language)
      for (const { concept, term, avoid } of termsOf(language)) {
        assert.ok(
          texts.some((text) => text.toLowerCase().includes(term.toLowerCase())),
          `${concept}: ${term}`,
        )
        for (const word of avoid)
          assert.deepEqual(
            texts.filter((text) => has(text, word, language)),
            [],
            `${concept}: not ${word}`,
          )
      }
    })

    test(`${language}: a text that it recommends for a term is one that shoppers see`, async () => {
      const texts = await textsOf(language)
      const [, recommended = ''] = /^\| Do \|.*\n.*\n\| .*\n\| (.*?) \|/m.exec(pageOf(language)) ?? []
      assert.ok(language === 'en' || texts.includes(recommended), recommended)
    })
  }
})
