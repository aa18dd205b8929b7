import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { Liquid } from 'liquidjs'
import { extensionFolder, renderBlock, type BlockGlobals } from '../../demo/shop/embeds/extension.ts'
import { speakShopify } from '../../demo/shop/embeds/shopify-liquid.ts'
import { decimals } from '../../src/money.ts'
import { toContent, type ShopifyCart } from '../../src/protection/carts/shopify-map.ts'
import { runs } from '../properties/runs.ts'

interface Item {
  final_line_price: number
  requires_shipping?: boolean
  gift_card?: boolean
  product_id?: number
  properties?: Record<string, string>
}

const goods = (final_line_price: number, more: Partial<Item> = {}): Item => ({
  final_line_price,
  requires_shipping: true,
  gift_card: false,
  product_id: 1,
  properties: {},
  ...more,
})
const protection = goods(175, { requires_shipping: false, product_id: 9, properties: { _protection_quote: 'sealed' } })

const globalsOf = (
  items: Item[],
  more: { currency?: string; discounts?: object[]; editor?: boolean; customer?: object; order?: object; collected?: boolean } = {},
): BlockGlobals => ({
  cart: {
    items,
    item_count: items.length,
    currency: { iso_code: more.currency ?? 'USD' },
    attributes: more.collected ? { 'Checkout-Method': 'pickup' } : {},
    cart_level_discount_applications: more.discounts ?? [],
  },
  customer: more.customer,
  order: more.order,
  request: { design_mode: more.editor ?? false, locale: { iso_code: 'en' } },
  routes: { account_login_url: '/account/login' },
})

/** The attributes of the element that a block renders. */
async function attributesOf(block: string, globals: BlockGlobals, settings: Record<string, unknown> = {}): Promise<Record<string, string>> {
  const html = await renderBlock(block, settings, globals)
  const [, tag = ''] = /<storefront-\w+([^>]*)>/.exec(html) ?? []
  return Object.fromEntries([...tag.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, name, value = '']) => [name!, value]))
}

describe('the amount that the protection block says', () => {
  test('is what ships: no downloads, gift cards or protection', async () => {
    const cart = [goods(2400), goods(3800), goods(199, { requires_shipping: false }), goods(2500, { gift_card: true }), protection]

    const { amount, currency, lines, cart: kind } = await attributesOf('protection', globalsOf(cart))

    assert.deepEqual({ amount, currency, lines, kind }, { amount: '6200', currency: 'USD', lines: '1', kind: 'shopify' })
  })

  test('bears its share of a discount on the whole cart', async () => {
    const cart = [goods(6000), goods(2000, { requires_shipping: false })]

    assert.equal((await attributesOf('protection', globalsOf(cart, { discounts: [{ total_allocated_amount: 1000 }] }))).amount, '5250')
    assert.equal(
      (await attributesOf('protection', globalsOf([goods(100), goods(200, { requires_shipping: false })], { discounts: [{ total_allocated_amount: 100 }] })))
        .amount,
      '67',
    )
  })

  test('is the same with protection in the cart, be the discount a fixed amount or a percentage', async () => {
    const cart = [goods(6000), goods(2500, { gift_card: true })]
    const off = (value_type: string, value: number, total_allocated_amount: number) => ({ discounts: [{ value_type, value, total_allocated_amount }] })

    const amounts = [
      await attributesOf('protection', globalsOf(cart, off('fixed_amount', 1000, 1000))),
      await attributesOf('protection', globalsOf([...cart, protection], off('fixed_amount', 1000, 1000))),
      await attributesOf('protection', globalsOf(cart, off('percentage', 12.5, 750))),
      await attributesOf('protection', globalsOf([...cart, protection], off('percentage', 12.5, 772))),
      await attributesOf('protection', globalsOf(cart, off('fixed_amount', 9000, 9000))),
    ].map(({ amount }) => amount)

    assert.deepEqual(amounts, ['5000', '5000', '5250', '5250', undefined])
  })

  test('counts in the smallest unit of each currency', async () => {
    const currencies = Intl.supportedValuesOf('currency')

    for (const currency of currencies) {
      const { amount } = await attributesOf('protection', globalsOf([goods(620_000)], { currency }))
      assert.equal(amount, String(6200 * 10 ** decimals(currency)), currency)
    }
    assert.ok(currencies.length > 100)
  })

  test('leaves the product out that stands for protection, whatever became of its properties', async () => {
    const bare = { ...protection, properties: undefined, requires_shipping: true }

    const { amount, lines } = await attributesOf('protection', globalsOf([goods(2400), bare]), { product: { id: 9 } })

    assert.deepEqual([amount, lines], ['2400', '1'])
  })

  test('is what the element reads in the same cart, over hundreds of carts', async () => {
    const price = fc.integer({ min: 0, max: 500_000 })
    const item = fc.record({ final_line_price: price, requires_shipping: fc.boolean(), gift_card: fc.boolean(), ours: fc.boolean() })
    const cart = fc.record({
      items: fc.array(item, { maxLength: 6 }),
      currency: fc.constantFrom('USD', 'JPY', 'KWD'),
      discounts: fc.array(
        fc.record({
          value_type: fc.constantFrom('percentage', 'fixed_amount', undefined),
          value: fc.constantFrom(5, 10, 12.5, 33.3, 50),
          part: fc.oneof(fc.constant(undefined), fc.integer({ min: 0, max: 60 })),
        }),
        { maxLength: 2 },
      ),
      collected: fc.boolean(),
    })

    await fc.assert(
      fc.asyncProperty(cart, async ({ items, currency, discounts, collected }) => {
        const lines = items.map(({ ours, ...each }) => goods(each.final_line_price, { ...each, properties: ours ? { _protection_quote: 'sealed' } : {} }))
        const bearing = lines.reduce((total, { final_line_price, gift_card }) => total + (gift_card ? 0 : final_line_price), 0)
        // Of a percentage the total is what comes of its value, or of something else.
        const taken = discounts.map(({ part, ...discount }) => ({
          ...discount,
          total_allocated_amount: Math.round((bearing * (part ?? discount.value)) / 100),
        }))
        const globals = globalsOf(lines, { currency, discounts: taken, collected })

        const said = await attributesOf('protection', globals)

        const read = toContent({ ...(globals.cart as ShopifyCart), currency }, {})
        assert.deepEqual([said.amount, said.lines], [read.shippable ? String(read.shippable.cents) : undefined, String(read.lines.length)])
      }),
      runs(300),
    )
  })

  test('is left unsaid where nothing ships', async () => {
    for (const items of [[], [goods(199, { requires_shipping: false })]]) {
      const attributes = await attributesOf('protection', globalsOf(items))
      assert.ok(!('amount' in attributes) && !('currency' in attributes))
    }
  })

  test('is that of a sample in the theme editor while the cart is empty, which no cart is changed for', async () => {
    const { amount, cart, lines } = await attributesOf('protection', globalsOf([], { editor: true }))
    const yen = await attributesOf('protection', globalsOf([], { editor: true, currency: 'JPY' }))
    const filled = await attributesOf('protection', globalsOf([goods(2400)], { editor: true }))

    assert.deepEqual({ amount, cart, lines }, { amount: '5000', cart: 'events', lines: undefined })
    assert.equal(yen.amount, '50')
    assert.deepEqual([filled.amount, filled.cart], ['2400', 'shopify'])
  })
})

describe('the protection block', () => {
  test('never turns anything on, and says only what differs from the usual', async () => {
    const usual = await attributesOf('protection', globalsOf([goods(2400)]))
    const other = await attributesOf('protection', globalsOf([goods(2400)]), { look: 'checkbox', layout: 'compact', density: 'tight', max_rise: 5 })

    assert.deepEqual(Object.keys(usual), ['cart', 'lines', 'amount', 'currency', 'lang', 'max-rise'])
    assert.deepEqual([other.look, other.layout, other.density, other['max-rise']], ['checkbox', 'compact', 'tight', '5'])
  })

  test("lets no merchant's words become markup", async () => {
    const html = await renderBlock('protection', { words: '<img src=x onerror=alert(1)>', layout: '"><script>' }, globalsOf([goods(2400)]))

    assert.doesNotMatch(html, /<(img|script)/)
  })
})

describe('the loyalty block', () => {
  test('asks the app proxy who is signed in, if somebody is, and contains no name', async () => {
    const customer = { id: 7, email: 'mira@example.com', first_name: 'Mira' }

    const member = await attributesOf('loyalty', globalsOf([], { customer }))
    const moved = await attributesOf('loyalty', globalsOf([], { customer }), { proxy_path: '/tools/credits/' })
    const guest = await attributesOf('loyalty', globalsOf([]))

    assert.deepEqual(member, {
      'session-url': '/apps/storefront/v1/session/shopify',
      'sign-in-url': '/account/login',
      'apply-url': '/discount/{code}?redirect=/cart',
      lang: 'en',
    })
    assert.ok(!('apply-url' in guest))
    assert.equal(moved['session-url'], '/tools/credits/v1/session/shopify')
    assert.ok(!('session-url' in guest))
    assert.doesNotMatch(await renderBlock('loyalty', {}, globalsOf([], { customer })), /Mira|mira@|secret/)
  })

  test('asks no other site, whatever was typed as the path', async () => {
    for (const proxy_path of ['https://evil.example/x', '//evil.example', '', '/one', '/a/b/c'])
      assert.ok(!('session-url' in (await attributesOf('loyalty', globalsOf([], { customer: { id: 7 } }), { proxy_path }))), proxy_path)
  })
})

describe('the tracking block', () => {
  test("reads the page's address, or knows the order of the page that only its customer can open", async () => {
    const page = await attributesOf('tracking', globalsOf([]), { claims: '/pages/help' })
    const order = await attributesOf('tracking', globalsOf([], { order: { name: '#1001', email: 'mira@example.com' } }))

    assert.deepEqual(page, { 'from-url': '', 'claim-url': '/pages/help', lang: 'en' })
    assert.deepEqual([order['order-number'], order.email, order['from-url']], ['#1001', 'mira@example.com', undefined])
  })

  test('takes the key that a server of the shop has put into the metafield of that order', async () => {
    const metafields = { storefront: { order_key: { value: 'sealed.key' } } }

    const order = await attributesOf('tracking', globalsOf([], { order: { name: '#1001', email: 'mira@example.com', metafields } }))

    assert.deepEqual([order['order-key'], order['order-number'], order.email], ['sealed.key', undefined, undefined])
  })
})

describe('the setting for analytics', () => {
  for (const block of ['protection', 'loyalty', 'tracking'])
    test(`turns the events of the ${block} block on, and is off by default`, async () => {
      const globals = globalsOf([goods(2400)])

      assert.ok(!('analytics' in (await attributesOf(block, globals))))
      assert.ok(!(await renderBlock(block, {}, globals)).includes('<script'))
      assert.ok('analytics' in (await attributesOf(block, globals, { analytics: true })))
    })
  for (const block of ['protection', 'loyalty', 'tracking'])
    test(`puts the listener before the element of the ${block} block, whose first event may come at once`, async () => {
      const html = await renderBlock(block, { analytics: true }, globalsOf([goods(2400)]))

      assert.ok(html.includes("addEventListener('storefront-analytics'"))
      assert.ok(html.indexOf('<script') < html.indexOf('<storefront-'))
    })
})

describe('the script tag of the app embed', () => {
  const scriptOf = async (proxy: unknown) => /<script[^>]* src="([^"]*)"/.exec(await renderBlock('embed', { proxy }, globalsOf([])))?.[1]

  test('comes from the proxy, be that another host or a path of the shop', async () => {
    for (const [proxy, script] of [
      ['https://widgets.example.com', 'https://widgets.example.com/widgets.js'],
      [' https://widgets.example.com/ ', 'https://widgets.example.com/widgets.js'],
      ['https://example.com:8443/widgets/', 'https://example.com:8443/widgets/widgets.js'],
      ['/apps/storefront', '/apps/storefront/widgets.js'],
      ['http://localhost:4101', 'http://localhost:4101/widgets.js'],
    ])
      assert.equal(await scriptOf(proxy), script)
  })

  test('is left out, with the reason, for anything that is no such address', async () => {
    const wrong = [
      undefined, '', 'widgets.example.com', 'http://widgets.example.com', 'javascript:alert(1)', '//evil.example', '/\\evil.example', '/\n/evil.example', '/a//b',
      '/../x', 'https://', 'https:///x', 'https://a@evil.example', 'https://x.example"><script>', 'https://x.example/?a', 'https://x.example/#a', 'https://x y.example',
      'https://x.example\\evil', 'https://a://b', 'ftp://x.example', 'http://localhost.evil.example', 'http://localhost@evil.example',
    ] // prettier-ignore

    for (const proxy of wrong) {
      const html = await renderBlock('embed', { proxy }, globalsOf([]))
      assert.doesNotMatch(html, /<script|<link/, String(proxy))
      assert.match(html, /<!-- Storefront widgets: /)
    }
  })

  test('is one file on a page of the offer alone, with the price that the element will ask for', async () => {
    const liquid = new Liquid({ partials: [`${extensionFolder}/snippets`], extname: '.liquid' })
    speakShopify(liquid)
    const headOf = (items: Item[]) =>
      liquid.parseAndRender("{% render 'storefront-widgets', proxy: '/storefront', only: 'protection' %}", {}, { globals: globalsOf(items) }) as Promise<string>

    const head = await headOf([goods(2400), protection])
    const { amount, currency } = await attributesOf('protection', globalsOf([goods(2400), protection]))

    assert.match(head, /<script async type="module" crossorigin src="\/storefront\/protection\.js">/)
    assert.ok(head.includes(`<link rel="preload" as="fetch" crossorigin href="/storefront/v1/protection/quotes?cents=${amount}&currency=${currency}">`), head)
    assert.doesNotMatch(await headOf([]), /preload/)
  })

  test('waits for nothing and holds nothing up, and brings no other script', async () => {
    const html = await renderBlock('embed', { proxy: 'https://widgets.example.com' }, globalsOf([]))

    assert.deepEqual(html.match(/<script[^>]*>/g), ['<script async type="module" crossorigin src="https://widgets.example.com/widgets.js">'])
    assert.match(html, /<link rel="preconnect" href="https:\/\/widgets\.example\.com" crossorigin>/)
    assert.doesNotMatch(await renderBlock('embed', { proxy: '/apps/storefront' }, globalsOf([])), /preconnect/)
  })
})
