import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright'

/** A picture of a state. */
export interface Tile {
  name: string
  /** The PNG file. */
  path: string
  faults: readonly string[]
}

/** Puts all pictures on one sheet, each with its name. WebP takes half of what JPEG takes; its sides are limited to 16,383 pixels. */
export async function compose(browser: Browser, title: string, tiles: readonly Tile[], tileWidth: number, format: 'jpeg' | 'webp' = 'jpeg'): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 8 * (tileWidth + 12) + 24, height: 600 } })
  const figures = tiles.map(
    ({ name, path, faults }) =>
      `<figure${faults.length ? ' class="faulty"' : ''}><figcaption>${name}</figcaption><img src="data:image/png;base64,${readFileSync(path).toString('base64')}"></figure>`,
  )
  await page.setContent(
    `<!doctype html><title>${title}</title><style>
    body { margin: 12px; background: #8a8d91; font: 11px/1.4 system-ui, sans-serif; color: #fff }
    h1 { font-size: 14px; margin: 0 0 12px }
    main { columns: 8; column-gap: 12px }
    figure { margin: 0 0 12px; break-inside: avoid }
    img { display: block; inline-size: ${tileWidth}px }
    .faulty figcaption { color: #ff0; font-weight: 700 }
  </style><h1>${title}</h1><main>${figures.join('')}</main>`,
    // Many pictures take long on a busy machine.
    { timeout: 0 },
  )
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format, quality: format === 'webp' ? 45 : 60, captureBeyondViewport: true })
  await page.close()
  return Buffer.from(data, 'base64')
}
