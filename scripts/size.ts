// What a page with one widget makes a browser fetch until that widget is complete, in bytes after Brotli: measured on the demo's own
// pages, on the built files. Of what the screen does not need nothing is fetched, so nothing of it is counted.
import { existsSync, readFileSync } from 'node:fs'
import { chromium } from 'playwright'
import { startStack } from '../test/stack.ts'
import { brotli } from '../vite/precompressed.ts'
import { ensureChromium, launchOptions } from './browsers/chromium.ts'
import { screens, show, type Screen } from './screens.ts'

const entryBudget = 600
const budgets = { protection: 10_000, loyalty: 13_500, tracking: 13_500 }

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

let beyond = bytesOf('widgets.js') > entryBudget
console.log(`First load of one widget, bytes after Brotli (entry: at most ${entryBudget})`)
console.log(`${'widget'.padEnd(12)}${'bytes'.padStart(7)}${'budget'.padStart(8)}`)
for (const [name, budget] of Object.entries(budgets)) {
  const files = await filesOf(screens[name as keyof typeof budgets])
  const total = files.reduce((sum, file) => sum + bytesOf(file), 0)
  beyond ||= total > budget
  const verdict = total > budget ? `${total - budget} too many` : 'fits'
  const parts = files.map((file) => `${file} ${bytesOf(file)}`).join(' + ')
  console.log(`${name.padEnd(12)}${String(total).padStart(7)}${String(budget).padStart(8)}  ${verdict.padEnd(14)}${parts}`)
}
await browser.close()
await stack.stop()
process.exitCode = beyond ? 1 : 0
