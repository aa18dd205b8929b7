import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { chromium, type Browser, type Page } from 'playwright'
import { ensureChromium, launchOptions } from '../../scripts/browsers/chromium.ts'
import { startStack, type Stack } from '../stack.ts'
import { startReverseProxy, type ReverseProxy } from './reverse-proxy.ts'

const read = (file: string) => readFileSync(new URL(`../../shops/mount/${file}`, import.meta.url), 'utf8')

/** The rule of each web server, as its file says it. */
const rules = {
  nginx: new RegExp(/^location ~ (\S+) \{$/m.exec(read('nginx.conf'))![1]!),
  // The part in brackets has no name there, but a number.
  Caddy: new RegExp(/path_regexp rest (\S+)$/m.exec(read('Caddyfile'))![1]!.replace('(/(?:', '(?<rest>/(?:')),
}

describe('the proxy under a path of the shop', () => {
  let mount: ReverseProxy
  let stack: Stack
  let browser: Browser
  let page: Page
  let strangers: string[]

  before(async () => {
    mount = await startReverseProxy()
    stack = await startStack({ shop: true, origins: [mount.origin], services: { shopOrigin: mount.origin }, settings: { TRUST_PROXY: '1' } })
    mount.lead({ shop: stack.shop, proxy: stack.proxy, rule: rules.nginx })
    browser = await chromium.launch(launchOptions(await ensureChromium()))
  })
  after(async () => {
    await browser.close()
    await mount.stop()
    await stack.stop()
  })
  beforeEach(async () => {
    page = await browser.newPage({ baseURL: mount.origin })
    strangers = []
    page.on('request', (request) => {
      if (!request.url().startsWith(`${mount.origin}/`)) strangers.push(request.url())
    })
    page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) strangers.push(message.text())
    })
    mount.forwarded.length = 0
  })
  afterEach(() => page.close())

  const asked = (path: string) => mount.forwarded.filter(({ url = '' }) => url.startsWith(`/storefront${path}`))

  // Scripts say no origin on their own, a page that asks ahead does.
  for (const [settings, script, origin] of [
    ['&offer_first=false', '/widgets.js', () => undefined],
    ['', '/protection.js', () => mount.origin],
  ] as const)
    test(`offers protection at its price by ${script}, with one question and no other host asked`, async () => {
      await page.request.post('/cart/add.js', { data: { items: [{ id: 9800000101, quantity: 2 }] } })

      await page.goto(`/embeds/shopify/protection?proxy=/storefront${settings}`)
      await page.getByRole('switch').click()
      await page.locator('#cart-totals').getByText('Shipment protection').waitFor()

      const [quote, ...more] = asked('/v1/protection/quotes')
      assert.deepEqual(more, [])
      assert.equal(quote?.headers.origin, origin())
      assert.equal(quote?.headers['sec-fetch-site'], 'same-origin')
      assert.equal(asked(script).length, 1)
      assert.deepEqual(strangers, [])
    })

  test('greets the member who is signed in at the shop', async () => {
    await page.request.post('/session', { form: { as: '700100200301' } })

    await page.goto('/embeds/shopify/loyalty?proxy=/storefront')
    await page.locator('storefront-loyalty').getByText('Gold').first().waitFor()

    assert.deepEqual(strangers, [])
  })

  test('finds an order by what a shopper types', async () => {
    await page.goto('/embeds/shopify/tracking?proxy=/storefront')
    await page.getByLabel(/order number/i).fill('K-1001')
    await page.getByLabel(/e-?mail/i).fill('mira@example.com')
    await page.keyboard.press('Enter')
    await page
      .locator('storefront-tracking')
      .getByRole('heading', { name: /K-1001/ })
      .waitFor()

    const [look] = asked('/v1/orders/track')
    assert.equal(look?.headers.origin, mount.origin)
    assert.deepEqual(strangers, [])
  })

  test('tells a page of the shop from any other that says nothing of its origin', async () => {
    const quote = (headers: Record<string, string>) => fetch(`${mount.origin}/storefront/v1/protection/quotes?cents=5000&currency=USD`, { headers })

    assert.equal((await quote({ 'Sec-Fetch-Site': 'same-origin' })).status, 200)
    for (const site of ['cross-site', 'same-site', 'none']) assert.equal((await quote({ 'Sec-Fetch-Site': site })).status, 403, site)
    assert.equal((await quote({})).status, 403)
    assert.equal((await quote({ Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-origin' })).status, 403)
  })

  test("counts look-ups that miss by the shopper's own address, which no shopper can make up", async () => {
    const look = async (from: string) => {
      const answer = await fetch(`${mount.origin}/storefront/v1/orders/track`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Storefront-Client': '1', Origin: mount.origin, 'X-Forwarded-For': from },
        body: JSON.stringify({ tracking_number: `none-${from}` }),
      })
      return answer.status
    }
    const statuses = []
    for (let last = 1; last <= 11; last += 1) statuses.push(await look(`203.0.113.${last}`))

    assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 404), 429])
  })
})

describe('the rules for web servers', () => {
  for (const [server, rule] of Object.entries(rules))
    test(`of ${server} let through what browsers ask, and nothing else`, () => {
      const rest = (path: string) => rule.exec(path)?.groups?.rest

      for (const path of [
        '/widgets.js',
        '/protection.js',
        '/assets/core-Ab3_x-9.js',
        '/v1/protection/quotes',
        '/v1/orders/track/enrichment',
        '/v1/orders/track/events',
        '/v1/session',
        '/v1/me',
      ])
        assert.equal(rest(`/storefront${path}`), path)
      for (const path of ['/v1/merchant/orders', '/v1/claims/orders/1/refund', '/v1/webhooks/loyalty', '/livez', '/v1/me2', '/assets/../x.js', '/', ''])
        assert.equal(rest(`/storefront${path}`), undefined, path)
      assert.equal(rest('/shop/storefront/widgets.js'), undefined)
    })
})
