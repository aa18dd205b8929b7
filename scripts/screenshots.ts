// Takes the pictures in README: the demo’s pages with each widget, from the built files.
import { mkdirSync } from 'node:fs'
import { chromium } from 'playwright'
import { startStack } from '../test/stack.ts'
import { ensureChromium, launchOptions } from './browsers/chromium.ts'
import { screens, show } from './screens.ts'

const pictures = { cart: screens.protection('/cart'), account: screens.loyalty, track: screens.tracking }

mkdirSync('docs', { recursive: true })
const stack = await startStack({ shop: true })
const browser = await chromium.launch(launchOptions(await ensureChromium()))
for (const [name, screen] of Object.entries(pictures)) {
  const page = await browser.newPage({ baseURL: stack.shop, viewport: { width: 1100, height: 760 }, reducedMotion: 'reduce' })
  await show(page, screen)
  await page.screenshot({ path: `docs/${name}.png` })
  await page.close()
}
await browser.close()
await stack.stop()
