import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { extensionFolder, readSchema } from '../../demo/shop/embeds/extension.ts'
import { findTopic } from '../../proxy/platforms/platform.ts'
import { shopify } from '../../proxy/platforms/shopify.ts'
import { shopifyLanguages } from '../../scripts/extension-locales.ts'
import { checkTheme } from './theme-checker.ts'

const blocks = readdirSync(`${extensionFolder}/blocks`).map((file) => file.replace('.liquid', ''))
const locales = readdirSync(`${extensionFolder}/locales`)

/** All texts of a locale file, by their dotted keys. */
function wordsIn(file: string): [key: string, words: string][] {
  const walk = (value: unknown, path: string[]): [string, string][] =>
    typeof value === 'string' ? [[path.join('.'), value]] : Object.entries(value as object).flatMap(([name, each]) => walk(each, [...path, name]))
  return walk(JSON.parse(readFileSync(`${extensionFolder}/locales/${file}`, 'utf8')), [])
}

describe('the theme app extension', () => {
  test("passes the platform's own theme checker", async () => {
    const { files, offences } = await checkTheme(extensionFolder, 'theme-app-extension')

    assert.deepEqual(offences, [])
    assert.equal(files, blocks.length + readdirSync(`${extensionFolder}/snippets`).length + locales.length)
  })

  test('would not pass with a faulty block', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'extension-'))
    await cp(extensionFolder, folder, { recursive: true })
    const file = join(folder, 'blocks/tracking.liquid')
    await writeFile(file, `{{ 'no.words' | t }}{{ nothing | no_filter }}{% render 'no-snippet' %}\n${await readFile(file, 'utf8')}`)

    const { offences } = await checkTheme(folder, 'theme-app-extension')

    await rm(folder, { recursive: true })
    for (const check of ['TranslationKeyExists', 'UndefinedObject', 'UnknownFilter', 'MissingTemplate'])
      assert.ok(
        offences.some((line) => line.includes(check)),
        `${check} in ${offences.join('\n')}`,
      )
  })

  test('has settings of kinds that the theme editor knows', async () => {
    const { offences } = await checkTheme(extensionFolder, 'recommended')

    // To a theme's own blocks these two attributes are unknown; all else is said alike.
    const known = /ValidSchema: Property (target|enabled_on) is not allowed\./
    assert.deepEqual(
      offences.filter((line) => line.includes('ValidSchema') && !known.test(line)),
      [],
    )
    assert.ok(offences.some((line) => known.test(line)))
  })

  for (const block of blocks)
    test(`names "${block}" in 25 characters at most, and every text of its settings in every language`, () => {
      const { name, target, settings } = readSchema(block)
      const keys = JSON.stringify([name, settings])
        .match(/t:[\w.]+/g)!
        .map((key) => key.slice(2))
      const ids = settings.flatMap(({ id }) => id ?? [])

      assert.equal(target, block === 'embed' ? 'head' : 'section')
      assert.equal(new Set(ids).size, ids.length)
      for (const file of locales.filter((each) => each.endsWith('.schema.json'))) {
        const words = new Map(wordsIn(file))
        for (const key of keys) assert.ok(words.get(key), `${file} lacks ${key}`)
        assert.ok(words.get(name.slice(2))!.length <= 25, `${file}: ${words.get(name.slice(2))}`)
      }
    })

  test('speaks every language of the widgets, as the platform names it, and says the same in each', () => {
    const names = shopifyLanguages.map((language) => (language === 'en' ? 'en.default' : language))

    assert.deepEqual(locales, names.flatMap((name) => [`${name}.json`, `${name}.schema.json`]).sort())
    for (const file of locales) {
      const english = file.endsWith('.schema.json') ? 'en.default.schema.json' : 'en.default.json'
      assert.deepEqual(wordsIn(file).map(([key]) => key), wordsIn(english).map(([key]) => key), file) // prettier-ignore
    }
  })

  test('never calls protection an insurance, in any language', () => {
    const words = /insur|versicher|assuranc|assicur|segur|verzeker|保険|تأمين/i

    for (const file of locales) for (const [key, text] of wordsIn(file)) assert.doesNotMatch(text, words, `${file}: ${key}`)
    for (const file of readdirSync(`${extensionFolder}/snippets`)) assert.doesNotMatch(readFileSync(`${extensionFolder}/snippets/${file}`, 'utf8'), words, file)
  })
})

describe("the app's configuration", () => {
  const config = readFileSync(join(extensionFolder, '../../shopify.app.toml'), 'utf8')

  test('sends each topic to the address of that topic', () => {
    const pairs = [...config.matchAll(/topics = \["([^"]+)"\]\s+uri = "https:\/\/widgets\.example\.com\/v1\/platforms\/shopify\/([^"]+)"/g)]
    const sent = pairs.map(([, topic]) => topic!)

    for (const [, topic, address] of pairs) assert.equal(findTopic(shopify, address!)?.name, topic)
    // What these two say, orders/updated says too.
    const taken = shopify.topics.map(({ name }) => name).filter((name) => !/^orders\/(partially_)?fulfilled$/.test(name))
    assert.deepEqual(sent.sort(), taken.sort())
  })

  test('has the app proxy where the loyalty block looks for it', () => {
    const [, prefix] = /^prefix = "(.*)"$/m.exec(config)!
    const [, subpath] = /^subpath = "(.*)"$/m.exec(config)!
    const setting = readSchema('loyalty').settings.find(({ id }) => id === 'proxy_path')

    assert.equal(setting?.default, `/${prefix}/${subpath}`)
  })
})
