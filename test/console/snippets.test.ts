import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import ts from 'typescript'
import { snippetFor, type ShopKind } from '../../console/configurator/snippets.ts'

const widget = (tag: string) => ({ tag, attributes: [], properties: [] })
const sources = (name: string) => ({
  liquid: readFileSync(`shops/shopify/extensions/storefront-widgets/snippets/storefront-${name}.liquid`, 'utf8'),
  template: readFileSync(`shops/woocommerce/storefront-widgets/templates/${name}.php`, 'utf8'),
})
const proxy = 'https://widgets.example.com'
const code = (shop: ShopKind, name: string, attributes: Record<string, string>, properties: Record<string, string> = {}) =>
  snippetFor(shop, { widget: widget(`storefront-${name}`), choice: { attributes, properties }, proxy, sources: sources(name) })

describe('the code to copy', () => {
  const given = { cart: 'events', amount: '12000', currency: 'USD', 'max-rise': '10', 'lost-after-days': '9' }

  test('gives a snippet of Shopify the parameters that it has, and names the settings that it lacks', () => {
    assert.equal(
      code('shopify', 'protection', given),
      `{% render 'storefront-widgets', proxy: '${proxy}' %}
{% render 'storefront-protection', max_rise: '10' %}
{% comment %} The snippet has no parameter for this: lost-after-days="9" {% endcomment %}`,
    )
    assert.match(code('shopify', 'loyalty', { 'join-url': '/join' }), /^\{% render 'storefront-loyalty', join_url: '\/join' %\}$/m)
  })

  test('is a shortcode for WooCommerce, whose plugin knows the cart', () => {
    assert.equal(
      code('woocommerce', 'protection', given),
      `<!-- A "Shortcode" block. The plugin loads the script and knows the proxy. -->
[storefront_protection]
<!-- The shortcode has no setting for this: max-rise="10" lost-after-days="9" -->`,
    )
  })

  test('is valid JSX for React, also with quotes and backslashes in a value', () => {
    const { outputText, diagnostics } = ts.transpileModule(code('react', 'tracking', { 'claim-url': 'a "b" \\c &amp;', look: 'plain', compact: '' }), {
      reportDiagnostics: true,
      fileName: 'snippet.tsx',
      compilerOptions: { jsx: ts.JsxEmit.React, module: ts.ModuleKind.ESNext },
    })

    assert.deepEqual(diagnostics, [])
    assert.match(outputText, /"claim-url": "a \\"b\\" \\\\c &amp;", look: "plain", compact: true/)
  })

  test('keeps what people type inside of its attribute', () => {
    assert.match(code('html', 'tracking', { 'claim-url': '"><script>' }), /claim-url="&quot;>&lt;script>"/)
    assert.match(code('react', 'tracking', {}, { '--storefront-accent': '#f00' }), /storefront-tracking \{\n {2}--storefront-accent: #f00;\n\}/)
  })
})
