import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { describe, test } from 'node:test'
import { merchant } from '../proxy/merchant/merchant.ts'
import { panelStyles } from '../src/panel.styles.ts'
import { themeStyles } from '../src/theme.styles.ts'

const read = (file: string) => readFileSync(file, 'utf8')
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'shops/README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .map((file) => join('docs', file.replaceAll('\\', '/')))
    .filter((file) => file.endsWith('.md')),
]

/** The anchors of a page, as GitHub makes them from its headings. */
const anchorsOf = (page: string) =>
  [...page.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading!.toLowerCase().replace(/[^\w\- ]/g, '').replaceAll(' ', '-')) // prettier-ignore

describe('the pages', () => {
  for (const page of pages)
    test(`${page} links to files and headings that exist`, () => {
      const links = [...read(page).matchAll(/\]\((?!https?:)([^)]+)\)/g)].map(([, link]) => link!)
      const broken = links.filter((link) => {
        const [path, anchor] = link.split('#')
        const target = path ? join(dirname(page), path) : page
        if (!existsSync(target)) return true
        return anchor !== undefined && statSync(target).isFile() && target.endsWith('.md') && !anchorsOf(read(target)).includes(anchor)
      })

      assert.deepEqual(broken, [])
    })

  test('name files and folders that exist', () => {
    const named = pages.flatMap((page) =>
      [...read(page).matchAll(/(?<=[\s`(])((?:src|proxy|demo|test|scripts|shops|docs)\/[\w./-]+\w)(?=[\s`):,;.#]|$)/gm)].map(([, path]) => path!),
    )

    // What the build writes is there only after it.
    assert.deepEqual(
      named.filter((path) => !path.startsWith('proxy/dist/') && !existsSync(path)),
      [],
    )
    assert.ok(named.length > 10)
  })

  test('explain each word of the glossary once, in the order of the alphabet', () => {
    const [, glossary = ''] = /## Glossary\n([^]*)/.exec(read('docs/architecture.md')) ?? []
    const words = [...glossary.matchAll(/^\| ([a-z][\w -]*) \|/gm)].map(([, word]) => word!)

    assert.ok(words.length > 20)
    assert.deepEqual(words, [...new Set(words)].sort())
  })

  test('name npm scripts that exist', () => {
    const named = pages.flatMap((page) => [...read(page).matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name!))

    assert.deepEqual(
      named.filter((name) => !(name in scripts)),
      [],
    )
  })

  test('README fits on one screen, and contains the test command', () => {
    const readme = read('README.md')

    assert.ok(readme.split('\n').length <= 120)
    assert.match(readme, /^npm ci && npm test$/m)
  })
})

test('every assumption that a comment names is on the page of assumptions', () => {
  const page = read('docs/assumptions.md')
  const sources = ['src', 'proxy', 'demo', 'shops', 'scripts', 'test'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((file) => join(folder, file.replaceAll('\\', '/')))
      .filter((file) => /\.(ts|js|mjs|cjs|php|liquid|html|css|md)$/.test(file) && !/(^|\/)(dist|node_modules)\//.test(file)),
  )
  const named = sources.flatMap((file) => [...read(file).matchAll(/(?<![\w+/"-])A\d{1,3}(?![\w"=+/-])/g)].map(([number]) => [number, file] as const))

  assert.ok(named.length > 500)
  assert.deepEqual(
    named.filter(([number]) => !page.includes(`\n| ${number} | `)),
    [],
  )
})

describe('the guide for HTML', () => {
  const guide = read('docs/install/html.md')

  test('reserves the room of the toggle by the rules that shops are given', () => {
    const [, block = ''] = /```css\n(storefront-protection[^`]*)```/.exec(guide) ?? []
    const style = read('shops/html/storefront-widgets.css')

    assert.ok(block && block.split('\n').every((line) => style.includes(line)), block)
  })

  test('names every custom property that all widgets share, and no other', () => {
    const shared = [...(themeStyles.cssText + panelStyles.cssText).matchAll(/var\((--storefront-[\w-]+)/g)].map(([, name]) => name!)
    const [, chapter = ''] = /## 4\. Fit the look\n([^]*?)\n## /.exec(guide) ?? []
    const named = [...chapter.matchAll(/--storefront-[\w-]+/g)].map(([name]) => name)

    assert.deepEqual(named.sort(), [...new Set(shared)].sort())
  })
})

test("the merchant API's page names every route for the merchant's backend, and no other", () => {
  const routes = [...read('docs/proxy/merchant-api.md').matchAll(/^\|.*$/gm)].flatMap(([row]) =>
    [...row.matchAll(/`((?:GET|POST|PATCH) \/v1\/merchant\/[^`]+)`/g)].map(([, route]) => route!.replace(/:\w+/g, ':id')),
  )
  const served = Object.values(merchant).map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':id')}`)

  assert.deepEqual([...new Set(routes)].sort(), served.sort())
})
