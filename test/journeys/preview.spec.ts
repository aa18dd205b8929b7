import { expect, test, type Page } from '@playwright/test'
import { isLongForm } from './long-form.ts'

/** Opens a state of the preview and adds up all layout shift there. */
async function open(page: Page, name: string) {
  await page.addInitScript(() => {
    window.shift = 0
    if (PerformanceObserver.supportedEntryTypes.includes('layout-shift'))
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) window.shift += entry.value
      }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(`/preview/protection/${name}`)
}

const widget = (page: Page) => page.locator('storefront-protection').first()
const control = (page: Page) => widget(page).locator('input')
const says = (page: Page, words: string | RegExp) => expect(widget(page).getByText(words).filter({ visible: true }).first()).toBeVisible()

/** Waits for what each state shows once it is reached. */
const seen: Record<string, (page: Page) => Promise<unknown>> = {
  'before-the-script': (page) => says(page, /is offered here/),
  'first-paint': async (page) => {
    await says(page, /is offered here/)
    await says(page, '$1.50')
  },
  off: async (page) => {
    await says(page, '$1.50')
    await expect(control(page)).not.toBeChecked()
  },
  on: async (page) => {
    await says(page, '$1.50')
    await expect(control(page)).toBeChecked()
  },
  'asking-again': async (page) => {
    await expect(widget(page).locator('[aria-busy=true]')).toContainText('$6.00')
    await says(page, '$6.75')
  },
  'price-changed': async (page) => {
    await says(page, /Now \$6\.75/)
    await expect(control(page)).toBeChecked()
  },
  'asked-again': async (page) => {
    await says(page, /Off: now \$18\.00, was \$6\.00/)
    await expect(control(page)).not.toBeChecked()
  },
  'nothing-ships': (page) => says(page, /is offered here/),
  'over-the-cap': (page) => says(page, /is offered here/),
  unavailable: (page) => says(page, /is offered here/),
  'unavailable-while-on': (page) => says(page, 'Unavailable right now'),
  dialog: (page) => says(page, 'Not covered'),
  'dialog-own-words': (page) => says(page, /Safe Journey/),
  'looks-with-news': async (page) => {
    for (const element of await page.locator('storefront-protection').all()) await expect(element.locator('[part=description]')).toContainText('Now $6.75')
  },
}

/** What only the long form opens: the same box as in another state, namely "nothing-ships", "dialog", "looks-with-news" and "on". */
const long = ['over-the-cap', 'dialog-terms', 'dialog-own-words', 'looks', 'looks-on', 'two', 'disabled', 'dark-unsaid']

test('nothing moves in any state, on a screen of 320 pixels', async ({ page }) => {
  test.setTimeout(180_000)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/preview')
  const names = await page
    .locator('main a[href^="/preview/protection/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')!.split('/').at(-1)!))
  expect(names).toEqual(expect.arrayContaining([...Object.keys(seen), ...long]))
  const moved: Record<string, number> = {}

  for (const name of isLongForm ? names : names.filter((one) => !long.includes(one)))
    await test.step(name, async () => {
      await open(page, name)
      await (seen[name] ?? (() => expect(widget(page)).toBeVisible()))(page)
      await page.waitForLoadState('networkidle')
      // Browsers report the shift of a frame after the frame.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
      const shift = await page.evaluate(() => window.shift)
      if (shift) moved[name] = shift
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${name} is no wider than the screen`).toBe(320)
    })

  expect(moved).toEqual({})
})

test('if the dialog cannot be loaded, a notice says so, and the offer still works', async ({ page }) => {
  await page.route(/\/assets\/coverage-/, (route) => route.abort())
  await open(page, 'off')
  await says(page, '$1.50')

  await widget(page).getByRole('button', { name: 'What’s covered' }).click()

  await says(page, 'Details unavailable now')
  await control(page).click()
  await expect(control(page)).toBeChecked()
})

test('a page that goes offline keeps its offer, and adds nothing once it is online again, unless the shopper asks again', async ({ page, context }) => {
  await open(page, 'off')
  await says(page, '$1.50')
  const cart = async () => (await (await page.request.get('/preview/protection/off/shop/cart.js')).json()) as { items: { title: string }[] }

  await context.setOffline(true)
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await says(page, '$1.50')
  await control(page).click()
  await says(page, 'Off: you’re offline')
  await expect(control(page)).not.toBeChecked()

  const read = page.waitForResponse(/\/cart\.js/)
  await context.setOffline(false)
  await read
  await page.waitForLoadState('networkidle')
  await expect(control(page)).not.toBeChecked()
  expect((await cart()).items).toHaveLength(1)

  await control(page).click()
  await expect.poll(async () => (await cart()).items.length).toBe(2)
  await expect(control(page)).toBeChecked()
})

declare global {
  interface Window {
    shift: number
  }
}
