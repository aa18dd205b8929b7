// What a page with one widget makes a browser fetch until that widget is complete, in bytes after Brotli: measured on the demo's own
// pages, on the built files. Of what the screen does not need nothing is fetched, so nothing of it is counted.
import { existsSync, readFileSync } from 'node:fs'
import { chromium, type Page } from 'playwright'
import { startStack } from '../test/stack.ts'
import { brotli } from '../vite/precompressed.ts'
import { ensureChromium, launchOptions } from './browsers/chromium.ts'

interface Screen {
  budget: number
  /** Brings the shop to where the widget has everything to show, and there. */
  open: (page: Page) => Promise<unknown>
  /** What stands on the screen once the widget is complete. */
  complete: string
}

const entryBudget = 600

const screens: Record<string, Screen> = {
  protection: {
    budget: 10_000,
    async open(page) {
      await page.request.post('/cart/add.js', { data: { items: [{ id: 9800000101, quantity: 1 }] } })
      await page.goto('/cart')
    },
    complete: 'storefront-protection >> [part=price]:has-text("$")',
  },
  loyalty: {
    budget: 13_500,
    async open(page) {
      await page.goto('/account')
      await page.getByRole('button', { name: /Mira/ }).click()
    },
    complete: 'storefront-loyalty >> text=Gold',
  },
  tracking: {
    budget: 13_500,
    open: (page) => page.goto('/track#order_number=K-1001&email=mira@example.com'),
    complete: 'storefront-tracking >> [part~=package]',
  },
}

const folder = new URL('../dist/widgets/', import.meta.url)
if (!existsSync(folder)) throw new Error('Nothing is built yet: npm run build')

const stack = await startStack({ shop: true })
const browser = await chromium.launch(launchOptions(await ensureChromium()))

/** The widget's files, in the order they were asked for. */
async function filesOf({ open, complete }: Screen): Promise<string[]> {
  const page = await browser.newPage({ baseURL: stack.shop })
  const files = new Set<string>()
  page.on('request', (request) => {
    const [, file] = request.url().split(`${stack.proxy}/`)
    if (file?.endsWith('.js')) files.add(file)
  })
  await open(page)
  await page.locator(complete).first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.close()
  return [...files]
}

const bytesOf = (file: string) => brotli(readFileSync(new URL(file, folder))).length

let beyond = bytesOf('widgets.js') > entryBudget
console.log(`First load of one widget, bytes after Brotli (entry: at most ${entryBudget})`)
console.log(`${'widget'.padEnd(12)}${'bytes'.padStart(7)}${'budget'.padStart(8)}`)
for (const [name, screen] of Object.entries(screens)) {
  const files = await filesOf(screen)
  const total = files.reduce((sum, file) => sum + bytesOf(file), 0)
  beyond ||= total > screen.budget
  const verdict = total > screen.budget ? `${total - screen.budget} too many` : 'fits'
  console.log(
    `${name.padEnd(12)}${String(total).padStart(7)}${String(screen.budget).padStart(8)}  ${verdict.padEnd(14)}${files.map((file) => `${file} ${bytesOf(file)}`).join(' + ')}`,
  )
}
await browser.close()
await stack.stop()
process.exitCode = beyond ? 1 : 0
