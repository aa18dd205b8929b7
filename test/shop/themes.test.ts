import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'

const assets = 'demo/shop/theme/assets'
const themes = readdirSync(assets).filter((file) => /^theme-.*\.css$/.test(file))
const elements = ['protection', 'loyalty', 'tracking']

const pageOf = (element: string) => readFileSync(`docs/elements/${element}.md`, 'utf8')
const guide = readFileSync('docs/install/html.md', 'utf8')
const isProperty = (name: string) => [guide, ...elements.map(pageOf)].some((page) => page.includes(`\`${name}\``))
/** Whether the page of the element names that part, with that pseudo-element. */
const isPart = (element: string, part: string, pseudo = '') => {
  const page = pageOf(element)
  return pseudo ? page.includes(`\`::part(${part})${pseudo}\``) : page.includes(`\`${part}\``)
}

/** What a style sheet does to the widgets that their documentation does not offer. */
function undocumented(css: string): string[] {
  const rules = [...css.replace(/\/\*[^]*?\*\//g, '').matchAll(/([^{};]+)\{([^{}]*)\}/g)]
  return rules.flatMap(([, selectors = '', body = '']) =>
    selectors.split(',').flatMap((selector) => {
      const [, element = '', rest = ''] = /storefront-(protection|loyalty|tracking)(\S*)\s*$/.exec(selector) ?? []
      if (!element) return []
      const [, part, pseudo] = /^::part\(([\w-]+)\)(::\w+)?$/.exec(rest) ?? []
      if (part) return isPart(element, part, pseudo) ? [] : [`${selector.trim()}: no such part`]
      const names = [...body.matchAll(/(?:^|;)\s*([\w-]+)\s*:/g)].map(([, name]) => name!)
      return names.filter((name) => !isProperty(name)).map((name) => `${selector.trim()}: ${name}`)
    }),
  )
}

describe('the themes of the demo', () => {
  for (const file of ['widgets.css', ...themes])
    test(`${file} restyles the widgets by documented parts and properties alone`, () => {
      assert.deepEqual(undocumented(readFileSync(`${assets}/${file}`, 'utf8')), [])
    })

  test('there is one with parts and properties for each widget', () => {
    const css = themes.map((file) => readFileSync(`${assets}/${file}`, 'utf8')).join('\n')

    assert.deepEqual(
      elements.filter((element) => !css.includes(`storefront-${element}::part(`)),
      [],
    )
  })

  test('a rule for a part or a property that is not documented is found', () => {
    assert.deepEqual(undocumented('storefront-protection::part(knob) { color: red }'), ['storefront-protection::part(knob): no such part'])
    assert.deepEqual(undocumented('storefront-tracking, b { color: red; --storefront-accent: red; --_edge: red }'), [
      'storefront-tracking: color',
      'storefront-tracking: --_edge',
    ])
    assert.deepEqual(undocumented('storefront-protection::part(switch)::after { color: red }'), [])
    assert.deepEqual(undocumented('storefront-protection::part(offer)::after { color: red }'), ['storefront-protection::part(offer)::after: no such part'])
  })
})
