// Opens the pages of Shopify with the built extensions in each language, at the width of a phone and of a desktop, and checks how they look: accessibility
// (axe), overflow, faults of scripts. Puts all pictures on contact sheets in .cache/sheets, and ends with one line that counts the screens. From the built
// files: `npm run build` first.
//
//   npm run sheets:shopify -- [--lang en,de,ar]
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parseArgs } from 'node:util'
import { chromium, type Page } from 'playwright'
import { withShopifyApp } from '../demo/settings.ts'
import { block, buyProtected, modal, placeSample, signIn, statusOf } from '../test/journeys/shopify-pages.ts'
import { startStack } from '../test/stack.ts'
import { ensureChromium, launchOptions } from './browsers/chromium.ts'
import { compose, type Tile } from './sheets/compose.ts'

const { values: given } = parseArgs({ options: { lang: { type: 'string', default: 'en,de,ar' } } })
const widths = [1280, 390]
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const folder = '.cache/sheets'

const stack = await startStack({ shop: true, settings: async (settings) => withShopifyApp(settings, settings.ALLOWED_ORIGINS!) })
const browser = await chromium.launch(launchOptions(await ensureChromium()))

/** Waits until the extensions of the page show something. */
const shown = (page: Page) => block(page).locator('s-text, s-heading, s-button').first().waitFor()

/** Shows an order that the stand-ins have from the start, in place of the order on the page. */
const seeded = (number: string) => async (page: Page) => {
  const { orders } = await stack.state<{ orders: { shop_order_number: string; key: string }[] }>('orders')
  const { key } = orders.find(({ shop_order_number }) => shop_order_number === number)!
  const path = '**/v1/extension/orders/track'
  await page.route(path, (route) => {
    const body = route.request().postDataJSON() as { key?: string }
    return route.continue(body.key ? { postData: JSON.stringify({ key }) } : {})
  })
  await page.reload()
  await block(page).getByText(number).waitFor()
  await page.unroute(path)
}

/** The screens, each from what a shopper does. They follow on one another, as one visit. */
const screens: Record<string, (page: Page) => Promise<unknown>> = {
  async 'thank-you, not known yet'(page) {
    await placeSample(page, 'late')
    await block(page).locator('s-section').waitFor()
  },
  async 'thank-you'(page) {
    await block(page).locator('s-button').waitFor()
  },
  async 'thank-you, protected'(page) {
    await block(page).locator('s-button').first().click()
    await block(page).locator('s-icon').first().waitFor()
  },
  async 'order status, to be sent'(page) {
    await buyProtected(page)
    await page.goto(statusOf(page))
    await modal(page).waitFor({ state: 'attached' })
  },
  async 'order status, question'(page) {
    // The link stands beside its dialog. Its words are in the language of the page.
    await block(page).locator('s-link:has(+ s-modal) [part=control]').click()
    await page.locator('dialog[open]').waitFor()
  },
  async 'order status, claim'(page) {
    const status = page.url()
    const number = /K-\d+/.exec(status)![0]
    await page.goto('/back-room')
    await page.getByRole('button', { name: `Ship ${number}` }).click()
    await page.getByText('Raise a claim').first().click()
    await page
      .getByRole('form', { name: `A claim about ${number}` })
      .getByRole('button', { name: 'Refund' })
      .click()
    await page.getByText('Made good, and the service knows.').first().waitFor()
    await page.goto(status)
    await block(page).locator('s-clipboard-item').waitFor({ state: 'attached' })
  },
  async 'order status, on the way'(page) {
    await placeSample(page, 'sent')
    await block(page).locator('s-details').waitFor()
    await block(page).locator('s-summary').click()
    await block(page).locator('s-skeleton-paragraph').waitFor({ state: 'detached' })
  },
  'order status, delivered': seeded('K-1001'),
  'order status, two packages': seeded('K-1002'),
  'order status, late': seeded('K-1004'),
  'order status, in preparation': seeded('K-1006'),
  async 'order status, no proxy'(page) {
    const { proxy } = stack
    await page.route(`${proxy}/**`, (route) => route.abort())
    await page.reload()
    await block(page).locator('s-link').first().waitFor()
    await page.unroute(`${proxy}/**`)
  },
  async 'order status, number alone'(page) {
    await page.goto(page.url().replace(/\?.*/, ''))
  },
  async 'rewards, nobody signed in'(page) {
    await page.goto('/shopify/account/loyalty')
  },
  async 'rewards, no member'(page) {
    await signIn(page, 'Jonas')
    await page.goto('/shopify/account/loyalty')
    await shown(page)
  },
  async 'rewards, member'(page) {
    await signIn(page, 'Mira')
    await page.goto('/shopify/account/loyalty')
    await shown(page)
  },
  async 'rewards, question before redeeming'(page) {
    // A small amount: the credits are enough for all languages.
    await block(page).locator('s-press-button').first().click()
    await block(page).locator('s-button[variant=primary]').first().click()
    await block(page).locator('s-press-button').first().waitFor({ state: 'detached' })
  },
  async 'rewards, code'(page) {
    await block(page).locator('s-button[variant=primary]').first().click()
    await block(page).locator('s-clipboard-item').waitFor({ state: 'attached' })
    await block(page).locator('s-banner').waitFor({ state: 'detached' })
  },
  async 'rewards, leaving'(page) {
    await signIn(page, 'Aiko')
    await page.goto('/shopify/account/loyalty')
    await shown(page)
  },
  async profile(page) {
    await signIn(page, 'Mira')
    await page.goto('/shopify/account/profile')
    await shown(page)
  },
  async 'order status, signed in'(page) {
    await placeSample(page, 'sent')
    await page.goto(page.url().replace(/\?.*/, ''))
    await block(page).locator('s-icon[type=star]').waitFor()
  },
  async orders(page) {
    await page.goto('/shopify/account/orders')
    await shown(page)
  },
}

/** Lists the faults of the page as it is now. */
async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const { violations } = await window.axe.run()
    const overflow = document.documentElement.scrollWidth - document.documentElement.clientWidth
    return [
      ...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 80)).join(' ')}`),
      ...(overflow > 0 ? [`${overflow} px too wide`] : []),
    ]
  })
}

mkdirSync(folder, { recursive: true })
let [passed, failed] = [0, 0]
for (const lang of given.lang.split(',')) {
  const context = await browser.newContext({ baseURL: stack.shop, hasTouch: true, reducedMotion: 'reduce', bypassCSP: true })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  // Requests that are aborted on purpose are no fault.
  page.on('console', (message) => message.type() === 'error' && !/ERR_FAILED/.test(message.text()) && errors.push(message.text()))
  const tiles = new Map(widths.map((width) => [width, [] as Tile[]]))
  await page.goto(`/shopify?lang=${lang}`)
  for (const [name, open] of Object.entries(screens)) {
    await page.setViewportSize({ width: widths[0]!, height: 844 })
    await open(page)
    await page.waitForLoadState('networkidle', { timeout: 4_000 }).catch(() => {})
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 })
      const faults = [...(await faultsOf(page)), ...errors.splice(0)]
      const path = `${folder}/shopify-${name.replace(/\W+/g, '-')}-${width}-${lang}.png`
      const isOpen = (await page.locator('dialog[open]').count()) > 0
      await page.screenshot({ path, fullPage: !isOpen, style: '.demo-bar, .pixels { display: none }' })
      tiles.get(width)!.push({ name, path, faults })
      if (faults.length) console.log(`${name} ${width} ${lang}\n    ${faults.join('\n    ')}`)
      if (faults.length) failed += 1
      else passed += 1
    }
  }
  for (const [width, all] of tiles)
    writeFileSync(`${folder}/shopify-${width}-${lang}.jpg`, await compose(browser, `Shopify’s pages, ${lang}`, all, width === 390 ? 195 : 300))
  await context.close()
}
await browser.close()
await stack.stop()
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed ? 1 : 0
