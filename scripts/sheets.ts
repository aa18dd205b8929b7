// Opens every state of the previews in each language and on each ground, at the width of a phone and of a desktop, and checks how it looks:
// accessibility (axe), contrast, targets, overflow, empty room. Puts all pictures on contact sheets in docs/sheets, and ends with one line that counts
// the screens; faults are listed before it. From the built files: `npm run build` first.
//
//   npm run sheets -- [--widget tracking] [--lang en,de] [--ground light,dark,section] [--state delivered,form] [--dry]
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parseArgs } from 'node:util'
import { chromium, type Page } from 'playwright'
import { startStack } from '../test/stack.ts'
import { ensureChromium, launchOptions } from './browsers/chromium.ts'
import { checkLook } from './sheets/check-look.ts'
import { compose, type Tile } from './sheets/compose.ts'

const { values: given } = parseArgs({
  options: { widget: { type: 'string' }, lang: { type: 'string' }, ground: { type: 'string' }, state: { type: 'string' }, dry: { type: 'boolean' } },
})
const chosen = <Name extends string>(list: string | undefined, all: readonly Name[]) => all.filter((one) => !list || list.split(',').includes(one))

/** Grounds that share a theme are shown without loading the page again. */
const themes = { paper: ['light', 'dark'], section: ['section'], editorial: ['editorial'], playful: ['playful'] } as const
const grounds = chosen(given.ground ?? 'light,dark,section', Object.values(themes).flat())
const languages = chosen(given.lang, ['en', 'de', 'ar', 'ja'])
const widgets = chosen(given.widget, ['protection', 'loyalty', 'tracking'])
const widths = [390, 1280]
/** All its cards look like those of three packages, and take minutes. */
const left = 'packages-200'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const folder = '.cache/sheets'
mkdirSync(folder, { recursive: true })

/** Resolves once nothing has changed in the widget for some time. Some states change for as long as they are open, so it waits for six seconds at most. */
function untilStill(selector: string): Promise<void> {
  return new Promise((resolve) => {
    const [still, longest] = [800, 6_000]
    const began = performance.now()
    let last = began
    const watched = new MutationObserver(() => (last = performance.now()))
    const options = { subtree: true, childList: true, attributes: true, characterData: true }
    const root = document.querySelector(selector)?.shadowRoot
    watched.observe(root ?? document, options)
    const look = () => {
      const now = performance.now()
      if (now - last < still && now - began < longest) return void setTimeout(look, 100)
      watched.disconnect()
      resolve()
    }
    look()
  })
}

/** The violations of axe's rules in the widget. */
const violations = (page: Page, selector: string) =>
  page.evaluate(async (context) => {
    const found = await (window as unknown as { axe: { run(context: string): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } }).axe.run(
      context,
    )
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 80)).join(' ')}`)
  }, selector)

const stack = await startStack({ shop: true })
const browser = await chromium.launch(launchOptions(await ensureChromium()))
let screens = 0
const faulty = new Map<string, string[]>()

for (const widget of widgets)
  for (const lang of languages)
    for (const [theme, schemes] of Object.entries(themes)) {
      const shown = schemes.filter((scheme) => grounds.includes(scheme))
      if (shown.length === 0) continue
      const context = await browser.newContext({
        baseURL: stack.shop,
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        reducedMotion: 'reduce',
        bypassCSP: true,
      })
      // tsx wraps the functions that it compiles, also those that run in the page (https://esbuild.github.io/api/#keep-names).
      await context.addInitScript('globalThis.__name = (wrapped) => wrapped')
      const page = await context.newPage()
      await page.goto(`/preview?lang=${lang}&theme=${theme}`)
      const names = (
        await page.locator(`main a[href^="/preview/${widget}/"]`).evaluateAll((links) => links.map((link) => link.getAttribute('href')!.split('/').at(-1)!))
      ).filter((name) => name !== left && (!given.state || given.state.split(',').includes(name)))
      const tiles = new Map<string, Tile[]>()
      for (const name of names) {
        await page.setViewportSize({ width: 390, height: 844 })
        await page.goto(`/preview/${widget}/${name}?lang=${lang}&theme=${theme}`)
        await page.evaluate(untilStill, `storefront-${widget}`)
        await page.evaluate(axe)
        for (const width of widths) {
          await page.setViewportSize({ width, height: 844 })
          for (const scheme of shown) {
            await page.emulateMedia({ colorScheme: scheme === 'dark' ? 'dark' : 'light', reducedMotion: 'reduce' })
            const selector = `storefront-${widget}`
            const faults = [...(await page.evaluate(checkLook, { selector, touch: width === 390 })), ...(await violations(page, selector))]
            screens += 1
            const where = `${widget}/${name} ${width} ${scheme} ${lang}`
            if (faults.length) faulty.set(where, faults)
            const path = `${folder}/${where.replace(/\W+/g, '-')}.png`
            const isOpen = await page.evaluate((name) => !!document.querySelector(name)?.shadowRoot?.querySelector('dialog[open]'), selector)
            if (isOpen) await page.screenshot({ path })
            else await page.locator('.preview-room, .preview fieldset').screenshot({ path })
            const sheet = `${widget}-${width}-${scheme}-${lang}`
            tiles.set(sheet, [...(tiles.get(sheet) ?? []), { name, path, faults }])
          }
        }
      }
      if (!given.dry && !given.state) {
        mkdirSync('docs/sheets', { recursive: true })
        for (const [sheet, all] of tiles)
          writeFileSync(`docs/sheets/${sheet}.webp`, await compose(browser, sheet, all, sheet.includes('-390-') ? 150 : 240, 'webp'))
      }
      await context.close()
    }

await browser.close()
await stack.stop()
// Each fault once, with the screens that have it.
const byFault = new Map<string, string[]>()
for (const [where, faults] of faulty) for (const fault of faults) byFault.set(fault, [...(byFault.get(fault) ?? []), where])
for (const [fault, where] of [...byFault].sort((one, other) => other[1].length - one[1].length))
  console.log(`${fault}\n    ${where.length}: ${where.slice(0, 4).join(' · ')}`)
console.log(`${screens - faulty.size} passed, ${faulty.size} failed`)
process.exitCode = faulty.size ? 1 : 0
