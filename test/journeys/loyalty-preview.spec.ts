import { expect, test, type Page } from '@playwright/test'
import { blocker } from './block.ts'
import { isLongForm } from './long-form.ts'

/** States without actions of the shopper, each with the part that comes last. In the others the page acts as a shopper, who may move what is below. */
const happening: Record<string, string> = { stale: '.over', 'session-ended': '.over', 'spend-late': 'progress' }

/** Waits until the proxy remembers the whole program. On a busy machine a first screen leaves out what comes late. */
async function remembersProgram(page: Page) {
  const headers = { 'X-Storefront-Client': '1' }
  const read = async () => (await (await page.request.get('/preview/loyalty/guest/proxy/v1/program', { headers })).json()) as Record<string, unknown[]>
  const isWhole = ({ program, tiers, benefits, campaigns }: Record<string, unknown[]>) =>
    !!program && !!tiers?.length && !!benefits?.length && !!campaigns?.length
  await expect.poll(async () => isWhole(await read()), 'the whole program').toBe(true)
}

/** Opens a state of the preview without any action; resolves to all layout shift once the state is reached and the pointer is over the panel. */
async function shiftOf(page: Page, name: string): Promise<number> {
  await remembersProgram(page)
  await page.goto(`/preview/loyalty/${name}`)
  await page.waitForLoadState('networkidle')
  if (happening[name]) await page.locator(`storefront-loyalty ${happening[name]}`).first().waitFor()
  // The code for actions is loaded, with its own style, as soon as the pointer is over the panel.
  await page.locator('storefront-loyalty').evaluate(async ({ shadowRoot }) => {
    shadowRoot?.firstElementChild?.dispatchEvent(new Event('pointerover'))
    while (shadowRoot && shadowRoot.adoptedStyleSheets.length < 7) await new Promise(requestAnimationFrame)
  })
  // Browsers report the shift of a frame after the frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  return page.evaluate(() => window.shift)
}

/** Where the membership cannot be read at all, the room that was kept for it is given back. */
const givesBack = 'unavailable'

/** The states to check on a wide screen: what the panel shows, and what it shows instead in the reserved space. */
const wide = ['guest', 'not-a-member', 'member', 'nothing-yet', 'leaving', ...Object.keys(happening)]

/**
 * What only the long form opens. Where only actions of the shopper make the difference, the page without them is that of "member" or "not-a-member",
 * and the browser tests of the widget perform the actions.
 */
const long = new Set([
  // The same until the shopper acts.
  ...['joining', 'not-joined', 'redeem-amount', 'redeem-fault', 'redeem-confirm', 'redeem-again', 'redeem-sent', 'redeem-refused'],
  ...['leave-asked', 'leave-sent', 'leave-refused'],
  // As tall as another state, with other words: "guest-without-ways" is like "unavailable", these are like "leaving", "redeem-pending" and "member".
  ...['before-the-script', 'guest-without-ways', 'cancelled', 'payment-asked', 'status-unknown', 'redeem-failed', 'redeem-unknown', 'dark-unsaid'],
  // Other tiers and amounts in the same places as in "tier-at-stake", "tier-highest" and "parts-unavailable".
  ...['tier-free', 'tier-by-spend', 'tier-kept', 'tier-unlisted', 'spend-none', 'spend-unavailable', 'member-unavailable', 'narrow'],
])

/** What the short form opens on a wide screen too: each arrangement of the panel, and a part that comes late. */
const shortWide = ['guest', 'not-a-member', 'member', 'spend-late']

/** The states to open on a screen of that width, of all those. */
function statesAt(width: number, names: string[]): string[] {
  if (isLongForm) return width > 320 ? wide : names
  return width > 320 ? shortWide : names.filter((name) => !long.has(name))
}

for (const width of [320, 1440])
  test(`nothing moves in any state of the loyalty panel, and little when a part is late, on a screen of ${width} pixels`, async ({ page }) => {
    test.setTimeout(300_000)
    await page.setViewportSize({ width, height: 1200 })
    await page.addInitScript(() => {
      window.shift = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) window.shift += entry.value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const block = await blocker(page)
    await page.goto('/preview')
    const links = await page.locator('main a[href^="/preview/loyalty/"]').evaluateAll((all) => all.map((link) => link.getAttribute('href')!))
    const names = links.map((link) => link.split('/').at(-1)!)
    expect(names).toEqual(expect.arrayContaining([...wide, givesBack, ...long]))
    const moved: Record<string, number> = {}

    for (const name of statesAt(width, names))
      await test.step(name, async () => {
        await block(...(happening[name] ? [] : ['*/assets/preview-loyalty.js']))
        const shift = await shiftOf(page, name)
        if (name !== givesBack && shift > (name === 'spend-late' ? 0.02 : 0)) moved[name] = shift
        expect(await page.evaluate(() => document.documentElement.scrollWidth), `${name} is no wider than the screen`).toBe(width)
      })

    expect(moved).toEqual({})
  })

test('a page that is loaded again on a phone finds the place where its shopper was', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/preview/loyalty/member')
  const history = page.locator('storefront-loyalty [part=entry]').first()
  await history.waitFor()
  const place = await page.evaluate(() => {
    scrollTo(0, 2200)
    return scrollY
  })
  expect(place).toBe(2200)
  await page.waitForTimeout(300)

  await page.reload()
  await history.waitFor()

  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place)
})

declare global {
  interface Window {
    shift: number
  }
}
