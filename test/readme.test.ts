import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { settings } from '../proxy/config/config.ts'
import { merchant } from '../proxy/merchant/merchant.ts'
import { themeStyles } from '../src/theme.styles.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { scripts: Record<string, string> }

describe('README', () => {
  test('names every setting with what the proxy says of it, and no other', () => {
    const rows = [...readme.matchAll(/^\| `([A-Z_]+)` \| [^|]* \| (.+) \|$/gm)].map(([, name, meaning]) => [name, meaning])
    assert.deepEqual(
      rows,
      Object.entries(settings.shape).map(([name, { description }]) => [name, description]),
    )
  })

  test('links to files that are there', () => {
    const links = [...readme.matchAll(/\]\((?!https?:|#)([^)]+)\)/g)].map(([, path]) => path!)
    assert.ok(links.length > 10)
    assert.deepEqual(
      links.filter((path) => !existsSync(new URL(`../${path}`, import.meta.url))),
      [],
    )
  })

  test('keeps the room of the toggle by the lines that shops are given', () => {
    const [, block = ''] = /```css\n(storefront-protection[^`]*)```/.exec(readme) ?? []
    const style = readFileSync(new URL('../shops/html/storefront-widgets.css', import.meta.url), 'utf8')
    assert.ok(block && block.split('\n').every((line) => style.includes(line)), block)
  })

  test('names commands that there are', () => {
    const named = [...readme.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name!)
    assert.deepEqual(
      named.filter((name) => !(name in scripts)),
      [],
    )
  })

  test("names every route for the merchant's backend, and no other", () => {
    const routes = [...readme.matchAll(/`((?:GET|POST|PATCH) \/v1\/merchant\/[^`]+)`/g)].map(([, route]) => route!.replace(/:\w+/g, ':id'))
    const served = Object.values(merchant).map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':id')}`)
    assert.deepEqual([...new Set(routes)].sort(), served.sort())
  })

  test('names every custom property that all widgets share, and no other', () => {
    const shared = [...themeStyles.cssText.matchAll(/var\((--storefront-[\w-]+)/g)].map(([, name]) => name!)
    const named = [...(/\*\*4\. Look\.\*\*.*/.exec(readme)?.[0] ?? '').matchAll(/--storefront-[\w-]+/g)].map(([name]) => name)
    assert.deepEqual(named.sort(), [...new Set(shared)].sort())
  })
})
