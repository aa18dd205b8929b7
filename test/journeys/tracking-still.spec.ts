import { expect, test, type Page } from '@playwright/test'

/** States in which carriers answer after the order is there, with everything that they can have to tell; and the looks of such a page. */
const settling = [
  ...['late-answer', 'late-answers', 'finding', 'settled-without-a-scan', 'without-time', 'estimate-window'],
  ...['delayed', 'out-for-delivery', 'attempted-delivery', 'ready-for-pickup', 'delivered', 'failure', 'unknown-buyer-action'],
  ...['packages-3', 'packages-200', 'still-to-ship', 'without-tracking', 'hostile-text', 'claim-refunded', 'large-text', 'right-to-left'],
  'late-answers?lang=ar',
]

/** Those in which more than one package is told of, looked at from their end. */
const long = ['late-answers', 'packages-3', 'same-box']

/** Days that take longest to write, in most languages. */
const longest = { estimated_from: '2027-09-22T00:00:00.000Z', estimated_to: '2027-09-25T00:00:00.000Z' }
const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'ja', 'ar']

/** Opens a state of the preview, and resolves to all that has moved once the carriers have told everything. */
async function shiftOf(page: Page, path: string): Promise<number> {
  await page.goto(`/preview/tracking/${path}`)
  await page.waitForFunction(() => window.settled)
  // What a frame has moved is told after it; and cards come a few at a time, a frame for each.
  await page.evaluate(async () => {
    for (let frames = 0; frames < 8; frames++) await new Promise(requestAnimationFrame)
  })
  return page.evaluate(() => window.shift)
}

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    window.shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) window.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
    addEventListener('storefront-settled', () => (window.settled = true))
    // Once the order is painted, and before the carriers answer.
    const goToEnd = () => requestAnimationFrame(() => setTimeout(() => scrollTo(0, document.documentElement.scrollHeight)))
    if (location.hash === '#end') addEventListener('storefront-tracked', goToEnd, { once: true })
  })
  // What the shopper does there may move what is below.
  await page.route('**/assets/preview-tracking.js', (route) => route.abort())
})

/** What moved, by the states in which something did. */
async function movedIn(page: Page, width: number, paths: string[]): Promise<Record<string, number>> {
  const moved: Record<string, number> = {}
  await page.setViewportSize({ width, height: 1200 })
  for (const path of paths)
    await test.step(path, async () => {
      const shift = await shiftOf(page, path)
      if (shift) moved[path] = shift
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${path} is no wider than the screen`).toBe(width)
    })
  return moved
}

for (const width of [320, 1440])
  test(`nothing moves while carriers answer, on a screen of ${width} pixels`, async ({ page }) => {
    expect(await movedIn(page, width, [...settling, ...long.map((name) => `${name}?lang=en#end`)])).toEqual({})
  })

test('nothing moves where carriers tell of days with long names, in any language', async ({ page }) => {
  await page.route('**/proxy/v1/orders/track', async (route) => {
    const response = await route.fetch()
    const order = (await response.json()) as { packages: { estimated_to: string | null }[] }
    const packages = order.packages.map((parcel) => (parcel.estimated_to ? { ...parcel, ...longest } : parcel))
    await route.fulfill({ response, json: { ...order, packages } })
  })

  expect(
    await movedIn(
      page,
      320,
      languages.map((lang) => `late-answer?lang=${lang}`),
    ),
  ).toEqual({})
  await expect(page.locator('storefront-tracking [part=estimate]').first()).toHaveText(/22.*25/)
})

declare global {
  interface Window {
    shift: number
    settled?: boolean
  }
}
