import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { describe, test } from 'node:test'
import { createClaims, createServices } from '../../proxy/upstream/services.ts'
import { catalogue } from '../../proxy/upstream/catalogue.ts'
import { readServices } from '../../proxy/config/config.ts'
import { code } from '../../scripts/reference/markdown.ts'
import { pages } from '../../scripts/reference/pages.ts'
import { assumptions } from './assumptions.ts'
import { checks } from './checks.ts'
import { ownSide } from './own-side.ts'
import { sentences } from './sentences.ts'

const named = new Set(checks.flatMap(({ sentences }) => sentences))
const settling = new Set(Object.values(sentences).flatMap(([, ...settledBy]) => settledBy))

describe('the conformance checks', () => {
  test('leave no sentence of either document out', () => {
    assert.deepEqual(
      Object.keys(sentences).filter((number) => !named.has(number) && !(number in ownSide)),
      [],
    )
    assert.ok(Object.keys(sentences).length > 270)
  })

  test('name no sentence that binds the merchant’s side: tests of this project are named for those, and they are there', () => {
    for (const [number, tests] of Object.entries(ownSide)) {
      assert.ok(number in sentences || number in assumptions, number)
      assert.ok(!named.has(number), `a check of the stand-ins names ${number}`)
      for (const [file, title] of tests) assert.ok(readFileSync(file, 'utf8').includes(`test('${title}'`), `${file} has no test "${title}"`)
    }
  })

  test('leave out no assumption that settles a sentence', () => {
    assert.deepEqual(
      [...settling].filter((number) => !named.has(number) && !(number in ownSide)),
      [],
    )
  })

  test('name sentences and assumptions that there are, and each at most once', () => {
    for (const check of checks) {
      assert.deepEqual(
        check.sentences.filter((number) => !(number in sentences) && !(number in assumptions)),
        [],
        check.title,
      )
      assert.equal(new Set(check.sentences).size, check.sentences.length, check.title)
    }
    assert.deepEqual(
      [...settling].filter((number) => !(number in assumptions)),
      [],
    )
  })

  test('have titles of their own', () => {
    const titles = checks.map(({ title }) => title)
    assert.deepEqual(
      titles.filter((title, index) => titles.indexOf(title) < index),
      [],
    )
  })

  test('settle everything that a document says it does not show', () => {
    const open = Object.entries(sentences).filter(([, [words]]) => words.includes('not shown'))
    assert.ok(open.length > 20)
    assert.deepEqual(
      open.filter(([, [, ...settledBy]]) => settledBy.length === 0).map(([number]) => number),
      [],
    )
  })
})

describe('the pages of reference', () => {
  for (const [file, make] of Object.entries(pages))
    test(`${file} is up to date; npx tsx scripts/reference.ts writes it anew`, async () => {
      const made = await make()
      assert.ok(readFileSync(file, 'utf8') === made, `${file} is stale`)
      const links = [...made.matchAll(/\]\((?!#|https?:)([^)#]+)/g)].map(([, link]) => join(dirname(file), link!))
      assert.deepEqual(
        links.filter((link) => !existsSync(link)),
        [],
      )
    })

  test('the list of endpoints has a row for each operation and event, and each client function is there', async () => {
    const page = await pages['docs/endpoints.md']!()
    const services = createServices(readServices(access, 'loyalty', 'protection', 'track'))
    const clients = {
      loyalty: services.loyalty?.admin,
      loyaltyStorefront: services.loyalty?.storefront,
      protection: services.protection,
      track: services.track,
      claims: createClaims('http://127.0.0.1:9', 'key'),
    }
    for (const [family, { operations }] of Object.entries(catalogue))
      for (const [verb, { method, path }] of Object.entries(operations)) {
        assert.ok(page.includes(`| ${code(`${method} ${path}`)} |`), `${method} ${path}`)
        assert.equal(typeof (clients[family as keyof typeof clients] as Record<string, unknown> | undefined)?.[verb], 'function', verb)
      }
    assert.deepEqual(
      [...page.matchAll(/^## .* \((\d+)\)$/gm)].map(([, count]) => Number(count)),
      [28, 11, 8, 2, 3, 8],
    )
  })
})

const access = {
  LOYALTY_BASE_URL: 'http://127.0.0.1:9/loyalty',
  LOYALTY_API_KEY: 'a-key-that-opens-nothing',
  PROTECTION_BASE_URL: 'http://127.0.0.1:9/protection/api/v1',
  PROTECTION_API_KEY: 'a-key-that-opens-nothing',
  TRACK_BASE_URL: 'http://127.0.0.1:9/track',
}
