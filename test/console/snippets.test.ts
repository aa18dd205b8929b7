import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
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

  test('has a listener that changes the cart, where the page keeps the cart, and leaves the amount to the page', () => {
    const html = code('html', 'protection', { cart: 'events' })
    const react = code('react', 'protection', { cart: 'events' })

    assert.match(html, /<!-- amount: the value of what ships in this cart, [^\n]*62\.00 USD/)
    assert.match(html, /<storefront-protection cart="events" amount="" currency=""><\/storefront-protection>\n<script type="module">/)
    for (const one of [html, react]) {
      assert.match(one, /storefront-chosen/)
      assert.match(one, /event\.waitUntil\(changeCart\(event\.checked \? event\.quote : undefined\)\)/)
      assert.match(one, /throw new Error\('changeCart\(\) is not written yet'\)/)
      assert.doesNotMatch(one, /12000/)
    }
    assert.match(react, /<storefront-protection cart="events" amount=\{amount\} currency=\{currency\} onstorefront-chosen=\{handleChosen\}>/)
    assert.doesNotMatch(code('html', 'protection', { cart: 'form' }), /storefront-chosen/)
    assert.match(code('html', 'protection', { cart: 'form' }), /amount="" currency=""/)
    assert.doesNotMatch(code('html', 'protection', { cart: 'shopify' }), /amount/)
  })

  test('has JSX with the types of the package, also with a listener', { skip: !existsSync('dist/package/jsx.d.ts') && 'the package is not built' }, () => {
    const file = 'test/console/snippet.tsx'
    const text = code('react', 'protection', { cart: 'events', pickup: '' })
    const options: ts.CompilerOptions = {
      jsx: ts.JsxEmit.ReactJSX,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      target: ts.ScriptTarget.ES2023,
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: ['react'],
    }
    const host = ts.createCompilerHost(options)
    const [readFile, fileExists, getSourceFile] = [host.readFile.bind(host), host.fileExists.bind(host), host.getSourceFile.bind(host)]
    host.readFile = (name) => (name.endsWith(file) ? text : readFile(name))
    host.fileExists = (name) => name.endsWith(file) || fileExists(name)
    host.getSourceFile = (name, ...rest) => (name.endsWith(file) ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2023, true) : getSourceFile(name, ...rest))

    const faults = ts.getPreEmitDiagnostics(ts.createProgram([file], options, host)).filter((one) => one.file?.fileName.endsWith(file))

    assert.deepEqual(
      faults.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' ')),
      [],
    )
  })

  test('leaves out a value that would leave its declaration', () => {
    for (const value of ['red; } body { display: none', '</style><script>alert(1)</script>', 'red /* ', '"red', '\\', 'url("a\nb")', '}']) {
      for (const shop of ['html', 'shopify', 'woocommerce', 'react'] as const)
        assert.doesNotMatch(code(shop, 'tracking', {}, { '--storefront-accent': value }), /--storefront-accent/, `${shop}: ${value}`)
    }
    assert.match(code('html', 'tracking', {}, { '--storefront-heading-font': "'Gill Sans', serif" }), /--storefront-heading-font: 'Gill Sans', serif;/)
  })

  test('keeps what people type inside of its attribute', () => {
    assert.match(code('html', 'tracking', { 'claim-url': '"><script>' }), /claim-url="&quot;>&lt;script>"/)
    assert.match(code('react', 'tracking', {}, { '--storefront-accent': '#f00' }), /storefront-tracking \{\n {2}--storefront-accent: #f00;\n\}/)
  })
})
