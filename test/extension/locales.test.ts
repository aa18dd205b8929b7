import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { extensionsFolder, readExtensions } from '../../scripts/build/extensions.ts'
import { extensionLocales, shopifyLanguages } from '../../scripts/extension-locales.ts'

const languages = shopifyLanguages.map((language) => (language === 'en' ? 'en.default' : language))

/** The keys of all texts, with those of the groups that they are in. */
const keysOf = (texts: object): string[] =>
  Object.entries(texts).flatMap(([key, text]) => (typeof text === 'string' ? key : keysOf(text as object).map((inner) => `${key}.${inner}`)))

const read = (handle: string, file: string) => readFileSync(join(extensionsFolder, handle, file), 'utf8')
const keysIn = (handle: string, language: string) => keysOf(JSON.parse(read(handle, `locales/${language}.json`)) as object).sort()

describe('the texts of the extensions', () => {
  test('are those of the sources: npm run locales writes them', async () => {
    for (const [path, content] of await extensionLocales()) assert.equal(readFileSync(path, 'utf8'), content, path)
  })

  for (const handle of readExtensions().keys()) {
    test(`of ${handle} are in every language, all of them, and none is empty`, () => {
      assert.deepEqual(
        readdirSync(join(extensionsFolder, handle, 'locales')).sort(),
        languages.map((language) => `${language}.json`),
      )
      for (const language of languages) {
        assert.deepEqual(keysIn(handle, language), keysIn(handle, 'en.default'), language)
        assert.doesNotMatch(read(handle, `locales/${language}.json`), /: "\s*"/)
      }
    })

    test(`of ${handle} name each setting, of which Shopify takes twenty`, () => {
      const toml = read(handle, 'shopify.extension.toml')
      const named = [...toml.matchAll(/"t:([\w.]+)"/g)].map(([, key]) => key!)

      assert.deepEqual(
        named.filter((key) => !keysIn(handle, 'en.default').includes(key)),
        [],
      )
      assert.ok(named.filter((key) => key.startsWith('settings.')).length > 0)
      assert.ok(toml.match(/settings\.fields\]\]/g)!.length <= 20)
    })
  }
})
