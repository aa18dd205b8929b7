// Measures the files that a page with one widget loads, in bytes after Brotli (quality 11): until the first screen is complete, until the whole widget
// is, and after the shopper’s first action. Uses the demo’s own pages and the built files. Measures the UI extensions as Shopify does (deflate).
import { existsSync, readFileSync } from 'node:fs'
import { brotliCompressSync, deflateSync } from 'node:zlib'
import { chromium } from 'playwright'
import { startStack } from '../test/stack.ts'
import { ensureChromium, launchOptions } from './browsers/chromium.ts'
import { readExtensions } from './build/extensions.ts'
import { screens, type Screen } from './screens.ts'

/** The budgets of each widget in bytes, with Lit as published: for the first screen, for what stands below it too, and for all files after the first action. */
const widgets = [
  { name: 'protection', screen: screens.drawer, first: 15_000, usable: 21_000 },
  { name: 'loyalty', screen: screens.loyalty, first: 17_800, whole: 22_900, usable: 32_500 },
  { name: 'tracking', screen: screens.tracking, first: 22_400, usable: 27_400 },
]
/** Carts that load one file for the widget, as each kind of shop is advised to. */
const carts = ['/cart', '/embeds/shopify/protection', '/embeds/woocommerce/protection', '/embeds/html/cart']
const cartBudget = 12_900
/** The entry holds the names of all files, whose hashes differ with each build by some bytes. */
const entryBudget = 740
/** Of each UI extension; Shopify takes 64 kB. */
const extensionBudget = 20_000
const allBudget = 42_500

const folder = new URL('../dist/widgets/', import.meta.url)
if (!existsSync(folder)) throw new Error('The build is missing: npm run build')

const stack = await startStack({ shop: true })
const browser = await chromium.launch(launchOptions(await ensureChromium()))

/**
 * Returns the widget’s files in the order of their requests: those that the first screen waits for, those of the whole widget, and all after the
 * first action. The file of what stands below the first screen is held back until the first screen is there.
 */
async function filesOf(screen: Screen): Promise<{ first: string[]; whole: string[]; usable: string[] }> {
  const page = await browser.newPage({ baseURL: stack.shop })
  const files = new Set<string>()
  let release = () => {}
  const isShown = new Promise<void>((resolve) => (release = resolve))
  page.on('request', (request) => {
    const [, file] = request.url().split(`${stack.proxy}/`)
    if (file?.endsWith('.js')) files.add(file)
  })
  if (screen.below)
    await page.route(screen.below, async (route) => {
      await isShown
      await route.continue()
    })
  await screen.open(page)
  await page.locator(screen.complete).first().waitFor()
  if (!screen.below) await page.waitForLoadState('networkidle')
  const first = [...files].filter((file) => !screen.below?.test(`/${file}`))
  release()
  await page.waitForLoadState('networkidle')
  const whole = [...files]
  await screen.interact(page)
  await page.waitForLoadState('networkidle')
  // Files of the first action may import others.
  await page.waitForTimeout(500)
  await page.close()
  return { first, whole, usable: [...files] }
}

const bytesOf = (file: string) => brotliCompressSync(readFileSync(new URL(file, folder))).length

const width = Math.max(...carts.map(({ length }) => length)) + 1
let beyond = false
function print(what: string, files: string[], budget: number, sizeOf = bytesOf) {
  const total = files.reduce((sum, file) => sum + sizeOf(file), 0)
  beyond ||= total > budget
  const verdict = total > budget ? `${total - budget} too many` : 'fits'
  const parts = files.map((file) => `${file} ${sizeOf(file)}`).join(' + ')
  console.log(`${what.padEnd(width)}${String(total).padStart(7)}${String(budget).padStart(8)}  ${verdict.padEnd(14)}${parts}`)
}

console.log('First load, bytes after Brotli')
console.log(`${'widget'.padEnd(width)}${'bytes'.padStart(7)}${'budget'.padStart(8)}`)
const all = new Set<string>()
const usable: [name: string, files: string[], budget: number][] = []
for (const widget of widgets) {
  const files = await filesOf(widget.screen)
  for (const file of files.whole) all.add(file)
  print(widget.name, files.first, widget.first)
  if (widget.whole) print(`${widget.name}, whole`, files.whole, widget.whole)
  usable.push([widget.name, files.usable, widget.usable])
}
print('all three', [...all], allBudget)
print('entry', ['widgets.js'], entryBudget)
for (const address of carts) print(address, (await filesOf(screens.protection(address))).first, cartBudget)
console.log('With what the first action loads')
for (const [name, files, budget] of usable) print(name, files, budget)
console.log('UI extensions, bytes after deflate')
for (const handle of readExtensions().keys())
  print(handle, [`extensions/${handle}.js`], extensionBudget, (file) => deflateSync(readFileSync(new URL(`../${file}`, folder))).length)
await browser.close()
await stack.stop()
process.exitCode = beyond ? 1 : 0
