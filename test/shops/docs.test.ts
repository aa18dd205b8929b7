import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { Liquid } from 'liquidjs'
import { extensionFolder, readSchema } from '../../demo/shop/embeds/extension.ts'
import { speakShopify } from '../../demo/shop/embeds/shopify-liquid.ts'
import { pluginFolder, renderTemplate, toPluginValues } from '../../demo/shop/embeds/woocommerce.ts'
import { Cart } from '../../demo/shop/cart.ts'
import { neededTopics } from '../../proxy/doctor/shopify-webhooks-check.ts'
import { pickupMethods } from '../../proxy/platforms/woocommerce.ts'
import { missingScopes } from '../../proxy/shop-admin/shopify/scopes.ts'
import { decimals } from '../../src/money.ts'

const folder = join(extensionFolder, '../../..')
const read = (file: string) => readFileSync(join(folder, file), 'utf8')
const shopifyGuide = readFileSync(join(folder, '../docs/install/shopify.md'), 'utf8')
const php = readdirSync(pluginFolder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.php'))
  .map((file) => [file, readFileSync(join(pluginFolder, file), 'utf8')] as const)

describe('the guide for Shopify', () => {
  test('every line of Liquid renders what it promises', async () => {
    const liquid = new Liquid({ partials: [`${extensionFolder}/snippets`], extname: '.liquid' })
    speakShopify(liquid)
    const fences = [...shopifyGuide.matchAll(/```liquid\n(.*?)```/gs)].map(([, text]) => text!)

    const html = (await liquid.parseAndRender(fences.join('\n'), {}, { globals: { request: { locale: { iso_code: 'en' } } } })) as string

    assert.equal(fences.length, 2)
    for (const element of ['<script async', '<style>', '<storefront-protection', 'layout="compact"', '<storefront-loyalty', '<storefront-tracking'])
      assert.ok(html.includes(element), element)
  })

  test('every block of the extension has its row', () => {
    const names = readdirSync(`${extensionFolder}/blocks`).map((file) => readSchema(file.replace('.liquid', '')).name.slice(2).split('.')[0]!)
    const english = JSON.parse(readFileSync(`${extensionFolder}/locales/en.default.schema.json`, 'utf8')) as Record<string, { name: string }>

    for (const name of names) assert.ok(shopifyGuide.includes(`| *${english[name]!.name}*`), name)
  })
})

describe('the app of the guide', () => {
  const app = readFileSync(join(extensionFolder, '../../shopify.app.toml'), 'utf8')
  const [, scopes = ''] = /^scopes = "(.*)"$/m.exec(app) ?? []
  const documented = [...shopifyGuide.matchAll(/^\| (`[\w`, ]+`) \|/gm)].flatMap(([, names]) =>
    [...names!.matchAll(/`((?:customer_)?(?:read|write)_\w+)`/g)].map(([, name]) => name!),
  )

  test('asks for the scopes that have a row, and for no other', () => {
    assert.deepEqual(scopes.split(',').sort(), documented.sort())
  })

  test('asks for every scope that the proxy needs', () => {
    assert.deepEqual(missingScopes(scopes.split(',')), [])
  })

  test('registers every webhook by which the proxy knows orders and parcels, at its own address', () => {
    for (const topic of neededTopics) assert.ok(app.includes(`/v1/platforms/shopify/${topic}"`), topic)
  })
})

// Nothing here runs PHP: these hold what can be read in it.
describe('the plugin for WooCommerce', () => {
  test('answers no request to one of its files', () => {
    for (const [file, text] of php) assert.ok(text.includes("defined( 'ABSPATH' ) || exit;"), file)
  })

  test('has templates that only say values, each escaped', () => {
    const values = { ...toPluginValues(new Cart(), 'https://widgets.example.com', 'en'), currency: '"><script>', order_key: 'k' }

    for (const file of readdirSync(`${pluginFolder}/templates`)) assert.doesNotMatch(renderTemplate(file.replace('.php', ''), values), /<script/)
  })

  test('gives tracking the address of the contact page, and promises nothing to pages without scripts', () => {
    const values = { ...toPluginValues(new Cart(), 'https://widgets.example.com', 'en'), order_key: 'k' }

    for (const name of ['tracking', 'tracking-order', 'tracking-number']) {
      const html = renderTemplate(name, values)
      assert.match(html, / contact-url="\/help"/, name)
      assert.match(html, />\s*Questions about your order\? Contact us with its number\.\s*</, name)
    }
  })

  test('escapes whatever it prints itself, or says why it need not', () => {
    for (const [file, text] of php.filter(([name]) => !name.startsWith('templates')))
      for (const line of text.split('\n').filter((each) => /\becho\b/.test(each)))
        assert.match(line, /phpcs:ignore WordPress\.Security\.EscapeOutput -- |^(?:\s*)echo (?:'[^']*'|"\\n"|esc_(?:html|attr|url|html__|attr__|url_raw)\([^;]*\)|[ .:])+;/, `${file}: ${line}`) // prettier-ignore
  })

  test('takes a choice with its nonce alone, and charges what the proxy says', () => {
    const [, text] = php.find(([file]) => file === 'includes/protection-offer.php')!
    const [, charge] = php.find(([file]) => file === 'includes/protection.php')!

    assert.match(text, /false === check_ajax_referer\( STOREFRONT_NONCE, 'nonce', false \) \) \{\s+wp_send_json\( array\( 'kept' => false \), 403 \);/)
    assert.deepEqual([...new Set(text.match(/\$_\w+\[[^\]]*\]/g))], ["$_SERVER['HTTP_SEC_FETCH_SITE']", "$_POST['token']"])
    assert.match(charge, /'price' +=> \(int\) \$found\['price'\]\['cents'\]/)
  })

  test('counts in the smallest unit of each currency', () => {
    const [, text] = php.find(([file]) => file.endsWith('proxy.php'))!
    const codes = (name: string) => [...new RegExp(`\\$${name} += array\\(([^)]*)`).exec(text)![1]!.matchAll(/'(\w{3})'/g)].map(([, code]) => code!)
    const all = Intl.supportedValuesOf('currency')

    assert.deepEqual(all.filter((code) => codes('without_cents').includes(code)), all.filter((code) => decimals(code) === 0)) // prettier-ignore
    assert.deepEqual(all.filter((code) => codes('with_thousandths').includes(code)), all.filter((code) => decimals(code) === 3)) // prettier-ignore
  })

  test('knows the ways to collect an order that the proxy knows, and offers nothing for them', () => {
    const [, text] = php.find(([file]) => file === 'includes/protection.php')!
    const [, listed] = /'woocommerce_local_pickup_methods', array\(([^)]*)\)/.exec(text)!

    assert.deepEqual(new Set([...listed!.matchAll(/'(\w+)'/g)].map(([, method]) => method)), pickupMethods)
    assert.match(text, /function storefront_shippable\(\): int \{\s+(?:\/\/.*\s+)?if \( storefront_is_collected\(\)[^{]*\{\s+return 0;/)
  })

  test('begins its style sheet with the rules for plain HTML', () => {
    const rules = read('html/storefront-widgets.css')

    assert.equal(readFileSync(`${pluginFolder}/assets/storefront-widgets.css`, 'utf8').slice(0, rules.length), rules)
  })
})

describe('the room of the toggle', () => {
  test('is kept in Shopify themes by the lines that other shops are given', () => {
    const lines = (style: string) => style.slice(style.indexOf('storefront-protection:not(:defined) {')).trim().split(/\s+/)
    const [, style] = /<style>([^]*)<\/style>/.exec(readFileSync(join(extensionFolder, 'snippets/storefront-room.liquid'), 'utf8'))!

    assert.deepEqual(lines(style!), lines(read('html/storefront-widgets.css')))
  })
})
