// Takes the pictures of README and of docs/design/peers.md from the built files: pages of the demo on a desktop and a phone, light and dark, and
// single states of the previews.
import { mkdirSync, writeFileSync } from 'node:fs'
import { chromium, type Page } from 'playwright'
import { startStack } from '../test/stack.ts'
import { ensureChromium, launchOptions } from './browsers/chromium.ts'
import { screens, show, type Screen } from './screens.ts'

const onTheWay: Screen = { ...screens.tracking, open: (page) => page.goto('/track#order_number=K-1003&email=jonas@example.com') }
const pages = { cart: screens.protection('/cart'), account: screens.loyalty, track: onTheWay }

/** The states that the table of peers shows, by widget. */
const states = {
  protection: ['on', 'buttons', 'asking-again', 'price-changed', 'dialog-terms'],
  loyalty: ['guest', 'member', 'redeem-pending', 'redeem-settled', 'leaving'],
  tracking: ['in-transit', 'delayed', 'delivered', 'ready-for-pickup', 'packages-3', 'form', 'earlier-updates'],
}

const stack = await startStack({ shop: true })
const browser = await chromium.launch(launchOptions(await ensureChromium()))

/** The page beside itself on a phone, as one picture. */
async function compose(desktop: Buffer, phone: Buffer, ground: string): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 1400, height: 740 } })
  const image = (picture: Buffer, name: string) => `<img class="${name}" src="data:image/png;base64,${picture.toString('base64')}" alt="">`
  await page.setContent(`<!doctype html><style>
    body { position: relative; margin: 0; block-size: 740px; background: ${ground} }
    img { position: absolute; border-radius: 10px; box-shadow: 0 8px 40px rgb(0 0 0 / 0.35) }
    .desktop { inline-size: 1000px; inset: 44px auto auto 40px }
    .phone { inline-size: 290px; inset: 80px 40px auto auto; border-radius: 26px; outline: 7px solid #0b0b0d }
  </style>${image(desktop, 'desktop')}${image(phone, 'phone')}`)
  const picture = await page.screenshot({ type: 'jpeg', quality: 84 })
  await page.close()
  return picture
}

async function takePage(screen: Screen, colorScheme: 'light' | 'dark', viewport: { width: number; height: number }, from: string): Promise<Buffer> {
  const context = await browser.newContext({
    baseURL: stack.shop,
    viewport,
    colorScheme,
    reducedMotion: 'reduce',
    bypassCSP: true,
    deviceScaleFactor: viewport.width < 500 ? 2 : 1,
  })
  const page = await context.newPage()
  await show(page, screen)
  // On a phone, the widget itself instead of the head of the page.
  if (viewport.width < 500)
    await page
      .locator(from)
      .first()
      .evaluate((element) => window.scrollTo(0, element.getBoundingClientRect().top + scrollY - 90))
  // The bar belongs to the demo and not to the shop.
  const picture = await page.screenshot({ style: '.demo-bar { display: none }' })
  await context.close()
  return picture
}

mkdirSync('docs/pictures', { recursive: true })
const widgets = { cart: 'storefront-protection', account: 'storefront-loyalty', track: 'storefront-tracking' }
for (const [name, screen] of Object.entries(pages))
  for (const scheme of ['light', 'dark'] as const) {
    const from = widgets[name as keyof typeof widgets]
    const desktop = await takePage(screen, scheme, { width: 1180, height: 770 }, from)
    const phone = await takePage(screen, scheme, { width: 390, height: 780 }, from)
    writeFileSync(`docs/pictures/${name}-${scheme}.jpg`, await compose(desktop, phone, scheme === 'dark' ? '#2a2724' : '#e9e4da'))
  }

/** The widget alone, or the whole screen while its dialog is open. */
async function takeState(page: Page, widget: string, state: string): Promise<Buffer> {
  await page.goto(`/preview/${widget}/${state}?lang=en&theme=paper`)
  await page.waitForLoadState('networkidle', { timeout: 4_000 }).catch(() => {})
  const isOpen = await page.evaluate((name) => !!document.querySelector(name)?.shadowRoot?.querySelector('dialog[open]'), `storefront-${widget}`)
  const options = { type: 'jpeg', quality: 80 } as const
  if (isOpen) return page.screenshot(options)
  const { x, y, width, height } = (await page.locator(`storefront-${widget}`).first().boundingBox())!
  return page.screenshot({ ...options, fullPage: true, clip: { x, y, width, height: Math.min(height, 620) } })
}

const folder = 'docs/design/pictures/built'
mkdirSync(folder, { recursive: true })
for (const [widget, names] of Object.entries(states)) {
  const page = await browser.newPage({ baseURL: stack.shop, viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' })
  for (const state of names) writeFileSync(`${folder}/${widget}-${state}.jpg`, await takeState(page, widget, state))
  await page.close()
}
await browser.close()
await stack.stop()
