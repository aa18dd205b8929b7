// Measures the files that a page with one widget loads, in bytes after Brotli (quality 11): until the widget is complete, and after the shopper’s first
// action. Uses the demo’s own pages and the built files.
import { existsSync, readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { chromium } from 'playwright'
import { startStack } from '../test/stack.ts'
import { ensureChromium, launchOptions } from './browsers/chromium.ts'
import { screens, show, type Screen } from './screens.ts'

/** The budgets of each widget in bytes, with Lit as published: for the first load, and for all files after the first action. */
const widgets = [
  { name: 'protection', screen: screens.drawer, first: 13_820, usable: 19_540 },
  { name: 'loyalty', screen: screens.loyalty, first: 18_780, usable: 27_420 },
  { name: 'tracking', screen: screens.tracking, first: 20_300, usable: 25_100 },
]
/** Carts that load one file for the widget, as each kind of shop is advised to. */
const carts = ['/cart', '/embeds/shopify/protection', '/embeds/woocommerce/protection', '/embeds/html/cart']
const cartBudget = 11_920
const entryBudget = 700
const allBudget = 35_850

const folder = new URL('../dist/widgets/', import.meta.url)
if (!existsSync(folder)) throw new Error('The build is missing: npm run build')

const stack = await startStack({ shop: true })
const browser = await chromium.launch(launchOptions(await ensureChromium()))

/** Returns the widget’s files in the order of their requests: those of the first load, and all after the first action. */
async function filesOf(screen: Screen): Promise<{ first: string[]; usable: string[] }> {
  const page = await browser.newPage({ baseURL: stack.shop })
  const files = new Set<string>()
  page.on('request', (request) => {
    const [, file] = request.url().split(`${stack.proxy}/`)
    if (file?.endsWith('.js')) files.add(file)
  })
  await show(page, screen)
  const first = [...files]
  await screen.interact(page)
  await page.waitForLoadState('networkidle')
  // Files of the first action may import others.
  await page.waitForTimeout(500)
  await page.close()
  return { first, usable: [...files] }
}

const bytesOf = (file: string) => brotliCompressSync(readFileSync(new URL(file, folder))).length

const width = Math.max(...carts.map(({ length }) => length)) + 1
let beyond = false
function print(what: string, files: string[], budget: number) {
  const total = files.reduce((sum, file) => sum + bytesOf(file), 0)
  beyond ||= total > budget
  const verdict = total > budget ? `${total - budget} too many` : 'fits'
  const parts = files.map((file) => `${file} ${bytesOf(file)}`).join(' + ')
  console.log(`${what.padEnd(width)}${String(total).padStart(7)}${String(budget).padStart(8)}  ${verdict.padEnd(14)}${parts}`)
}

console.log('First load, bytes after Brotli')
console.log(`${'widget'.padEnd(width)}${'bytes'.padStart(7)}${'budget'.padStart(8)}`)
const all = new Set<string>()
const usable: [name: string, files: string[], budget: number][] = []
for (const widget of widgets) {
  const files = await filesOf(widget.screen)
  for (const file of files.first) all.add(file)
  print(widget.name, files.first, widget.first)
  usable.push([widget.name, files.usable, widget.usable])
}
print('all three', [...all], allBudget)
print('entry', ['widgets.js'], entryBudget)
for (const address of carts) print(address, (await filesOf(screens.protection(address))).first, cartBudget)
console.log('With what the first action loads')
for (const [name, files, budget] of usable) print(name, files, budget)
await browser.close()
await stack.stop()
process.exitCode = beyond ? 1 : 0
