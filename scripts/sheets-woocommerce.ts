// Opens each page of a shop with the plugin for WooCommerce, in a block theme and in a classic one, and checks layout shift and accessibility (axe).
// Writes docs/install/woocommerce-pages.md, and all pictures on one sheet beside it. It runs test/wordpress/pages.spec.ts, so it needs what that needs;
// WOOCOMMERCE_DIR names a real WooCommerce, CLASSIC_THEME_DIR another classic theme.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { findMachine } from '../test/wordpress/machine.ts'
import type { PageFinding } from '../test/wordpress/pages.spec.ts'
import { ensureChromium, launchOptions } from './browsers/chromium.ts'
import { compose } from './sheets/compose.ts'

const machine = findMachine()
if ('missing' in machine) throw new Error(`Missing on this machine: ${machine.missing.join(', ')}`)
const folder = '.cache/sheets/woocommerce'
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })

const run = spawnSync('npx', ['tsx', 'scripts/wordpress.ts', 'pages.spec.ts'], {
  stdio: 'inherit',
  env: { ...process.env, WORDPRESS_PICTURES: join(process.cwd(), folder) },
})

const versionIn = (file: string, line: RegExp) => line.exec(readFileSync(file, 'utf8'))![1]!
const woocommerce = `WooCommerce ${versionIn(join(machine.woocommerce, 'woocommerce.php'), /Version: (\S+)/)}`
const named = process.env.CLASSIC_THEME_DIR
const classic = named
  ? `${versionIn(join(named, 'style.css'), /Theme Name:\s*(.+)/)} ${versionIn(join(named, 'style.css'), /Version:\s*(\S+)/)}`
  : 'the classic theme of the tests'
const themes = { block: 'Twenty Twenty-Five', classic } as const

const found = Object.keys(themes).map((theme) => [theme, JSON.parse(readFileSync(join(folder, `${theme}.json`), 'utf8')) as PageFinding[]] as const)
const row = (finding: PageFinding) => [finding.moved.toFixed(3), finding.without?.toFixed(3) ?? '–', finding.breaches ? String(finding.breaches.length) : '–']
const names = found[0]![1].map(({ name }) => name)
const rows = names.map((name) => {
  const cells = found.flatMap(([, findings]) => row(findings.find((finding) => finding.name === name)!))
  return `| ${name.replaceAll('-', ' ')} | ${cells.join(' | ')} |`
})

const browser = await chromium.launch(launchOptions(await ensureChromium()))
const tiles = found.flatMap(([theme, findings]) =>
  findings.map(({ name, breaches = [] }) => ({
    name: `${theme}: ${name.replaceAll('-', ' ')}`,
    path: join(folder, `${theme}-${name}.png`),
    faults: breaches,
  })),
)
writeFileSync('docs/install/woocommerce-pages.webp', await compose(browser, `WordPress ${machine.version}, ${woocommerce}`, tiles, 400, 'webp'))
await browser.close()

writeFileSync(
  'docs/install/woocommerce-pages.md',
  `# Pages of a WooCommerce shop

Written by \`npm run sheets:woocommerce\`: WordPress ${machine.version}, ${process.env.WOOCOMMERCE_DIR ? woocommerce : 'the stand-in of WooCommerce of the tests'}, Chromium, 1280 by 720 pixels. The block theme is ${themes.block}; the classic theme is ${themes.classic}.

- *Shift* is the layout shift of the page as it loads. The empty cart has no widget, so its shift is the theme’s own.
- *Without* is the layout shift of the same page without the offer. It was measured where WooCommerce moves the page: its blocks render themselves after the page has loaded, and its classic checkout hides fields and replaces the ways to pay.
- *axe* is the number of accessibility rules that the widgets break; – if no widget is visible there.

| Page | Block theme: shift | without | axe | Classic theme: shift | without | axe |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
${rows.join('\n')}

![All pages in both themes](woocommerce-pages.webp)
`,
)
process.exitCode = run.status ?? 1
