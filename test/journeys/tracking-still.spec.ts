import { readdirSync } from 'node:fs'
import { expect, test, type Page } from '@playwright/test'
import { blocker } from './block.ts'
import { isLongForm } from './long-form.ts'

/** States in which carriers answer after the order is shown, with every kind of answer; and the looks of such a page. */
const settling = [
  ...['late-answer', 'late-answers', 'finding', 'settled-without-a-scan', 'without-time', 'estimate-window'],
  ...['delayed', 'out-for-delivery', 'attempted-delivery', 'ready-for-pickup', 'delivered', 'failure', 'unknown-buyer-action'],
  ...['packages-3', 'packages-200', 'still-to-ship', 'without-tracking', 'hostile-text', 'claim-refunded', 'large-text', 'right-to-left'],
  'late-answers?lang=ar',
]

/** States with more than one package, viewed from the end of the page. */
const long = ['late-answers', 'packages-3', 'same-box']

/** Days with the longest names in most languages. */
const longest = { estimated_from: '2027-09-22T00:00:00.000Z', estimated_to: '2027-09-25T00:00:00.000Z' }
const languages = ['en', ...readdirSync('src/i18n/translations')]
/** What the short form tries: long words, short words without spaces, and words from right to left. */
const shortLanguages = ['de', 'ja', 'ar']

/** What only the long form opens: "attempted-delivery" brings the same help, and "late-answers?lang=ar" the same direction. */
const likeOthers = ['finding', 'delayed', 'failure', 'right-to-left']

/** What the short form opens on a wide screen: one package and several, help, an estimate, and the other direction. */
const shortWide = ['late-answer', 'attempted-delivery', 'estimate-window', 'late-answers?lang=ar', 'packages-3?lang=en#end']

/** The states to open on a screen of that width. */
function statesAt(width: number): string[] {
  const all = [...settling, ...long.map((name) => `${name}?lang=en#end`)]
  if (isLongForm) return all
  return width > 320 ? shortWide : all.filter((state) => !likeOthers.includes(state))
}

/** Opens a state of the preview; resolves to all layout shift once the carriers have answered completely. */
async function shiftOf(page: Page, path: string): Promise<number> {
  await page.goto(`/preview/tracking/${path}`)
  // A promise, because Playwright would ask for a value in each frame, and the browser would paint each frame for that.
  await page.evaluate(() => window.settled)
  // Browsers report the shift of a frame after the frame, and cards come a few per frame.
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
    window.settled = new Promise((resolve) => document.addEventListener('storefront-settled', () => resolve()))
    // Once the order is painted, and before the carriers answer.
    const goToEnd = () => requestAnimationFrame(() => setTimeout(() => scrollTo(0, document.documentElement.scrollHeight)))
    if (location.hash === '#end') addEventListener('storefront-tracked', goToEnd, { once: true })
  })
  // This script acts as the shopper, who may move what is below.
  await (
    await blocker(page)
  )('*/assets/preview-tracking.js')
})

/** The most layout shift that a late part of an answer may cause. */
const limit = 0.02

/** The layout shift of each state that has more than that. */
async function movedIn(page: Page, width: number, paths: string[]): Promise<Record<string, number>> {
  const moved: Record<string, number> = {}
  await page.setViewportSize({ width, height: 1200 })
  for (const path of paths)
    await test.step(path, async () => {
      const shift = await shiftOf(page, path)
      if (shift > limit) moved[path] = shift
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${path} is no wider than the screen`).toBe(width)
    })
  return moved
}

for (const width of [320, 1440])
  test(`almost nothing moves while carriers answer, on a screen of ${width} pixels`, async ({ page }) => {
    expect(await movedIn(page, width, statesAt(width))).toEqual({})
  })

test('almost nothing moves when carriers report days with long names, in any language', async ({ page }) => {
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
      (isLongForm ? languages : shortLanguages).map((lang) => `late-answer?lang=${lang}`),
    ),
  ).toEqual({})
  await expect(page.locator('storefront-tracking [part=headline]').first()).toHaveText(/22.*25/)
})

/** The most where a status brings help with it: what to do, and both ways to the shop. */
const helpLimit = 0.12

const allStatuses = ['in_transit', 'out_for_delivery', 'delayed', 'attempted_delivery', 'ready_for_pickup', 'failure', 'delivered']
/** What only the long form tries: "in_transit" is what the package has, and "delayed" brings the help of "attempted_delivery". On a wide screen all but two. */
const likeOtherStatuses = ['in_transit', 'delayed']

/** Where the second card begins. */
const topOfOthers = (page: Page) =>
  page.evaluate(() => document.querySelector('storefront-tracking')!.shadowRoot!.querySelectorAll('article')[1]!.getBoundingClientRect().top + scrollY)

for (const width of [320, 1440])
  test(`a changed status moves the other cards hardly at all, on a screen of ${width} pixels`, async ({ page }) => {
    const statuses = isLongForm ? allStatuses : width > 320 ? ['failure', 'delivered'] : allStatuses.filter((status) => !likeOtherStatuses.includes(status))
    let change: string | undefined
    await page.route('**/proxy/v1/orders/track', async (route) => {
      const response = await route.fetch()
      const order = (await response.json()) as {
        town: object | null
        packages: { status: string | null; label: string | null; events: { status: string; created_at: string; place: object | null }[] }[]
      }
      const [first, ...others] = order.packages
      // A moment after the newest one, so that it needs no heading for another day.
      const newest = first!.events[0]
      // A package is delivered in the town of its order.
      const place = change === 'delivered' ? order.town : newest?.place
      const event = { ...newest!, status: change!, place, created_at: newest ? new Date(Date.parse(newest.created_at) + 1000).toISOString() : '' }
      const changed = { ...first!, status: change!, label: null, events: [event, ...first!.events] }
      await route.fulfill({ response, json: change ? { ...order, packages: [changed, ...others] } : order })
    })
    await page.setViewportSize({ width, height: 1200 })
    const moved: Record<string, number> = {}
    for (const status of statuses) {
      change = undefined
      await shiftOf(page, 'packages-3')
      const before = await topOfOthers(page)
      change = status

      await page.evaluate(() => document.querySelector('storefront-tracking')!.refresh())

      await expect(page.locator('storefront-tracking')).toContainText('New update.')
      // A shift is the part of the screen that moves, times the distance as a part of the longer side of the screen.
      const shift = Math.abs((await topOfOthers(page)) - before) / Math.max(width, 1200)
      if (shift > (/delayed|attempted|failure/.test(status) ? helpLimit : limit)) moved[status] = shift
    }
    expect(moved).toEqual({})
  })

declare global {
  interface Window {
    shift: number
    settled: Promise<void>
  }
}
