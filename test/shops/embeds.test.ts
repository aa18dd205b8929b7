import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { chromium, type Browser, type Page, type Route } from 'playwright'
import { ensureChromium, launchOptions } from '../../scripts/browsers/chromium.ts'
import { startStack, type Stack } from '../stack.ts'
import { until } from '../until.ts'

const mug = 9800000101

describe('what shops embed, in the demo', () => {
  let stack: Stack
  let browser: Browser
  let page: Page
  let faults: string[]

  before(async () => {
    stack = await startStack({ shop: true })
    browser = await chromium.launch(launchOptions(await ensureChromium()))
  })
  after(async () => {
    await browser.close()
    await stack.stop()
  })
  beforeEach(async () => {
    page = await browser.newPage({ baseURL: stack.shop })
    faults = []
    page.on('pageerror', (error) => faults.push(String(error)))
    page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) faults.push(message.text())
    })
  })
  afterEach(async () => {
    await page.close()
    assert.deepEqual(faults, [], 'no script failed, and the policy of the page was kept')
  })

  const fill = (quantity = 1) => page.request.post('/cart/add.js', { data: { items: [{ id: mug, quantity }] } })
  const signIn = () => page.request.post('/session', { form: { as: '700100200301' } })
  const toggle = () => page.getByRole('switch')
  const totals = () => page.locator('#cart-totals')
  const protection = async () => {
    const { items } = (await (await page.request.get('/cart.js')).json()) as { items: { final_line_price: number; properties: Record<string, string> }[] }
    return items.filter(({ properties }) => properties._protection_quote).map(({ final_line_price }) => final_line_price)
  }

  for (const shop of ['shopify', 'woocommerce'])
    test(`charges the price that was shown on ${shop}, follows the cart, and takes it off again`, async () => {
      await fill(10)
      await page.goto(`/embeds/${shop}/protection`)

      await toggle().click()
      await totals().getByText('$6.00').waitFor()
      assert.deepEqual(await protection(), [600])

      await page.getByRole('button', { name: 'One Stoneware mug more' }).click()
      await totals().getByText('$6.75').waitFor()
      assert.deepEqual(await protection(), [675])

      await toggle().click()
      await totals().getByText('Shipment protection').waitFor({ state: 'detached' })
      assert.deepEqual(await protection(), [])
    })

  test('keeps the choice on the next page of woocommerce, which tells the shop nothing that it has said itself', async () => {
    await fill(2)
    await page.goto('/embeds/woocommerce/protection')
    await toggle().click()
    await totals().getByText('Shipment protection').waitFor()
    const token = await page
      .locator('.storefront-protection-cart')
      .evaluate((holder: HTMLElement) => (JSON.parse(holder.dataset.line!) as { token: string }).token)
    const choices: string[] = []
    page.on('request', (request) => void (request.method() === 'POST' && request.url().endsWith('/choice') && choices.push(request.url())))

    await page.reload()

    await page.getByRole('switch', { checked: true }).waitFor()
    await toggle().click()
    await totals().getByText('Shipment protection').waitFor({ state: 'detached' })
    assert.equal(choices.length, 1, 'that it is off now')
    assert.match(token, /~/, 'with what the shopper agreed to')
  })

  for (const [what, answer] of [
    ['says that it did not take the fee', (route: Route) => route.fulfill({ json: { kept: false } })],
    ['refuses a nonce that is too old', (route: Route) => route.fulfill({ status: 403, json: { kept: false } })],
    ['cannot be reached', (route: Route) => route.abort()],
  ] as const)
    test(`goes off on woocommerce and says so where the shop ${what}, and may be switched on again`, async () => {
      await fill(2)
      let isBroken = true
      const asked: string[] = []
      await page.route('**/embeds/woocommerce/choice', (route) => {
        const token = new URLSearchParams(route.request().postData()!).get('token')!
        asked.push(token ? 'on' : 'off')
        return isBroken && token ? answer(route) : route.continue()
      })
      await page.goto('/embeds/woocommerce/protection')

      await toggle().click()
      await page.locator('.storefront-protection').getByText('Removed from your cart').first().waitFor()

      assert.equal(await toggle().isChecked(), false)
      assert.deepEqual(await protection(), [])
      assert.deepEqual(asked.slice(0, 2), ['on', 'on'], 'it was tried once more')
      isBroken = false
      await toggle().click()
      await totals().getByText('Shipment protection').waitFor()
      assert.equal(await toggle().isChecked(), true)
      assert.deepEqual(await protection(), [150])
    })

  test('stays on, at the price that is charged, on woocommerce where the shop does not hear that it is off', async () => {
    await fill(2)
    await page.goto('/embeds/woocommerce/protection')
    await toggle().click()
    await totals().getByText('Shipment protection').waitFor()
    await page.route('**/embeds/woocommerce/choice', (route) => route.abort())
    const lost: string[] = []
    const isLost = new Promise<void>((resolve) => page.on('requestfailed', (request) => lost.push(request.url()) === 2 && resolve()))

    await toggle().click()
    await isLost

    await page.getByRole('switch', { checked: true }).waitFor()
    await page.locator('.storefront-protection storefront-protection[checked]').waitFor()
    await page.waitForLoadState('networkidle')
    assert.equal(lost.length, 2, 'no other file is missing')
    assert.equal(await toggle().isChecked(), true)
    assert.deepEqual(await protection(), [150])
  })

  /** What a page asks of the proxy, by its address there. */
  const listen = () => {
    const asked: string[] = []
    page.on('request', (request) => {
      const [, address] = request.url().split(`${stack.proxy}/`)
      if (address) asked.push(address)
    })
    return asked
  }

  for (const name of ['shopify/protection', 'woocommerce/protection', 'html/cart'])
    test(`shows the price on ${name} with one file and one question, and loads nothing for keeping a choice before there is one`, async () => {
      const asked = listen()
      await fill(2)
      // A busy browser focuses a new page only after its scripts have run. That would be a shopper who comes back, for whom the cart is read.
      await page.addInitScript(() => window.addEventListener('focus', (event) => event.stopImmediatePropagation(), true))
      await page.goto(`/embeds/${name}`)
      const offered = page.locator('main storefront-protection')
      await offered.getByText('$1.50').waitFor()
      await page.waitForLoadState('networkidle')

      assert.equal(await offered.getAttribute('lines'), '0')
      assert.deepEqual(asked.sort(), ['protection.js', 'v1/protection/quotes?cents=4800&currency=USD'])
    })

  test('has the script tag, and leaves the price to the element, on a Shopify cart whose merchant wants no offer first, and on other pages', async () => {
    const asked = listen()
    await fill(2)
    await page.goto('/embeds/shopify/protection?offer_first=false')
    await page.locator('main storefront-protection').getByText('$1.50').waitFor()
    await page.goto('/embeds/shopify/tracking')
    await page.getByLabel(/order number/i).waitFor()

    assert.equal(await page.locator('link[rel=preload]').count(), 0)
    assert.ok(asked.includes('widgets.js'))
    assert.ok(!asked.includes('protection.js'))
  })

  test('asks for one price with the amount that Liquid has counted, which is the cart’s own', async () => {
    const quotes: string[] = []
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.pathname.endsWith('/quotes')) quotes.push(url.search)
    })
    await fill(2)

    await page.goto('/embeds/shopify/protection')
    await toggle().click()
    await totals().getByText('Shipment protection').waitFor()

    assert.deepEqual(quotes, ['?cents=4800&currency=USD'])
  })

  test('shows the settings of a block beside it in the theme editor, and takes them over', async () => {
    await page.goto('/embeds/shopify/protection?editor')
    const panel = page.getByRole('form', { name: 'Settings of the block' })
    await panel.getByLabel('Looks like').selectOption('Two equal buttons')
    await panel.getByLabel('Analytics').check()
    await panel.getByRole('button', { name: 'Apply' }).click()
    await page.getByRole('button', { name: /Protect my order/ }).waitFor()
    assert.equal(await panel.getByLabel('Looks like').inputValue(), 'buttons')
    assert.equal(await panel.getByLabel('Analytics').isChecked(), true)
    assert.equal(await page.locator('storefront-protection').getAttribute('analytics'), '')
  })

  test('says in the theme editor that the cart is a sample, and puts nothing into any', async () => {
    await page.goto('/embeds/shopify/protection?editor')
    await page.getByText('Theme editor: this is a sample cart.').waitFor()

    await toggle().click()

    await page.getByRole('switch', { checked: true }).waitFor()
    assert.deepEqual(await protection(), [])
  })

  for (const [setting, expected] of [
    ['', []],
    [
      '?analytics=on',
      ['storefront_widgets:protection_shown on page', 'storefront_widgets:protection_chosen on page', 'storefront_widgets:protection_removed on page'],
    ],
  ] as const)
    test(`publishes ${expected.length} events to the pixels of a Shopify shop with the block's settings "${setting}"`, async () => {
      const published: string[] = []
      const publishes = (names: readonly string[]) =>
        until(
          () => Promise.resolve(published.length),
          (count) => count >= names.length,
        )
      await page.addInitScript({
        content: "Shopify = { analytics: { publish: (name, { surface }) => console.log('published ' + name + ' on ' + surface) } }",
      })
      page.on('console', (message) => {
        const [, event] = /^published (.*)/.exec(message.text()) ?? []
        if (event) published.push(event)
      })
      await fill()
      await page.goto(`/embeds/shopify/protection${setting}`)
      await toggle().waitFor()
      await publishes(expected.slice(0, 1))

      await toggle().click()
      await totals().getByText('$1.50').waitFor()
      await toggle().click()
      await totals().getByText('Shipment protection').waitFor({ state: 'detached' })

      await publishes(expected)
      assert.deepEqual(published, expected)
    })

  test('never shows a sample to a shopper', async () => {
    await page.goto('/embeds/shopify/protection')
    await page.waitForFunction(() => customElements.get('storefront-protection'))

    assert.equal(await page.getByText('Theme editor').count(), 0)
    assert.equal(await toggle().isVisible(), false)
  })

  test('brings the sealed quote along with a plain form, and the server charges what the proxy says of it', async () => {
    await fill(2)
    await page.goto('/embeds/html/cart')

    await toggle().click()
    await page.waitForFunction(() => new FormData(document.querySelector<HTMLFormElement>('form[action$=checkout]')!).has('protection_quote'))
    await page.getByRole('button', { name: 'Check out' }).click()

    await page.getByText('Your server would charge $1.50 for protection.').waitFor()
  })

  test('has the price in the page that the server renders, before any script and without a request of the page, and charges it', async () => {
    await fill(2)
    const html = await (await page.request.get('/embeds/html/cart-with-price')).text()
    assert.match(html, /<storefront-protection [^>]*quote="[^"]+">Shipment protection, not added: \$1\.50</)
    const asked = listen()

    await page.goto('/embeds/html/cart-with-price')
    await page.locator('main storefront-protection').getByText('$1.50').waitFor()
    await toggle().click()
    await page.waitForFunction(() => new FormData(document.querySelector<HTMLFormElement>('form[action$=checkout]')!).has('protection_quote'))
    assert.deepEqual(
      asked.filter((address) => address.includes('/quotes')),
      [],
    )
    await page.getByRole('button', { name: 'Check out' }).click()

    await page.getByText('Your server would charge $1.50 for protection.').waitFor()
  })

  test('has no price in the page that the server renders if it does not come in time; the page then requests it', async () => {
    await fill(2)
    await stack.fault({ match: { path: '/protection' }, hold: true })
    const html = await (await page.request.get('/embeds/html/cart-with-price')).text()
    assert.match(html, /<storefront-protection [^>]*amount="4800"[^>]*>Shipment protection is offered here when it is available\.</)
    assert.doesNotMatch(html, /quote="/)

    await page.goto('/embeds/html/cart-with-price')
    await stack.mend()

    await page.locator('main storefront-protection').getByText('$1.50').waitFor()
  })

  for (const name of ['shopify/loyalty', 'woocommerce/loyalty', 'html/account'])
    test(`greets the member on ${name}`, async () => {
      await signIn()
      await page.goto(`/embeds/${name}`)

      await page.locator('storefront-loyalty').getByText('Gold').first().waitFor()
    })

  for (const name of ['shopify/tracking', 'woocommerce/tracking', 'html/track'])
    test(`opens an order by its link on ${name}, and cleans the address`, async () => {
      await page.goto(`/embeds/${name}#order_number=K-1001&email=mira@example.com`)

      await page
        .locator('storefront-tracking')
        .getByRole('heading', { name: /K-1001/ })
        .waitFor()
      assert.equal(new URL(page.url()).hash, '')
    })

  for (const shop of ['shopify', 'woocommerce', 'html'])
    test(`has a sample cart, member and order on ${shop}, one press away`, async () => {
      const [cart, account, track] = shop === 'html' ? ['cart', 'account', 'track'] : ['protection', 'loyalty', 'tracking']
      await page.goto(`/embeds/${shop}/${cart}`)
      await page.getByRole('button', { name: 'Fill the cart with samples' }).click()
      await page.locator('main storefront-protection').getByText('$1.75').waitFor()

      await page.goto(`/embeds/${shop}/${account}`)
      await page.getByRole('button', { name: 'Sign in as a sample member' }).click()
      await page.locator('storefront-loyalty').getByText('Gold').first().waitFor()

      await page.goto(`/embeds/${shop}/${track}`)
      await page.getByRole('link', { name: 'Show a sample order' }).click()
      await page
        .locator('storefront-tracking')
        .getByRole('heading', { name: /K-1003/ })
        .waitFor()
    })

  test('lists every page there is', async () => {
    await page.goto('/embeds')
    const addresses = await page.locator('main a').evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))

    assert.equal(addresses.length, 13)
    for (const address of addresses) assert.equal((await page.request.get(address)).status(), 200, address)
  })
})
