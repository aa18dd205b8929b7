// What a page with one widget makes a browser fetch until that widget is complete, in bytes after Brotli: measured on the demo's own
// pages, on the built files. Of what the screen does not need nothing is fetched, so nothing of it is counted.
import { existsSync, readFileSync } from 'node:fs'
import { chromium } from 'playwright'
import { startStack } from '../test/stack.ts'
import { brotli } from '../vite/precompressed.ts'
import { ensureChromium, launchOptions } from './browsers/chromium.ts'
import { screens, show, type Screen } from './screens.ts'

/** The most that each may be in bytes: so that the toggle fits the first flight of a connection. By the script tag, it is in the drawer of any page. */
const widgets = [
  ['protection', screens.drawer, 9_000],
  ['loyalty', screens.loyalty, 13_000],
  ['tracking', screens.tracking, 13_000],
] as const
/** Carts that load one file for it, as each kind of shop is told to. */
const carts = ['/cart', '/embeds/shopify/protection', '/embeds/woocommerce/protection', '/embeds/html/cart']
const cartBudget = 9_000
const entryBudget = 600
const allBudget = 22_600

const folder = new URL('../dist/widgets/', import.meta.url)
if (!existsSync(folder)) throw new Error('Nothing is built yet: npm run build')

const stack = await startStack({ shop: true })
const browser = await chromium.launch(launchOptions(await ensureChromium()))

/** The widget's files, in the order they were asked for. */
async function filesOf(screen: Screen): Promise<string[]> {
  const page = await browser.newPage({ baseURL: stack.shop })
  const files = new Set<string>()
  page.on('request', (request) => {
    const [, file] = request.url().split(`${stack.proxy}/`)
    if (file?.endsWith('.js')) files.add(file)
  })
  await show(page, screen)
  await page.close()
  return [...files]
}

const bytesOf = (file: string) => brotli(readFileSync(new URL(file, folder))).length

const width = Math.max(...carts.map(({ length }) => length)) + 1
let beyond = false
function tell(what: string, files: string[], budget: number) {
  const total = files.reduce((sum, file) => sum + bytesOf(file), 0)
  beyond ||= total > budget
  const verdict = total > budget ? `${total - budget} too many` : 'fits'
  const parts = files.map((file) => `${file} ${bytesOf(file)}`).join(' + ')
  console.log(`${what.padEnd(width)}${String(total).padStart(7)}${String(budget).padStart(8)}  ${verdict.padEnd(14)}${parts}`)
}

console.log('First load, bytes after Brotli')
console.log(`${'widget'.padEnd(width)}${'bytes'.padStart(7)}${'budget'.padStart(8)}`)
const all = new Set<string>()
for (const [name, screen, budget] of widgets) {
  const files = await filesOf(screen)
  for (const file of files) all.add(file)
  tell(name, files, budget)
}
tell('all three', [...all], allBudget)
tell('entry', ['widgets.js'], entryBudget)
for (const address of carts) tell(address, await filesOf(screens.protection(address)), cartBudget)
await browser.close()
await stack.stop()
process.exitCode = beyond ? 1 : 0
