import type { BrowserType, LaunchOptions } from 'playwright'

/** Starts a browser and lets it lay out a line of text, which needs more libraries and fonts than the start; resolves to its version. */
export async function starts(engine: BrowserType, options: LaunchOptions): Promise<string> {
  const browser = await engine.launch({ ...options, timeout: 30_000 })
  try {
    const page = await browser.newPage()
    await page.setContent('<p>Text</p>', { timeout: 10_000 })
    if (!(await page.locator('p').boundingBox())?.height) throw new Error('it lays out no text')
    return browser.version()
  } finally {
    await browser.close()
  }
}
