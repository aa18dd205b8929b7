import { expect, test, type Page } from '@playwright/test'
import { isLongForm } from './long-form.ts'
import { openOffer, openTracking, shiftOf, transitions } from './transitions.ts'

const at = (port = '') => `http://localhost:${port}`
const servers = { shop: at(process.env.SHOP_PORT), proxy: at(process.env.PROXY_PORT), services: at(process.env.SERVICES_PORT) }

// A trace keeps a copy of all that is in a page, which would count as memory of the page.
test.use({ trace: 'off' })

/** The layout shift if the text below the offer moved by one pixel: 1264 × 25 of 1280 × 720 pixels, by 1 of 1280; more on narrow screens. */
const pixel = 0.000027

/** On a narrow screen a shift is the largest part of the screen. The long form measures everything on wider ones too. */
const widths = isLongForm ? [320, 400, 1280] : [320]

/** What the short form measures on a wide screen too, where the price stands at another place: the changes of the longest and of the most texts. */
const wide = ['the price rises to many times what the shopper has agreed to', 'the service fails and comes back', 'a theme renders the same element again']

test.describe('nothing moves', () => {
  for (const width of [320, 400, 1280])
    for (const { name, happen } of transitions.filter(({ name }) => widths.includes(width) || (width === 1280 && wide.includes(name))))
      test(`while ${name}, on a screen of ${width} pixels`, async ({ page }) => {
        await page.setViewportSize({ width, height: 720 })
        const offer = await openOffer(page, servers)
        try {
          await happen(offer)
        } finally {
          await offer.fault()
        }

        expect(await shiftOf(page)).toBeLessThan(pixel)
      })

  for (const width of widths)
    test(`while two equal buttons appear and are pressed, on a screen of ${width} pixels`, async ({ page }) => {
      await page.setViewportSize({ width, height: 720 })
      await openOffer(page, servers, 'look="buttons"')
      const buttons = page.locator('storefront-protection [part=choice]')
      for (const place of [0, 1, 0]) {
        await buttons.nth(place).click()
        await expect(buttons.nth(place)).toHaveAttribute('aria-pressed', 'true')
      }

      expect(await shiftOf(page)).toBeLessThan(pixel)
    })

  for (const [layout, inside] of [
    ['full', '20em'],
    ['full', '24em'],
    ['compact', '20em'],
  ] as const)
    test(`when a ${layout} offer appears in a column of ${inside} on a wide screen`, async ({ page }) => {
      await page.setViewportSize({ width: 1280, height: 720 })

      await openOffer(page, servers, `layout="${layout}" style="inline-size: ${inside}"`)

      expect(await shiftOf(page)).toBeLessThan(pixel)
    })

  for (const width of ['25em', '100%'])
    test(`when tracking looks an order up in a column of ${width} on a wide screen`, async ({ page }) => {
      await page.setViewportSize({ width: 1280, height: 1200 })

      await openTracking(page, servers, width)

      expect(await shiftOf(page)).toBeLessThan(pixel)
    })

  for (const width of isLongForm ? widths : [320, 1280])
    test(`when the offer comes late on a page that the shopper has begun to read, on a screen of ${width} pixels`, async ({ page }) => {
      await page.setViewportSize({ width, height: 720 })
      let release = () => {}
      const released = new Promise<void>((resolve) => (release = resolve))
      await page.route('**/assets/*.js', async (route) => {
        await released
        await route.continue()
      })
      const opened = openOffer(page, servers)
      await page.getByText('We pack with care.').waitFor()

      release()
      await opened

      expect(await shiftOf(page)).toBeLessThan(pixel)
    })
})

test('no file of the widgets blocks the first paint of the page', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: /Add Stoneware mug/ }).click()
  await page.goto('/cart')
  await page.locator('storefront-protection [part=price]', { hasText: '$' }).waitFor()

  const fetched = await page.evaluate(
    (proxy) =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.startsWith(proxy))
        .map((entry) => (entry as PerformanceEntry & { renderBlockingStatus: string }).renderBlockingStatus),
    servers.proxy,
  )

  expect(fetched.length).toBeGreaterThan(1)
  expect(new Set(fetched)).toEqual(new Set(['non-blocking']))
})

/** The memory of scripts in kilobytes, after garbage collection. */
async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  for (let times = 0; times < 3; times++) await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize / 1_000
}

test('a hundred toggles request one price, all show it, and take little memory', async ({ page }) => {
  let questions = 0
  page.on('request', (request) => (questions += Number(request.url().includes('/protection/quotes'))))
  await openOffer(page, servers, 'lines="0"')
  const add = (copies: number) =>
    page.evaluate((left) => {
      const [first] = document.getElementsByTagName('storefront-protection')
      while (left-- > 0) first!.after(first!.cloneNode(true))
    }, copies)
  // The page looks by itself: how often Playwright looks makes a difference of 45 kB.
  const untilAllShowIt = () =>
    page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const toggles = document.getElementsByTagName('storefront-protection')
          const look = () => {
            const shown = [...toggles].filter(({ shadowRoot }) => shadowRoot?.querySelector('[part=price]')?.textContent.includes('$1.50'))
            if (shown.length === toggles.length) resolve(shown.length)
            else requestAnimationFrame(look)
          }
          look()
        }),
    )
  // Looking takes memory itself when it runs for the first time.
  await add(1)
  expect(await untilAllShowIt()).toBe(2)
  const before = await heapOf(page)

  await add(100)

  expect(await untilAllShowIt()).toBe(102)
  expect(questions).toBe(1)
  // The aim is about 3 kB each, and the words about the cart took the rest; browser versions differ in how much memory they keep for themselves.
  expect((await heapOf(page)) - before).toBeLessThan(550)
})
